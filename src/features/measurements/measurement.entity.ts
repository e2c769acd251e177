import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Float, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { number } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  Column,
  EnumColumn,
  IdOf,
  OptionalEnumColumn,
  OptionalIdOf,
  OptionalNameColumn,
  OptionalTextColumn,
  TimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { MAX_VALUE, MeasurementKind, MeasurementUnit } from './measurement.enums.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A value that a person has measured at a hive. Those of devices are in the `series` of the hive.',
})
@Entity({ tableName: 'measurements' })
@Index({ name: 'measurements_beehive_index', properties: ['beehive', 'kind', 'measuredAt', 'id'] })
@Index({ name: 'measurements_apiary_index', properties: ['apiary', 'measuredAt', 'id'] })
@Check({ name: 'measurements_kind_unit_check', expression: `(kind = 'CUSTOM') = (unit is null)` })
@Check({ name: 'measurements_kind_quantity_check', expression: `(kind = 'CUSTOM') = (coalesce(quantity, '') <> '')` })
@Check({ name: 'measurements_kind_custom_unit_check', expression: `kind = 'CUSTOM' or custom_unit is null` })
@Check({ name: 'measurements_side_check', expression: `kind = 'WEIGHT' or not is_one_side` })
export class Measurement extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @IdOf('beehive')
  readonly beehiveId!: Opt<string>;

  /** The apiary of the hive at that time; the hive may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf('apiary', 'The id of the apiary of the hive when it was recorded, if it is there.')
  readonly apiaryId!: Opt<string> | null;

  @EnumColumn(MeasurementKind, 'What was measured.')
  kind!: MeasurementKind;

  @OptionalNameColumn(60, 'What was measured, if the kind is CUSTOM.')
  quantity: Opt<string> | null = null;

  @Column(() => Float, 'The value, in its unit.', { type: 'double' }, number(-MAX_VALUE, MAX_VALUE))
  value!: number;

  @OptionalEnumColumn(MeasurementUnit, 'The unit of the value; null if the kind is CUSTOM.')
  unit: Opt<MeasurementUnit> | null = null;

  @OptionalNameColumn(20, 'The unit, if the kind is CUSTOM; null for a number without a unit.')
  customUnit: Opt<string> | null = null;

  @BooleanColumn('Whether one side of the hive was lifted: series have twice the weight.', { default: false })
  isOneSide: Opt<boolean> = false;

  @TimeColumn('When it was measured.')
  measuredAt!: Date;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
