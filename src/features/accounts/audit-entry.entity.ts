import type { Opt } from '@mikro-orm/core';
import { Entity, Index } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { Column, IdColumn, OptionalIdColumn, OptionalTextColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';

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

  @Column(
    () => String,
    'The changed field: `isActive`, `isVerified`, `role` or `permissions`. Or what was done with the account: `sessions` (they were ended; the values are their numbers), `export` (of its data), `account` (it was deleted), `secondFactor` (it was removed). Or `restrictedZone`: a zone for all was created, changed or deleted.',
    { type: 'text' },
  )
  field!: string;

  @Column(() => String, 'The old value, as JSON.', { type: 'text' })
  before!: string;

  @Column(() => String, 'The new value, as JSON.', { type: 'text' })
  after!: string;

  @OptionalTextColumn(
    MAX_REASON_LENGTH,
    'Why: as stated by who ended sessions, exported, deleted or removed a second factor; null for other changes.',
  )
  reason: Opt<string> | null = null;
}
