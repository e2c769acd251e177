import { DecimalType, type Opt, type Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Float, ObjectType } from 'type-graphql';
import { BaseEntity, ShowsUpdatedAt, VERSION_DESCRIPTION } from '../../base.entity.js';
import { Bounded, COUNTRY, LATITUDE, LONGITUDE, number, TIME_ZONE } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  Column,
  IdOf,
  IntColumn,
  LineColumn,
  OptionalColumn,
  OptionalEnumColumn,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { CountryCode } from '../../shared/country.js';
import { INT_MAX } from '../../shared/text.js';
import { TimeZone, UTC } from '../../shared/time-zone.js';
import { User } from '../accounts/user.entity.js';
import { ApiaryMobility } from './apiary-mobility.enums.js';

const MITES_PER_100_BEES = number(0.1, 100);
const KILOGRAMS = number(1, 200);

@ShowsUpdatedAt
@ObjectType({ implements: Node, simpleResolvers: true, description: 'A place with hives that belongs to one account.' })
@Entity({ tableName: 'apiaries' })
@Index({ name: 'apiaries_created_index', properties: ['user', 'createdAt', 'id'] })
@Index({ name: 'apiaries_name_index', properties: ['user', 'name', 'id'] })
@Index({
  name: 'apiaries_position_index',
  expression:
    'create index "apiaries_position_index" on "apiaries" ("owner_id", "latitude") where "latitude" is not null',
})
@Check({
  name: 'apiaries_position_check',
  expression: '(latitude is null) = (longitude is null)',
})
@Unique({ name: 'apiaries_owner_unique', properties: ['user', 'id'] })
export class Apiary extends BaseEntity {
  /** It may be an account that has been deleted, until its rows are removed (ADR 0038): a trigger replaces the foreign key. */
  @ManyToOne(() => User, { ref: true, fieldName: 'owner_id', createForeignKeyConstraint: false, index: false })
  user!: Ref<User>;

  @IdOf('user', 'The id of the account that owns it.')
  readonly userId!: Opt<string>;

  @LineColumn(200, 'The name.')
  name!: string;

  @OptionalTextColumn(500, 'The location, as free text.')
  location: Opt<string> | null = null;

  /** In degrees of WGS 84. No field shows it as it is: who may see it exactly, the field `position` decides. */
  @Bounded(LATITUDE)
  @Property({ type: new DecimalType('number'), precision: 8, scale: 5, nullable: true })
  latitude: Opt<number> | null = null;

  @Bounded(LONGITUDE)
  @Property({ type: new DecimalType('number'), precision: 8, scale: 5, nullable: true })
  longitude: Opt<number> | null = null;

  @OptionalIntColumn(-500, 9000, 'The elevation above sea level, in metres.')
  elevation: Opt<number> | null = null;

  @OptionalColumn(
    () => CountryCode,
    'The country, whose rules of registers and declarations apply.',
    { type: 'text' },
    COUNTRY,
  )
  country: Opt<string> | null = null;

  @OptionalLineColumn(200, 'The municipality, as registers and declarations name it.')
  municipality: Opt<string> | null = null;

  @OptionalLineColumn(50, 'The number of the apiary in the official register.')
  registerNumber: Opt<string> | null = null;

  @OptionalEnumColumn(ApiaryMobility, 'Whether its hives stay there, or follow the bloom.')
  mobility: Opt<ApiaryMobility> | null = null;

  @OptionalTextColumn(500, 'What the bees forage on there: the plants, or the crop.')
  forage: Opt<string> | null = null;

  @BooleanColumn('Whether its hives are being treated.', { default: false })
  treatments: Opt<boolean> = false;

  @Column(
    () => TimeZone,
    'The time zone in which it has its days: “today”, and the beginning of every day.',
    {
      type: 'text',
      default: UTC,
    },
    TIME_ZONE,
  )
  timeZone: Opt<string> = UTC;

  @OptionalIntColumn(1, 3650, 'After so many days, its hives are to be inspected again; null for 14.')
  inspectionDays: Opt<number> | null = null;

  @OptionalColumn(
    () => Float,
    'From so many mites per 100 bees on, the worklist has a hive; null for 2.',
    {
      type: 'double',
    },
    MITES_PER_100_BEES,
  )
  mitesToWatch: Opt<number> | null = null;

  @OptionalColumn(
    () => Float,
    'From so many mites per 100 bees on, a hive is to be treated; null for 3.',
    {
      type: 'double',
    },
    MITES_PER_100_BEES,
  )
  mitesToTreat: Opt<number> | null = null;

  @OptionalColumn(
    () => Float,
    'The food in kilograms that each of its hives should have: the worklist has those with less; null for no such rule.',
    { type: 'double' },
    KILOGRAMS,
  )
  winterStores: Opt<number> | null = null;

  @OptionalColumn(
    () => Float,
    'The weight in kilograms below which the worklist has a hive; null for no such rule.',
    { type: 'double' },
    KILOGRAMS,
  )
  minimumWeight: Opt<number> | null = null;

  @OptionalIntColumn(
    1,
    720,
    'After so many hours without a reading, the devices of a hive are silent: the worklist has it; null for 24.',
  )
  silentHours: Opt<number> | null = null;

  /** As in `TrackedEntity`. */
  @IntColumn(1, INT_MAX, VERSION_DESCRIPTION, { default: 1, version: true })
  version: Opt<number> = 1;
}
