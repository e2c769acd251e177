import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { User } from '../accounts/user.entity.js';

@ObjectType({ simpleResolvers: true, description: 'A place where hives stand, kept by one beekeeper.' })
@Entity({ tableName: 'apiaries' })
@Index({ name: 'apiaries_created_index', properties: ['user', 'createdAt', 'id'] })
@Index({ name: 'apiaries_name_index', properties: ['user', 'name', 'id'] })
export class Apiary extends BaseEntity {
  @ManyToOne(() => User, { ref: true, fieldName: 'owner_id', deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @Field(() => ID, { description: 'Whose apiary it is.' })
  get userId(): Opt<string> {
    return this.user.id;
  }

  @Field(() => String, { description: 'What the beekeeper calls it.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Where it is, in free text.' })
  @Property({ type: 'text', nullable: true })
  location: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether its hives are being treated.' })
  @Property({ type: 'boolean', default: false })
  treatments: Opt<boolean> = false;
}
