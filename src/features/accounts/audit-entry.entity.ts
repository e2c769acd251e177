import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';

/** Refers to accounts by id without a foreign key, so that it outlives them. */
@ObjectType({ simpleResolvers: true, description: 'A change that an administrator made to an account.' })
@Entity({ tableName: 'audit_entries' })
@Index({ name: 'audit_entries_created_index', properties: ['createdAt', 'id'] })
export class AuditEntry extends BaseEntity {
  @Field(() => ID, { nullable: true, description: 'The account that made the change; null for the command line.' })
  @Property({ type: 'uuid', nullable: true })
  actorId: string | null = null;

  @Field(() => ID, { description: 'The account that was changed.' })
  @Property({ type: 'uuid' })
  subjectId!: string;

  @Field(() => String, { description: 'The changed field: `isActive`, `isVerified`, `role` or `permissions`.' })
  @Property({ type: 'text' })
  field!: string;

  @Field(() => String, { description: 'The old value, as JSON.' })
  @Property({ type: 'text' })
  before!: string;

  @Field(() => String, { description: 'The new value, as JSON.' })
  @Property({ type: 'text' })
  after!: string;
}
