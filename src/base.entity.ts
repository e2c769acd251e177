import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { DateTime } from './shared/scalars.js';

/** The columns of every entity. Ids are UUID v7, generated here: they grow with time, so new rows are adjacent in an index. */
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class BaseEntity {
  @Field(() => ID, { description: 'A UUID, chosen by the client that created the record, or by the service.' })
  @PrimaryKey({ type: 'uuid' })
  id: Opt<string> = uuidv7();

  // Milliseconds, the precision of the API: with a finer one, a cursor would skip rows.
  @Field(() => DateTime, { description: 'When the record was created.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Opt<Date> = new Date();

  @Field(() => DateTime, { description: 'When the record was last changed.' })
  @Property({ type: 'timestamptz', length: 3, onUpdate: () => new Date() })
  updatedAt: Opt<Date> = new Date();
}

/** A row that belongs to an account because its parent does: an apiary, or a row below one. */
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class OwnedEntity extends BaseEntity {
  /**
   * The account that owns the apiary. Copied from the parent's row, never from the viewer: by the trigger `owner_copied`, unless the
   * insert already contains it. `onCreate` tells MikroORM that the value may be missing.
   */
  @Property({ type: 'uuid', hidden: true, onCreate: () => undefined })
  ownerId!: Opt<string>;
}

export const VERSION_DESCRIPTION =
  'From 1; each change of the fields that are its own adds 1. What is counted or derived from other records is none of them, such as a quantity in stock. Send it as `expectedVersion` to refuse a change of what you have not seen.';

/** An owned row whose changes are logged (ADR 0022). */
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class TrackedEntity extends OwnedEntity {
  /** A trigger adds 1 with each logged change, whatever a statement sets; MikroORM reads it back (ADR 0026). */
  @Field(() => Int, { description: VERSION_DESCRIPTION })
  @Property({ type: 'integer', default: 1, version: true })
  version: Opt<number> = 1;
}
