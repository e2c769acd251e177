import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import { TrackedEntity } from '../../base.entity.js';
import { DateTime } from '../../shared/scalars.js';
import { Apiary } from './apiary.entity.js';

/** Its token is only known to those who have the link: the database has a hash of it. */
@ObjectType({ simpleResolvers: true, description: 'An invitation to become a member of an apiary.' })
@Entity({ tableName: 'apiary_invitations' })
@Index({ name: 'apiary_invitations_created_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({
  name: 'apiary_invitations_over_index',
  expression:
    'create index "apiary_invitations_over_index" on "apiary_invitations" (least("revoked_at", "expires_at"))',
})
@Check({ name: 'apiary_invitations_role_check', expression: `role in ('MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR')` })
@Check({ name: 'apiary_invitations_uses_check', expression: 'uses_left >= 0' })
export class ApiaryInvitation extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @Field(() => ID, { description: 'The id of the apiary.' })
  get apiaryId(): Opt<string> {
    return this.apiary.id;
  }

  @Field(() => ApiaryRole, { description: 'The role of those who accept it.' })
  @Property({ type: 'text' })
  role!: ApiaryRole;

  /** SHA-256, in hexadecimal. */
  @Property({ type: 'text', unique: 'apiary_invitations_hash_unique', hidden: true })
  tokenHash!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The address to which it was sent. Only the account with this address can accept it.',
  })
  @Property({ type: 'text', nullable: true })
  email: Opt<string> | null = null;

  @Field(() => DateTime, { description: 'Until when it can be accepted.' })
  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'For INSPECTOR: when the access ends.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  memberUntil: Opt<Date> | null = null;

  @Field(() => Int, { description: 'How many more accounts can accept it.' })
  @Property({ type: 'integer' })
  usesLeft!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked. Lists contain open invitations only.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt: Opt<Date> | null = null;

  /** The accounts that have accepted it. Each can do so once. */
  @Property({ type: 'uuid[]', default: [], hidden: true })
  acceptedBy: Opt<string[]> = [];

  /** The account that invited; it may have been deleted. */
  @Property({ type: 'uuid', nullable: true })
  invitedBy: Opt<string> | null = null;
}
