import type { Opt } from '@mikro-orm/core';
import { Entity, Enum, Index, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Permission, Role } from '../../access/permissions.js';
import { BaseEntity } from '../../base.entity.js';
import { Language } from '../../shared/language.js';

@ObjectType({ simpleResolvers: true, description: 'A user account.' })
@Entity({ tableName: 'users' })
@Index({ name: 'users_created_index', properties: ['createdAt', 'id'] })
export class User extends BaseEntity {
  /** Normalized by `normalizeEmail` (passwords.ts), so that the unique index works. */
  @Field(() => String, { description: 'The e-mail address, in lower case; unique.' })
  @Property({ type: 'text', unique: 'users_email_unique' })
  email!: string;

  @Field(() => String, { description: 'The display name; not unique.' })
  @Property({ type: 'text' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'A phone number in any format.' })
  @Property({ type: 'text', nullable: true })
  phone: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether the e-mail address is verified.' })
  @Property({ type: 'boolean', default: false })
  isVerified: Opt<boolean> = false;

  @Field(() => Boolean, { description: 'Whether the account is active. A deactivated account cannot be used.' })
  @Property({ type: 'boolean', default: true })
  isActive: Opt<boolean> = true;

  @Field(() => Role, { description: 'The role of the account.' })
  @Enum({ items: () => Role, default: Role.BEEKEEPER })
  role: Opt<Role> = Role.BEEKEEPER;

  @Field(() => [Permission], {
    description: 'The granted permissions. An administrator has every permission, granted or not.',
  })
  @Property({ type: 'text[]', default: [] })
  permissions: Opt<Permission[]> = [];

  @Field(() => String, { nullable: true, description: 'The full name.' })
  @Property({ type: 'text', nullable: true })
  fullName: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The location, as free text.' })
  @Property({ type: 'text', nullable: true })
  location: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The URL of a profile picture.' })
  @Property({ type: 'text', nullable: true })
  photoUrl: Opt<string> | null = null;

  @Field(() => Language, {
    description: 'The language of mails to this account, and of error messages for requests without `Accept-Language`.',
  })
  @Enum({ items: () => Language, default: Language.ES })
  language: Opt<Language> = Language.ES;

  /** argon2id in PHC format, with parameters and salt. */
  @Property({ type: 'text', hidden: true, lazy: true })
  passwordHash!: string;
}
