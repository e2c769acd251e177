import type { Opt } from '@mikro-orm/core';
import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../base.entity.js';

/** A mail that a job is to send (mails.ts). The row is deleted after sending, because mails contain secrets. */
@Entity({ tableName: 'mails' })
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
}
