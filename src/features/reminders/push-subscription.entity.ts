import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { Column, OptionalTimeColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Session } from '../accounts/session.entity.js';
import { User } from '../accounts/user.entity.js';

/** It is of no effect once the session that registered it has ended, and is deleted with the row of that (docs/operations.md). */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A browser or an app that gets digests by web push, beside the mail. It goes when its session ends.',
})
@Entity({ tableName: 'push_subscriptions' })
@Unique({ name: 'push_subscriptions_endpoint_unique', properties: ['endpoint'] })
export class PushSubscription extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: 'push_subscriptions_user_index' })
  user!: Ref<User>;

  @ManyToOne(() => Session, { ref: true, deleteRule: 'cascade', index: 'push_subscriptions_session_index' })
  session!: Ref<Session>;

  /** Whoever knows it, and the keys, can send messages to the browser. */
  @Property({ type: 'text', hidden: true })
  endpoint!: string;

  @Column(() => String, 'The host of its push service.', { type: 'text' })
  host!: string;

  @Property({ type: 'text', hidden: true })
  p256dh!: string;

  @Property({ type: 'text', hidden: true })
  auth!: string;

  @OptionalTimeColumn('When its push service last accepted a message; null if it has not.')
  lastSentAt: Opt<Date> | null = null;
}
