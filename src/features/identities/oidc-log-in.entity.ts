import type { Opt } from '@mikro-orm/core';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../base.entity.js';
import type { IdentityClaims } from './identity-claims.rules.js';

/**
 * A log-in at a provider that has begun, and then the code that its client exchanges for a session. The database has neither a secret of
 * the browser nor one that was sent to the provider: only hashes (pending-log-ins.ts).
 */
@Entity({ tableName: 'oidc_log_ins' })
@Index({ name: 'oidc_log_ins_expires_index', properties: ['expiresAt'] })
export class OidcLogIn extends BaseEntity {
  /** The name of the provider in the settings. */
  @Property({ type: 'text' })
  provider!: string;

  /** SHA-256 of the `state` that was sent to the provider, in hexadecimal. */
  @Property({ type: 'text', unique: 'oidc_log_ins_state_unique', hidden: true })
  stateHash!: string;

  /** SHA-256 of the secret in the cookie of the browser. */
  @Property({ type: 'text', hidden: true })
  browserHash!: string;

  @Property({ type: 'text' })
  redirectUri!: string;

  /** The `state` of the client, which gets it back. */
  @Property({ type: 'text', hidden: true })
  clientState!: string;

  /** That of the client (RFC 7636, S256). */
  @Property({ type: 'text', hidden: true })
  codeChallenge!: string;

  /** When the log-in expires and, once there is a code, when the code does. */
  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;

  /** When the browser returned from the provider. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  returnedAt: Opt<Date> | null = null;

  /** SHA-256 of the code of the client. */
  @Property({ type: 'text', nullable: true, unique: 'oidc_log_ins_code_unique', hidden: true })
  codeHash: Opt<string> | null = null;

  /** What the provider has said of the person. */
  @Property({ type: 'json', nullable: true, hidden: true })
  claims: Opt<IdentityClaims> | null = null;
}
