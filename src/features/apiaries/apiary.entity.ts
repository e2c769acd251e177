import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { BaseEntity, VERSION_DESCRIPTION } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { User } from '../accounts/user.entity.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A place with hives that belongs to one account.' })
@Entity({ tableName: 'apiaries' })
@Index({ name: 'apiaries_created_index', properties: ['user', 'createdAt', 'id'] })
@Index({ name: 'apiaries_name_index', properties: ['user', 'name', 'id'] })
@Unique({ name: 'apiaries_owner_unique', properties: ['user', 'id'] })
export class Apiary extends BaseEntity {
  @ManyToOne(() => User, { ref: true, fieldName: 'owner_id', deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @Field(() => ID, { description: 'The id of the account that owns it.' })
  get userId(): Opt<string> {
    return this.user.id;
  }

  @Field(() => String, { description: 'The name.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The location, as free text.' })
  @Property({ type: 'text', nullable: true })
  location: Opt<string> | null = null;

  @Field(() => Boolean, { description: 'Whether its hives are being treated.' })
  @Property({ type: 'boolean', default: false })
  treatments: Opt<boolean> = false;

  /** As in `TrackedEntity`. */
  @Field(() => Int, { description: VERSION_DESCRIPTION })
  @Property({ type: 'integer', default: 1, version: true })
  version: Opt<number> = 1;
}
