import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../graphql/connection.js';
import { CountryCode } from '../../shared/country.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { DateTime, LocalDate } from '../../shared/scalars.js';
import { EndCause } from '../beehives/end-cause.enums.js';

export const BeehiveMovementKind = defineEnum(
  'BeehiveMovementKind',
  'What an entry of the movement book says of hives.',
  {
    PLACED: 'They came to their first apiary: they were bought, caught, split off, or are recorded since.',
    MOVED: 'They were moved from one apiary to another.',
    ENDED: 'They ended: their colonies were lost, sold, or united with another one.',
  },
);
export type BeehiveMovementKind = EnumOf<typeof BeehiveMovementKind>;

@ObjectType({
  simpleResolvers: true,
  description:
    'The place that hives left, or to which they came, as its apiary is described today. Of an apiary that has been deleted, the owner of the hives reads what was last recorded; everything is null of one that you do not see.',
})
export class MovementPlace {
  apiaryId!: string | null;

  @Field(() => String, { nullable: true, description: 'The name of the apiary.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'The number of the apiary in the official register.' })
  registerNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'The municipality.' })
  municipality!: string | null;

  @Field(() => CountryCode, { nullable: true, description: 'The country.' })
  country!: string | null;
}

/** The columns of a place, by the names that they have in a row. */
export type PlaceColumns<P extends string> = Record<
  `${P}${'Id' | 'Name' | 'Number' | 'Municipality' | 'Country'}`,
  string | null
>;

@ObjectType({
  simpleResolvers: true,
  description:
    'An entry of the movement book: hives for which the same was recorded, on the same day, from one place to another, with the same vehicle and document.',
})
export class BeehiveMovement {
  @Field(() => ID, {
    description: 'It follows from what the hives have in common: it stays the same if another one is added.',
  })
  key!: string;

  @Field(() => BeehiveMovementKind, { description: 'What happened to the hives.' })
  kind!: BeehiveMovementKind;

  @Field(() => LocalDate, { description: 'The day on which they came, were moved, or ended.' })
  movedOn!: string;

  @Field(() => EndCause, { nullable: true, description: 'Why they ended; null if they did not.' })
  cause!: EndCause | null;

  @Field(() => Int, { description: 'The number of hives.' })
  beehivesCount!: number;

  @Field(() => [String], {
    description: 'The labels of the hives as they are today: by number, then by label.',
  })
  beehiveLabels!: string[];

  @Field(() => String, { nullable: true, description: 'The number plate of the vehicle.' })
  vehiclePlate!: string | null;

  @Field(() => String, { nullable: true, description: 'The number of the health document that went with the hives.' })
  healthDocument!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the hives left a restricted zone, if they came from one.' })
  zoneReason!: string | null;

  @Field(() => DateTime, { description: 'When it was recorded: of several hives, the first.' })
  recordedAt!: string;

  /** Who recorded the first of the hives. */
  actorId!: string | null;
  beehiveIds!: string[];
}

export type HiveMovementRow = BeehiveMovement & PlaceColumns<'origin'> & PlaceColumns<'destination'>;

export const BeehiveMovementConnection = connectionOf(BeehiveMovement, 'BeehiveMovement');
