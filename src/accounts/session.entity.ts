import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../persistence/base.entity.js';
import { User } from './user.entity.js';

/** A log-in. Access tokens name one; they are good as long as it has neither ended nor expired and its user is active. */
@Entity({ tableName: 'sessions' })
export class Session extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: 'sessions_user_index' })
  user!: Ref<User>;

  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  endedAt: Opt<Date> | null = null;
}
