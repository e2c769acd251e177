import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { DateTime } from './shared/scalars.js';

/** What every record has. Ids are UUID v7, made here: they grow with time, so new rows land together in an index. */
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class BaseEntity {
  @Field(() => ID, { description: 'A UUID, made by the service.' })
  @PrimaryKey({ type: 'uuid' })
  id: Opt<string> = uuidv7();

  // Milliseconds, as they leave the service: a cursor made of a finer value would skip rows.
  @Field(() => DateTime, { description: 'When the record was made.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Opt<Date> = new Date();

  @Field(() => DateTime, { description: 'When the record was last changed.' })
  @Property({ type: 'timestamptz', length: 3, onUpdate: () => new Date() })
  updatedAt: Opt<Date> = new Date();
}
