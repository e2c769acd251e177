import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';

/** Kept by id and address alone, so that it outlives the accounts that it tells of. */
@ObjectType({ simpleResolvers: true, description: 'An act of an administrator: who did what to whom, and when.' })
@Entity({ tableName: 'audit_entries' })
@Index({ name: 'audit_entries_created_index', properties: ['createdAt', 'id'] })
export class AuditEntry extends BaseEntity {
  @Field(() => ID, { nullable: true, description: 'Who did it; null for the command line of the installation.' })
  @Property({ type: 'uuid', nullable: true })
  actorId: string | null = null;

  @Field(() => ID, { description: 'The account that it was done to.' })
  @Property({ type: 'uuid' })
  subjectId!: string;

  @Field(() => String, { description: 'What was changed: `isActive`, `isVerified`, `role` or `permissions`.' })
  @Property({ type: 'text' })
  field!: string;

  @Field(() => String, { description: 'What it was before, as JSON.' })
  @Property({ type: 'text' })
  before!: string;

  @Field(() => String, { description: 'What it is since, as JSON.' })
  @Property({ type: 'text' })
  after!: string;
}
