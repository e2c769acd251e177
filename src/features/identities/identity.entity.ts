import type { Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { Column } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Url } from '../../shared/scalars.js';
import { User } from '../accounts/user.entity.js';

/** The address at the provider is not stored: it may change there, and decides only once to which account an identity belongs. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'An account at an OpenID provider with which you log in. Its `createdAt` is when it was linked to your account.',
})
@Entity({ tableName: 'identities' })
@Unique({ name: 'identities_subject_unique', properties: ['issuer', 'subject'] })
@Index({ name: 'identities_user_index', properties: ['user', 'createdAt', 'id'] })
export class Identity extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @Column(() => Url, 'The address of the provider: the claim `iss` of its ID tokens.', { type: 'text' })
  issuer!: string;

  @Column(() => String, 'The id of your account at the provider: the claim `sub` of its ID tokens.', { type: 'text' })
  subject!: string;
}
