import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ID, Int, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import {
  EnumColumn,
  IntColumn,
  OptionalColumn,
  OptionalEnumColumn,
  OptionalIdColumn,
  OptionalIntColumn,
  OptionalTimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { INT_MAX } from '../../shared/text.js';
import { ChangeAction } from '../activity/activity.entity.js';
import { Webhook } from './webhook.entity.js';
import { WebhookDeliveryError, WebhookDeliveryStatus } from './webhook.enums.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'An event of a webhook, and what became of it. Its id is the `webhook-id` of each attempt. It is kept for seven days.',
})
@Entity({ tableName: 'webhook_deliveries' })
@Index({ name: 'webhook_deliveries_webhook_index', properties: ['webhook', 'createdAt', 'id'] })
@Index({ name: 'webhook_deliveries_created_index', properties: ['createdAt'] })
@Index({
  name: 'webhook_deliveries_due_index',
  expression:
    'create index "webhook_deliveries_due_index" on "webhook_deliveries" ("webhook_id", "next_at") where next_at is not null',
})
export class WebhookDelivery extends BaseEntity {
  @ManyToOne(() => Webhook, { ref: true, deleteRule: 'cascade', index: false })
  webhook!: Ref<Webhook>;

  @OptionalColumn(() => RecordKind, 'The kind of the record; null for a test event.', { type: 'text' })
  kind: Opt<RecordName> | null = null;

  @OptionalColumn(() => ChangeAction, 'What was done; null for a test event.', { type: 'text' })
  action: Opt<ChangeAction> | null = null;

  @OptionalIdColumn('The id of the record, which may have been deleted since; null for a test event.')
  recordId: Opt<string> | null = null;

  @OptionalIdColumn('The id of its apiary; null for a record without one, and for a test event.')
  apiaryId: Opt<string> | null = null;

  @OptionalIntColumn(0, INT_MAX, 'The version of the record after the change; null for a test event.')
  version: Opt<number> | null = null;

  @OptionalColumn(() => ID, 'The number of the change, which is the `key` of its activity; null for a test event.', {
    type: 'bigint',
  })
  sequence: Opt<string> | null = null;

  @OptionalTimeColumn('When the record was changed; null for a test event.')
  changedAt: Opt<Date> | null = null;

  @EnumColumn(WebhookDeliveryStatus, 'What became of it.')
  status: Opt<WebhookDeliveryStatus> = WebhookDeliveryStatus.WAITING;

  @IntColumn(0, INT_MAX, 'How often it was tried.', { default: 0 })
  attempts: Opt<number> = 0;

  @OptionalTimeColumn('When it was last tried; null if it was not.')
  lastAttemptAt: Opt<Date> | null = null;

  /** Its failures count from here: the time of its creation, or of its redelivery. */
  @Property({ type: 'timestamptz', length: 3, hidden: true })
  queuedAt: Opt<Date> = new Date();

  @OptionalTimeColumn('When it is tried next; null if it is not.')
  nextAt: Opt<Date> | null = null;

  @OptionalEnumColumn(WebhookDeliveryError, 'Why the last attempt failed; null if it did not.')
  error: Opt<WebhookDeliveryError> | null = null;

  @OptionalColumn(() => Int, 'The status of the last answer; null if there was none.', { type: 'integer' })
  statusCode: Opt<number> | null = null;

  @OptionalIntColumn(0, INT_MAX, 'How long the last attempt took, in milliseconds; null if there was none.')
  durationMs: Opt<number> | null = null;
}
