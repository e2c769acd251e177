import type { Opt } from '@mikro-orm/core';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../base.entity.js';

/** A mail that is waiting to be sent. The row is deleted after sending, because mails contain secrets. */
@Entity({ tableName: 'mails' })
@Index({ name: 'mails_due_index', properties: ['dueAt'] })
export class Mail extends BaseEntity {
  @Property({ type: 'text' })
  recipient!: string;

  @Property({ type: 'text' })
  subject!: string;

  @Property({ type: 'text' })
  text!: string;

  @Property({ type: 'text' })
  html!: string;

  /** The time of the next attempt. */
  @Property({ type: 'timestamptz', length: 3 })
  dueAt: Opt<Date> = new Date();

  @Property({ type: 'integer', default: 0 })
  attempts: Opt<number> = 0;
}
