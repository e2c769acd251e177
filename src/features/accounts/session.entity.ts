import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { DateTime } from '../../shared/scalars.js';
import { User } from './user.entity.js';

/** Tokens name one; they are good as long as it has neither ended nor expired and its user is active. */
@ObjectType({
  simpleResolvers: true,
  description: 'A log-in that lives: on one device, until it is ended or not used for long.',
})
@Entity({ tableName: 'sessions' })
@Index({
  name: 'sessions_over_index',
  expression: 'create index "sessions_over_index" on "sessions" (least("ended_at", "expires_at"))',
})
export class Session extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: 'sessions_user_index' })
  user!: Ref<User>;

  @Field(() => String, { nullable: true, description: 'What the client said of itself when it logged in.' })
  @Property({ type: 'text', nullable: true })
  device: Opt<string> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The address from which it was used last to log in or to refresh.',
  })
  @Property({ type: 'text', nullable: true })
  address: Opt<string> | null = null;

  @Field(() => DateTime, { description: 'When it was used last, to a few minutes.' })
  @Property({ type: 'timestamptz', length: 3 })
  lastSeenAt: Opt<Date> = new Date();

  @Field(() => DateTime, { description: 'When it ends by itself, unless it is refreshed before.' })
  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  endedAt: Opt<Date> | null = null;

  /** Its access tokens live long, because its client can't ask for another. */
  @Property({ type: 'boolean', default: false })
  longLived: Opt<boolean> = false;
}
