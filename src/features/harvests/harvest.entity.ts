import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { type Bounds, matching } from '../../graphql/bounds.js';
import {
  DayColumn,
  EnumColumn,
  IntColumn,
  LineColumn,
  OptionalColumn,
  OptionalIdOf,
  OptionalNameColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { CountryCode } from '../../shared/country.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { HarvestStatus, HoneyDestination } from './harvest-status.enums.js';

export const MAX_SOURCES = 100;
/** All sources of a harvest together fit into 32 bits. */
export const MAX_SOURCE_GRAMS = 10_000_000;
export const MAX_GRAMS = MAX_SOURCES * MAX_SOURCE_GRAMS;
/** That of the origin of honey may be one that is no more. */
export const ORIGIN: Bounds = {
  ...matching([/^[A-Z]{2}$/, 'must be two capital letters, such as CO']),
  scalar: CountryCode,
};

/** A record of food (docs/harvests.md): it outlives its hives and its apiary, whose labels are frozen, and stays with the account that harvested. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'The honey that was taken from hives on a day. A closed harvest is kept when its hives or its apiary are deleted.',
})
@Entity({ tableName: 'harvests' })
@Index({ name: 'harvests_apiary_index', properties: ['apiary', 'harvestedOn', 'id'] })
@Index({ name: 'harvests_owner_index', properties: ['ownerId', 'harvestedOn', 'id'] })
@Index({ name: 'harvests_export_index', properties: ['ownerId', 'id'] })
@Check({ name: 'harvests_lots_sum_check', expression: 'lot_grams <= grams' })
@Check({ name: 'harvests_lots_check', expression: "status = 'CLOSED' or lot_grams = 0" })
@Check({ name: 'harvests_override_check', expression: "override_reason is null or destination = 'NOT_FOR_SALE'" })
export class Harvest extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf('apiary', 'The id of the apiary; null if it has been deleted or transferred to another account.')
  readonly apiaryId!: Opt<string> | null;

  @LineColumn(200, 'The name of the apiary when the harvest was recorded.')
  apiaryLabel!: string;

  @DayColumn('The day on which the honey was taken from the hives.')
  harvestedOn!: string;

  @EnumColumn(HarvestStatus, 'Its status.')
  status!: HarvestStatus;

  @IntColumn(0, MAX_GRAMS, 'The honey of all its hives in grams: the sum of its sources.')
  grams!: number;

  /** A trigger keeps it equal to the sum of what lots contain. */
  @IntColumn(0, MAX_GRAMS, 'How many of its grams are in lots.', { default: 0 })
  lotGrams: Opt<number> = 0;

  @OptionalColumn(
    () => CountryCode,
    'The country of origin, as ISO 3166-1 has it: `CO`. Directive (EU) 2024/1438 demands it on labels.',
    { type: 'text' },
    ORIGIN,
  )
  country: Opt<string> | null = null;

  @OptionalNameColumn(200, 'The kind of honey, such as the plants that it is from.')
  honeyKind: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'Notes, as free text.')
  notes: Opt<string> | null = null;

  /** Triggers change it with the records of treatments (docs/harvests.md). */
  @EnumColumn(
    HoneyDestination,
    'Whether its honey may be sold. NOT_FOR_SALE if it was closed with an override, or a hive was in a withdrawal period, by the records of treatments as they are now.',
    { default: HoneyDestination.FOR_SALE },
  )
  destination: Opt<HoneyDestination> = HoneyDestination.FOR_SALE;

  @OptionalTextColumn(500, 'Why it was closed although a hive was in a withdrawal period; null without an override.')
  overrideReason: Opt<string> | null = null;

  @IntColumn(1, INT_MAX, 'The number of its revision: 1, and 1 more with each amendment.', { default: 1 })
  revision: Opt<number> = 1;

  @OptionalTextColumn(500, 'Why it was amended last, or voided.')
  reason: Opt<string> | null = null;

  /** There is no foreign key, because the record outlives a member's account. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
