import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { BaseEntity, ShowsUpdatedAt } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import { UuidArray } from '../../database/value-arrays.js';
import { line } from '../../graphql/bounds.js';
import {
  Column,
  EnumColumn,
  OptionalColumn,
  OptionalLineColumn,
  OptionalTimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { Url } from '../../shared/scalars.js';
import { User } from '../accounts/user.entity.js';
import { ChangeAction } from '../activity/activity.entity.js';
import { WebhookStatus } from './webhook.enums.js';

/** When a webhook is to be looked at: what is due, or what a process has taken and not given back in time. */
export const DUE = 'coalesce(leased_until, next_at)';

@ShowsUpdatedAt
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A URL to which the service posts an event when records change (Standard Webhooks).',
})
@Entity({ tableName: 'webhooks' })
@Index({ name: 'webhooks_user_index', properties: ['user', 'createdAt', 'id'] })
@Index({ name: 'webhooks_due_index', expression: `create index "webhooks_due_index" on "webhooks" ((${DUE}))` })
@Index({
  name: 'webhooks_active_index',
  expression: `create index "webhooks_active_index" on "webhooks" (pg_snapshot_xmin(started)) where status = 'ACTIVE'`,
})
export class Webhook extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @OptionalLineColumn(100, 'Its name, for you alone.')
  name: Opt<string> | null = null;

  @Column(() => Url, 'Where events are posted.', { type: 'text' }, { ...line(1, 1000), scalar: Url })
  url!: string;

  @OptionalColumn(() => [RecordKind], 'Only changes of records of these kinds; null for all.', { type: TextArray })
  kinds: Opt<RecordName[]> | null = null;

  @OptionalColumn(() => [ChangeAction], 'Only these actions; null for all.', { type: TextArray })
  actions: Opt<ChangeAction[]> | null = null;

  /** Without foreign keys: in an apiary that is gone, nothing changes. */
  @OptionalColumn(() => [ID], 'Only changes in these apiaries; null for everything that you see.', { type: UuidArray })
  apiaryIds: Opt<string[]> | null = null;

  @EnumColumn(WebhookStatus, 'Whether it sends, and why not.')
  status: Opt<WebhookStatus> = WebhookStatus.ACTIVE;

  @OptionalTimeColumn('When it was paused or disabled; null while it sends.')
  disabledAt: Opt<Date> | null = null;

  @OptionalTimeColumn('Since when every delivery has failed; null if the last one did not.')
  failingSince: Opt<Date> | null = null;

  /** Encrypted (webhook-secrets.ts), as the previous ones are. */
  @Property({ type: 'text', hidden: true })
  secret!: string;

  /** The newest first. */
  @Property({ type: TextArray, default: [], hidden: true })
  previousSecrets: Opt<string[]> = [];

  @OptionalTimeColumn('Until when deliveries are also signed with the secrets of before; null before a rotation.')
  rotationEndsAt: Opt<Date> | null = null;

  /** In a row. */
  @Property({ type: 'integer', default: 0, hidden: true })
  failures: Opt<number> = 0;

  /** When the first of what waits is due; null if nothing does. */
  @Property({ type: 'timestamptz', length: 3, nullable: true, hidden: true })
  nextAt: Opt<Date> | null = null;

  /** A process sends some of its deliveries, and no other one does until then. */
  @Property({ type: 'timestamptz', length: 3, nullable: true, hidden: true })
  leasedUntil: Opt<Date> | null = null;

  /** What could be seen when it was created or enabled is not sent: exactly what was committed after. */
  @Property({ type: 'pg_snapshot', hidden: true, defaultRaw: 'pg_current_snapshot()' })
  started!: Opt<string>;
}
