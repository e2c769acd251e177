import type { Opt } from '@mikro-orm/core';
import { Entity, Enum, Index, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Permission, Role } from '../../access/permissions.js';
import { BaseEntity } from '../../base.entity.js';
import { Language } from '../../shared/language.js';

@ObjectType({ simpleResolvers: true, description: 'A person with an account.' })
@Entity({ tableName: 'users' })
@Index({ name: 'users_created_index', properties: ['createdAt', 'id'] })
export class User extends BaseEntity {
  /** Trimmed and in lower case (credentials.ts), so that equal text is the same address. */
  @Field(() => String, { description: 'The e-mail address, in lower case: unique among accounts.' })
  @Property({ type: 'text', unique: 'users_email_unique' })
  email!: string;

  @Field(() => String, { description: 'The name to be called by; several people may have the same.' })
  @Property({ type: 'text' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'A telephone number, as written.' })
  @Property({ type: 'text', nullable: true })
  phone: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether the e-mail address is known to be theirs.' })
  @Property({ type: 'boolean', default: false })
  isVerified: Opt<boolean> = false;

  @Field(() => Boolean, { description: 'Whether the account may be used. A deactivated one is refused at once.' })
  @Property({ type: 'boolean', default: true })
  isActive: Opt<boolean> = true;

  @Field(() => Role, { description: 'What kind of account it is.' })
  @Enum({ items: () => Role, default: Role.BEEKEEPER })
  role: Opt<Role> = Role.BEEKEEPER;

  @Field(() => [Permission], {
    description: 'What it was permitted beyond its own things; an administrator has everything.',
  })
  @Property({ type: 'text[]', default: [] })
  permissions: Opt<Permission[]> = [];

  @Field(() => String, { nullable: true, description: 'The whole name.' })
  @Property({ type: 'text', nullable: true })
  fullName: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Where they are, in free text.' })
  @Property({ type: 'text', nullable: true })
  location: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The address of a picture.' })
  @Property({ type: 'text', nullable: true })
  photoUrl: Opt<string> | null = null;

  @Field(() => Language, { description: 'The language of mails to them.' })
  @Enum({ items: () => Language, default: Language.ES })
  language: Opt<Language> = Language.ES;

  /** argon2id, with its parameters and salt. */
  @Property({ type: 'text', hidden: true, lazy: true })
  passwordHash!: string;
}
