import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Bounded, COUNTRY, getBounds } from '../../graphql/bounds.js';
import {
  DayColumn,
  IdOf,
  OptionalDayColumn,
  OptionalIdOf,
  OptionalLineColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from './beehive.entity.js';

/** Triggers write placements whenever a hive is created, moves or ends (docs/colonies.md), so that no statement can forget them. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'Where a hive stood from one day to another.' })
@Entity({ tableName: 'beehive_placements' })
@Index({ name: 'beehive_placements_beehive_index', properties: ['beehive', 'placedOn', 'createdAt', 'id'] })
@Index({ name: 'beehive_placements_apiary_index', properties: ['apiary', 'placedOn', 'id'] })
// A hash of the id, so that no other statement uses the index of the constraint, as of reigns.
@Check({
  name: 'beehive_placements_one_apiary',
  expression:
    'EXCLUDE USING gist ((md5(beehive_id::text)::uuid) WITH =, daterange(placed_on, left_on) WITH &&) DEFERRABLE',
})
@Check({ name: 'beehive_placements_days_check', expression: 'left_on >= placed_on' })
export class BeehivePlacement extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @IdOf('beehive')
  readonly beehiveId!: Opt<string>;

  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf(
    'apiary',
    'The id of the apiary; null if it has been deleted, or belongs to another account than the hive.',
  )
  readonly apiaryId!: Opt<string> | null;

  @DayColumn('The first day on which the hive stood there.')
  placedOn!: string;

  @OptionalDayColumn('The first day on which it no longer stood there; null while it does.')
  leftOn: Opt<string> | null = null;

  @OptionalLineColumn(50, 'The number plate of the vehicle that brought the hive.')
  vehiclePlate: Opt<string> | null = null;

  @OptionalLineColumn(200, 'The number of the health document with which the hive came.')
  healthDocument: Opt<string> | null = null;

  @OptionalTextColumn(500, 'Why the hive left a restricted zone, if it came from one.')
  zoneReason: Opt<string> | null = null;

  /** What the movement book says of an apiary that has been deleted: a trigger copies it before. */
  @Bounded(getBounds(Apiary, 'name'))
  @Property({ type: 'text', nullable: true })
  apiaryLabel: Opt<string> | null = null;

  @Bounded(getBounds(Apiary, 'registerNumber'))
  @Property({ type: 'text', nullable: true })
  apiaryRegisterNumber: Opt<string> | null = null;

  @Bounded(getBounds(Apiary, 'municipality'))
  @Property({ type: 'text', nullable: true })
  apiaryMunicipality: Opt<string> | null = null;

  @Bounded(COUNTRY)
  @Property({ type: 'text', nullable: true })
  apiaryCountry: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. Null if that is not known. */
  @Property({ type: 'uuid', nullable: true })
  actorId: Opt<string> | null = null;
}
