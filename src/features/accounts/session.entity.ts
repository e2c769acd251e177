import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { OptionalColumn, TimeColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { User } from './user.entity.js';

/** Access tokens name a session. They are valid while it has neither ended nor expired and its user is active. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A log-in on one device. It lasts until it is ended, or expires without a refresh.',
})
@Entity({ tableName: 'sessions' })
@Index({
  name: 'sessions_over_index',
  expression: 'create index "sessions_over_index" on "sessions" (least("ended_at", "expires_at"))',
})
export class Session extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: 'sessions_user_index' })
  user!: Ref<User>;

  @OptionalColumn(() => String, 'The User-Agent of the client that logged in.', { type: 'text' })
  device: Opt<string> | null = null;

  @OptionalColumn(() => String, 'The IP address of the log-in or of the last refresh.', { type: 'text' })
  address: Opt<string> | null = null;

  @TimeColumn('When it was last used, accurate to a few minutes.', { defaultRaw: 'now()' })
  lastSeenAt: Opt<Date> = new Date();

  @TimeColumn('When it expires if it is not refreshed.')
  expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  endedAt: Opt<Date> | null = null;

  /** Its access tokens have the long lifetime, for clients that cannot refresh them. */
  @Property({ type: 'boolean', default: false })
  longLived: Opt<boolean> = false;
}
