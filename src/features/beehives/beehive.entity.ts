import type { Opt, Ref } from '@mikro-orm/core';
import { BeforeCreate, BeforeUpdate, Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { name } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  IdOf,
  LineColumn,
  OptionalBooleanColumn,
  OptionalColumn,
  OptionalDayColumn,
  OptionalEnumColumn,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalTextColumn,
  OptionalTimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { writeBeehiveLabel } from '../../records/beehives.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { EndCause } from './end-cause.enums.js';
import { ActivityLevel, BeehiveStatus, ColonySize, deriveMeanings, HealthCondition } from './vocabulary.enums.js';

export const MAX_FRAMES = 1000;
/** A label is a name, or shorter. */
export const MAX_LABEL_LENGTH = 60;

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A hive in an apiary, in its last recorded condition.',
})
@Entity({ tableName: 'beehives' })
@Index({
  name: 'beehives_number_unique',
  expression:
    'create unique index "beehives_number_unique" on "beehives" ("apiary_id", "beehive_number") where "beehive_number" is not null and "ended_on" is null',
})
@Index({
  name: 'beehives_name_unique',
  expression:
    'create unique index "beehives_name_unique" on "beehives" ("apiary_id", lower("name")) where "name" is not null and "ended_on" is null',
})
@Index({ name: 'beehives_apiary_index', properties: ['apiary', 'id'] })
// What statistics count is in the index: they read no hives.
@Index({
  name: 'beehives_owner_index',
  expression:
    'create index "beehives_owner_index" on "beehives" ("owner_id") include ("id", "ended_on", "health", "status", "last_inspected_at")',
})
@Index({ name: 'beehives_number_index', properties: ['apiary', 'beehiveNumber', 'label', 'id'] })
@Index({ name: 'beehives_created_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({ name: 'beehives_updated_index', properties: ['apiary', 'updatedAt', 'id'] })
@Index({ name: 'beehives_last_inspected_index', properties: ['apiary', 'lastInspectedAt', 'id'] })
@Check({ name: 'beehives_end_check', expression: '(ended_on is null) = (end_cause is null)' })
export class Beehive extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @IdOf('apiary', 'The id of its apiary.')
  readonly apiaryId!: Opt<string>;

  @OptionalIntColumn(0, INT_MAX, 'The number of the hive, unique among the living hives of its apiary.')
  beehiveNumber: Opt<number> | null = null;

  @OptionalLineColumn(100, 'Flight activity, in the client’s words: `High`, `Alta`, …')
  activityLevel: Opt<string> | null = null;

  @OptionalEnumColumn(ActivityLevel, 'The meaning of `activityLevel`; null if the words are unknown.')
  activity: Opt<ActivityLevel> | null = null;

  @OptionalLineColumn(100, 'The size of the colony, in the client’s words: `Large`, `Alta`, …')
  beePopulation: Opt<string> | null = null;

  @OptionalEnumColumn(ColonySize, 'The meaning of `beePopulation`; null if the words are unknown.')
  population: Opt<ColonySize> | null = null;

  @OptionalIntColumn(0, MAX_FRAMES, 'The number of frames with honey or nectar.')
  foodFrames: Opt<number> | null = null;

  @OptionalIntColumn(0, MAX_FRAMES, 'The number of frames with eggs, larvae or pupae.')
  broodFrames: Opt<number> | null = null;

  @OptionalLineColumn(100, 'The status of the hive, in the client’s words: `Queenless`, `Cámara de cría`, …')
  hiveStatus: Opt<string> | null = null;

  @OptionalEnumColumn(BeehiveStatus, 'The meaning of `hiveStatus`; null if the words are unknown.')
  status: Opt<BeehiveStatus> | null = null;

  @OptionalLineColumn(100, 'The health of the colony, in the client’s words: `At Risk`, `Enfermedad`, …')
  healthStatus: Opt<string> | null = null;

  @OptionalEnumColumn(HealthCondition, 'The meaning of `healthStatus`; null if the words are unknown.')
  health: Opt<HealthCondition> | null = null;

  @OptionalLineColumn(100, 'Whether it has a honey super, in the client’s words: `Yes`, `Si`, …')
  hasProductionChamber: Opt<string> | null = null;

  @OptionalBooleanColumn('The meaning of `hasProductionChamber`; null if the words are unknown.')
  productionChamber: Opt<boolean> | null = null;

  /** Triggers keep it true while the hive has an active treatment (docs/treatments.md). */
  @BooleanColumn('Whether it is being treated: true while a treatment is active, otherwise as a client has set it.', {
    default: false,
  })
  isTreated: Opt<boolean> = false;

  @OptionalTextColumn(10_000, 'Notes, as free text.')
  observations: Opt<string> | null = null;

  /** A trigger sets it, when an inspection is completed, amended or voided. */
  @OptionalTimeColumn('When it was inspected last, by a completed inspection; null if there is none.')
  lastInspectedAt: Opt<Date> | null = null;

  @OptionalDayColumn(
    'The day on which it was lost or united with another hive; null for a living one. Its records stay.',
  )
  endedOn: Opt<string> | null = null;

  @OptionalEnumColumn(EndCause, 'Why it ended; null for a living one.')
  endCause: Opt<EndCause> | null = null;

  // What the worklist needs of its records, of which triggers calculate it (docs/data-model.md).

  /** The queen whose reign has not ended. There is no foreign key: that of the reign is enough. */
  @Property({ type: 'uuid', nullable: true, hidden: true })
  reigningQueenId: Opt<string> | null = null;

  /** The last day of its last reign, if all have ended. */
  @Property({ type: 'date', nullable: true, hidden: true })
  queenlessSince: Opt<string> | null = null;

  /** The day of its latest count in a sample of bees. */
  @Property({ type: 'date', nullable: true, hidden: true })
  mitesCountedOn: Opt<string> | null = null;

  /** What that count found; null if it has been treated since. */
  @Property({
    type: 'double',
    columnType: 'double precision',
    fieldName: 'mites_per_100',
    nullable: true,
    hidden: true,
  })
  mitesPer100: Opt<number> | null = null;

  /** The first day on which an active treatment ends, or is to end; 9999-12-31 without one. */
  @Property({ type: 'date', nullable: true, hidden: true })
  treatmentEndsOn: Opt<string> | null = null;

  /** The last day of the withdrawal periods, if no treatment is active after its planned end. */
  @Property({ type: 'date', nullable: true, hidden: true })
  withdrawalUntil: Opt<string> | null = null;

  /** The last day on which a treatment that states no withdrawal period makes that of the hive unknown. */
  @Property({ type: 'date', nullable: true, hidden: true })
  withdrawalUnknownUntil: Opt<string> | null = null;

  @OptionalColumn(
    () => String,
    'What is written on the hive, such as `Maple`, `3A` or `22-018`: unique among the living hives of its apiary, ignoring case.',
    { type: 'text' },
    name(1, MAX_LABEL_LENGTH),
  )
  name: Opt<string> | null = null;

  @LineColumn(MAX_LABEL_LENGTH, 'What to call the hive: its name, else its number, else the end of its id.', {
    generated: `(${writeBeehiveLabel()}) stored`,
  })
  label!: Opt<string>;

  /** Keeps the enums consistent with the recorded words. */
  @BeforeCreate()
  @BeforeUpdate()
  setMeanings(): void {
    Object.assign(this, deriveMeanings(this));
  }
}
