import type { Opt } from '@mikro-orm/core';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../base.entity.js';

/** The value of `dueAt` with which the version before leaves a mail alone. */
export const SENT_BY_JOB = new Date('9999-01-01');

/** A mail that a job is to send (mails.ts). The row is deleted after sending, because mails contain secrets. */
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

  /** Where the recipient ends such mails with one request (RFC 8058); null for mails that somebody has asked for. */
  @Property({ type: 'text', nullable: true })
  unsubscribeUrl: Opt<string> | null = null;

  /** When the version before sends it. */
  @Property({ type: 'timestamptz', length: 3, onCreate: () => SENT_BY_JOB })
  dueAt!: Opt<Date>;

  /** Those of the version before. */
  @Property({ type: 'integer', default: 0 })
  attempts: Opt<number> = 0;
}
