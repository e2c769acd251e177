import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { DateTime } from './shared/scalars.js';

/** The columns of every entity. Ids are UUID v7, generated here: they grow with time, so new rows are adjacent in an index. */
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class BaseEntity {
  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid' })
  id: Opt<string> = uuidv7();

  // Milliseconds, the precision of the API: with a finer one, a cursor would skip rows.
  @Field(() => DateTime, { description: 'When it was created.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Opt<Date> = new Date();

  @Property({ type: 'timestamptz', length: 3, onUpdate: () => new Date() })
  updatedAt: Opt<Date> = new Date();
}

/** Shows `updatedAt` to clients: of records that can change. */
export const ShowsUpdatedAt: ClassDecorator = ({ prototype }) =>
  Field(() => DateTime, { description: 'When it was last changed.' })(prototype, 'updatedAt');

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

export const VERSION_DESCRIPTION = 'From 1, one more with each change of its own fields.';

/** An owned row whose changes are logged (ADR 0022). */
@ShowsUpdatedAt
@ObjectType({ simpleResolvers: true })
@Entity({ abstract: true })
export abstract class TrackedEntity extends OwnedEntity {
  /** A trigger adds 1 with each logged change, whatever a statement sets; MikroORM reads it back (ADR 0026). */
  @Field(() => Int, { description: VERSION_DESCRIPTION })
  @Property({ type: 'integer', default: 1, version: true })
  version: Opt<number> = 1;
}
