import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import { TrackedEntity } from '../../base.entity.js';
import {
  Column,
  IdOf,
  IntColumn,
  OptionalLineColumn,
  OptionalTimeColumn,
  TimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { INT_MAX } from '../../shared/text.js';
import { MAX_EMAIL_LENGTH } from '../accounts/passwords.rules.js';
import { Apiary } from './apiary.entity.js';

/** Its token is only known to those who have the link: the database has a hash of it. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'An invitation to become a member of an apiary.' })
@Entity({ tableName: 'apiary_invitations' })
@Index({ name: 'apiary_invitations_created_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({
  name: 'apiary_invitations_over_index',
  expression:
    'create index "apiary_invitations_over_index" on "apiary_invitations" (least("revoked_at", "expires_at"))',
})
@Check({ name: 'apiary_invitations_role_check', expression: `role in ('MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR')` })
export class ApiaryInvitation extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @IdOf('apiary')
  readonly apiaryId!: Opt<string>;

  @Column(() => ApiaryRole, 'The role of those who accept it.', { type: 'text' })
  role!: ApiaryRole;

  /** SHA-256, in hexadecimal. */
  @Property({ type: 'text', unique: 'apiary_invitations_hash_unique', hidden: true })
  tokenHash!: string;

  @OptionalLineColumn(
    MAX_EMAIL_LENGTH,
    'The address to which it was sent. Only the account with this address can accept it.',
  )
  email: Opt<string> | null = null;

  @TimeColumn('Until when it can be accepted.')
  expiresAt!: Date;

  @OptionalTimeColumn('For INSPECTOR: when the access ends.')
  memberUntil: Opt<Date> | null = null;

  @IntColumn(0, INT_MAX, 'How many more accounts can accept it.')
  usesLeft!: number;

  @OptionalTimeColumn('When it was revoked. Lists contain open invitations only.')
  revokedAt: Opt<Date> | null = null;

  /** The accounts that have accepted it. Each can do so once. */
  @Property({ type: 'uuid[]', default: [], hidden: true })
  acceptedBy: Opt<string[]> = [];

  /** The account that invited; it may have been deleted. */
  @Property({ type: 'uuid', nullable: true })
  invitedBy: Opt<string> | null = null;
}
