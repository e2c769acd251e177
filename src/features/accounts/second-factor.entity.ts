import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import { User } from './user.entity.js';

/** The TOTP (RFC 6238) of an account. It is asked for once a code has confirmed that an app has the secret. */
@Entity({ tableName: 'second_factors' })
export class SecondFactor extends BaseEntity {
  @OneToOne(() => User, { ref: true, deleteRule: 'cascade', unique: 'second_factors_user_unique' })
  user!: Ref<User>;

  /** Names the key that encrypts the secret (secret-box.ts). */
  @Property({ type: 'text', hidden: true })
  keyId!: string;

  /** Encrypted. */
  @Property({ type: 'text', hidden: true })
  secret!: string;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  confirmedAt: Opt<Date> | null = null;

  /** The time step of the last code that was accepted: codes of it, and of those before, are refused. */
  @Property({ type: 'integer', default: 0, hidden: true })
  lastStep: Opt<number> = 0;

  /** SHA-256, in hexadecimal, of the recovery codes that have not been used. */
  @Property({ type: TextArray, default: [], hidden: true })
  recoveryHashes: Opt<string[]> = [];
}
