import { ID, InputType, Int } from 'type-graphql';
import {
  DefaultedField,
  ExpectedVersion,
  NewId,
  OmittableValue,
  OptionalField,
  OptionalValue,
  RequiredField,
} from '../../graphql/input-fields.js';
import { DayNotInFuture, OneOf } from '../../graphql/validators.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { BeehiveFields } from '../beehives/beehives.inputs.js';
import { EndCause, LOSS_CAUSES } from '../beehives/end-cause.enums.js';
import { HealthDocument, TransportFields, VehiclePlate } from '../beehives/transport.inputs.js';
import { ColonyEvent } from './colony-event.entity.js';

const EARLIEST = 'not in the future, and not before the hive came to its apiary';
/** The end of a hive comes after its other events. */
const EARLIEST_END = `${EARLIEST}, its colony was split, or another one was united into it`;
const Day =
  (what: string, earliest = EARLIEST): PropertyDecorator =>
  (target, property) => {
    DayNotInFuture()(target, property);
    OptionalValue(ColonyEvent, `The day ${what}, ${earliest}. If omitted, today.`, 'occurredOn')(target, property);
  };
const Notes = (): PropertyDecorator => OptionalValue(ColonyEvent, 'Notes about the event, {bounds}.', 'notes');
const ZoneReason = (): PropertyDecorator =>
  OptionalValue(
    ColonyEvent,
    'Why bees leave a restricted zone, if they come from one that is in force (RESTRICTED_ZONE), {bounds}.',
    'zoneReason',
  );
const HiveNumber = (): PropertyDecorator =>
  OptionalValue(
    Beehive,
    'Its number from then on, unique among the living hives of the apiary. If omitted, unchanged.',
    'beehiveNumber',
  );
const HiveName = (): PropertyDecorator =>
  OptionalValue(
    Beehive,
    'Its name from then on, {bounds}, unique among the living hives of the apiary. If omitted, unchanged.',
    'name',
  );

@InputType({
  description:
    'A split of a colony. The state is that of the new hive; its frames are taken out of the hive that is split.',
})
export class SplitBeehiveInput extends BeehiveFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the hive that is split.')
  id!: string;

  @OptionalField(() => ID, 'The id of the apiary of the new hive. If omitted, that of the hive that is split.')
  apiaryId?: string | null;

  @OptionalField(
    () => ID,
    'The id of the queen who goes to the new hive, and is installed there on the day of the split. If omitted, none.',
  )
  queenId?: string | null;

  @Day('of the split')
  splitOn?: string | null;

  @Notes()
  notes?: string | null;

  @ZoneReason()
  zoneReason?: string | null;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

export const UnionSide = defineEnum('UnionSide', 'One of the two hives of a union.', {
  SOURCE: 'The hive that ends: `id`.',
  TARGET: 'The hive that stays: `intoBeehiveId`.',
});
export type UnionSide = EnumOf<typeof UnionSide>;

@InputType({ description: 'The union of two colonies in one hive.' })
export class UniteBeehivesInput {
  @RequiredField(() => ID, 'The id of the hive that ends.')
  id!: string;

  @RequiredField(() => ID, 'The id of the hive that stays.')
  intoBeehiveId!: string;

  @OptionalValue(
    ColonyEvent,
    'How many frames with honey or nectar go to the hive that stays, at most those of the other one. If omitted, all.',
  )
  foodFrames?: number | null;

  @OptionalValue(
    ColonyEvent,
    'How many frames with brood go to the hive that stays, at most those of the other one. If omitted, all.',
  )
  broodFrames?: number | null;

  @DefaultedField(
    () => UnionSide,
    UnionSide.TARGET,
    'Whose queen stays. SOURCE: the queen of the hive that ends is installed in the hive that stays, where the reign of the queen before her ends (REPLACED); both hives must belong to the same account. TARGET: the hive that stays keeps its queen, if it has one.',
  )
  queenFrom?: UnionSide | null;

  @Day('of the union', EARLIEST_END)
  unitedOn?: string | null;

  @Notes()
  notes?: string | null;

  @ZoneReason()
  zoneReason?: string | null;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OptionalField(() => Int, 'The same for the hive that stays.')
  intoExpectedVersion?: number | null;
}

@InputType({ description: 'The loss of a colony.' })
export class RecordLossInput {
  @RequiredField(() => ID, 'The id of the hive.')
  id!: string;

  @RequiredField(() => EndCause, 'Why it was lost: any but UNITED.', OneOf(LOSS_CAUSES))
  cause!: EndCause;

  @Day('of the loss, as far as it is known', EARLIEST_END)
  lostOn?: string | null;

  @Notes()
  notes?: string | null;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

@InputType({ description: 'A correction of the end of a hive. Omitted fields are unchanged.' })
export class CorrectBeehiveEndInput {
  @RequiredField(() => ID, 'The id of the hive.')
  id!: string;

  @DayNotInFuture()
  @OmittableValue(
    Beehive,
    `The day, ${EARLIEST_END}. That of a union is also a day on which there was the hive that stayed, and none after frames of it had left that hive again.`,
  )
  endedOn?: string;

  @OptionalField(
    () => EndCause,
    'Why it was lost: any but UNITED. Omitted for a hive that was united with another one.',
    OneOf(LOSS_CAUSES),
  )
  cause?: EndCause | null;

  @OptionalValue(ColonyEvent, `Notes, {bounds}; null clears them.`)
  notes?: string | null;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

@InputType({ description: 'The return of a hive that was ended by mistake.' })
export class ReviveBeehiveInput {
  @RequiredField(() => ID, 'The id of the hive.')
  id!: string;

  @HiveNumber()
  beehiveNumber?: number | null;

  @HiveName()
  name?: string | null;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

@InputType({ description: 'A move of a hive to another apiary.' })
export class MoveBeehiveInput extends TransportFields {
  @RequiredField(() => ID, 'The id of the hive.')
  id!: string;

  @RequiredField(
    () => ID,
    'The id of another of your apiaries. To one of another account, its records of treatments go along and leave your register: download it before. Its harvests stay with you.',
  )
  apiaryId!: string;

  @HiveNumber()
  beehiveNumber?: number | null;

  @HiveName()
  name?: string | null;

  @Day('of the move')
  movedOn?: string | null;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

@InputType({ description: 'A correction of how a hive came to an apiary. Omitted fields are unchanged.' })
export class CorrectBeehivePlacementInput {
  @RequiredField(() => ID, 'The id of the placement.')
  id!: string;

  @DayNotInFuture()
  @OmittableValue(
    BeehivePlacement,
    'The day, between the first day in the apiary before and the last day in this one. The placement before ends on it.',
  )
  placedOn?: string;

  @VehiclePlate('Null clears it.')
  vehiclePlate?: string | null;

  @HealthDocument('Null clears it.')
  healthDocument?: string | null;

  @ExpectedVersion()
  expectedVersion?: number | null;
}
