import type { Opt } from '@mikro-orm/core';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { IdColumn, OptionalIdColumn, OptionalTextColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import type { AuditField } from './audit-changes.types.js';

export const MAX_REASON_LENGTH = 500;

/** Refers to accounts by id without a foreign key, so that it outlives them. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'What an administrator did to an account.',
})
@Entity({ tableName: 'audit_entries' })
@Index({ name: 'audit_entries_created_index', properties: ['createdAt', 'id'] })
export class AuditEntry extends BaseEntity {
  @OptionalIdColumn('The account that made the change; null for the command line.')
  actorId: string | null = null;

  @IdColumn('The account that was changed; of a restricted zone for all, the zone.')
  subjectId!: string;

  @Property({ type: 'text' })
  field!: AuditField;

  /** The old value, as JSON. */
  @Property({ type: 'text' })
  before!: string;

  /** The new value, as JSON. */
  @Property({ type: 'text' })
  after!: string;

  @OptionalTextColumn(MAX_REASON_LENGTH, 'Why, as stated by who did it; null if nothing was said.')
  reason: Opt<string> | null = null;
}
