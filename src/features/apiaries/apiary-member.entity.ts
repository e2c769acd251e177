import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import { TrackedEntity } from '../../base.entity.js';
import { Column, IdOf, OptionalTimeColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { User } from '../accounts/user.entity.js';
import { Apiary } from './apiary.entity.js';

/** The owner of an apiary is not a member. The policy (access/policy.ts) reads this table in every statement of an account with memberships. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'An account with which the owner of an apiary shares it.',
})
@Entity({ tableName: 'apiary_members' })
@Unique({ name: 'apiary_members_user_unique', properties: ['user', 'apiary'] })
@Index({
  name: 'apiary_members_shared_index',
  expression:
    'create index "apiary_members_shared_index" on "apiary_members" ("user_id", "apiary_id") include ("member_until")',
})
@Index({ name: 'apiary_members_created_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({
  name: 'apiary_members_expired_index',
  expression:
    'create index "apiary_members_expired_index" on "apiary_members" ("member_until") where "member_until" is not null',
})
@Check({ name: 'apiary_members_role_check', expression: `role in ('MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR')` })
@Check({
  name: 'apiary_members_expiry_check',
  expression: `(role = 'INSPECTOR') = (member_until is not null)`,
})
export class ApiaryMember extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @IdOf('apiary')
  readonly apiaryId!: Opt<string>;

  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @IdOf('user')
  readonly userId!: Opt<string>;

  @Column(() => ApiaryRole, 'What the account may do in the apiary; never OWNER.', { type: 'text' })
  role!: ApiaryRole;

  @OptionalTimeColumn('For INSPECTOR: when the access ends.')
  memberUntil: Opt<Date> | null = null;

  /** The account that invited it; it may have been deleted. */
  @Property({ type: 'uuid', nullable: true })
  invitedBy: Opt<string> | null = null;
}
