import { ArgsType, ID, InputType } from 'type-graphql';
import { filteredBy } from '../../graphql/filter.js';
import {
  DefaultedBoolean,
  DefaultedField,
  ExpectedVersion,
  NewId,
  OmittableBoolean,
  OmittableValue,
  OptionalField,
  OptionalValue,
  RequiredField,
} from '../../graphql/input-fields.js';
import { DayNotInFuture } from '../../graphql/validators.js';
import { MarkingColor } from './marking-color.enums.js';
import { Queen, QueenOrigin } from './queen.entity.js';
import { QueenReign, ReignEnd } from './queen-reign.entity.js';

const YEAR = 'The year in which she hatched, from {min}.';
const COLOR = 'The colour of her mark, if it is not that of her year.';
const NAME = 'Her name or number, such as that on her mark: {bounds}.';
const RACE = 'Her race or line, such as `Carniolan`: {bounds}.';
const BREEDER = 'Who bred her: {bounds}.';
const MOTHER = 'The id of her mother: a queen of the same owner that does not descend from her (LINEAGE_CYCLE).';
const NOTES = 'Notes, {bounds}.';

const STARTED = 'The first day, not in the future.';

@InputType({ description: 'The beginning of a reign.' })
export class InstallationInput {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @DayNotInFuture()
  @OptionalValue(QueenReign, `${STARTED} If omitted, today.`)
  startedOn?: string | null;
}

@InputType({
  description: 'A new queen. With `install`, she is also installed, as by `installQueen`, or neither happens.',
})
export class CreateQueenInput {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the apiary where she is, or will be.')
  apiaryId!: string;

  @OptionalValue(Queen, NAME)
  name?: string | null;

  @OptionalValue(Queen, YEAR)
  year?: number | null;

  @OptionalField(() => MarkingColor, COLOR)
  color?: MarkingColor | null;

  @DefaultedBoolean(false, 'Whether she is marked.')
  isMarked?: boolean | null;

  @DefaultedBoolean(false, 'Whether a wing of hers is clipped.')
  isClipped?: boolean | null;

  @OptionalValue(Queen, RACE)
  race?: string | null;

  @OptionalField(() => QueenOrigin, 'Where she comes from.')
  origin?: QueenOrigin | null;

  @OptionalValue(Queen, BREEDER)
  breeder?: string | null;

  @OptionalField(() => ID, MOTHER)
  motherId?: string | null;

  @OptionalValue(Queen, NOTES)
  notes?: string | null;

  @OptionalField(
    () => InstallationInput,
    'The beginning of her reign, in a hive of the owner of the apiary. If omitted, none.',
  )
  install?: InstallationInput | null;
}

@InputType({ description: 'Changes of a queen. Fields that are omitted stay as they are; null clears a value.' })
export class UpdateQueenInput {
  @RequiredField(() => ID, 'The id of the queen.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OptionalValue(Queen, NAME)
  name?: string | null;

  @OptionalValue(Queen, YEAR)
  year?: number | null;

  @OptionalField(() => MarkingColor, COLOR)
  color?: MarkingColor | null;

  @OmittableBoolean('Whether she is marked.')
  isMarked?: boolean;

  @OmittableBoolean('Whether a wing of hers is clipped.')
  isClipped?: boolean;

  @OptionalValue(Queen, RACE)
  race?: string | null;

  @OptionalField(() => QueenOrigin, 'Where she comes from.')
  origin?: QueenOrigin | null;

  @OptionalValue(Queen, BREEDER)
  breeder?: string | null;

  @OptionalField(() => ID, MOTHER)
  motherId?: string | null;

  @OptionalValue(Queen, NOTES)
  notes?: string | null;
}

const ENDED = 'The day on which it ended, not in the future: no longer part of the reign.';

@InputType({ description: 'A queen is installed in a hive. An earlier time can be recorded later.' })
export class InstallQueenInput extends InstallationInput {
  @RequiredField(() => ID, 'The id of the queen, who belongs to the owner of the hive.')
  queenId!: string;

  @DayNotInFuture()
  @OptionalValue(QueenReign, `${ENDED} With it, a reign of the past is recorded, and no other one ends.`)
  endedOn?: string | null;

  @OptionalField(() => ReignEnd, 'Why it ended; only together with `endedOn`.')
  endReason?: ReignEnd | null;

  @DefaultedField(
    () => ReignEnd,
    ReignEnd.REPLACED,
    'Why the reign of the queen before her ended, if she is still in the hive.',
  )
  previousEndReason?: ReignEnd | null;

  @OptionalValue(QueenReign, NOTES)
  notes?: string | null;
}

@InputType({ description: 'The end of a reign.' })
export class EndQueenReignInput {
  @RequiredField(() => ID, 'The id of the reign.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @DayNotInFuture()
  @OptionalValue(QueenReign, `${ENDED} If omitted, today.`)
  endedOn?: string | null;

  @OptionalField(() => ReignEnd, 'Why it ended.')
  endReason?: ReignEnd | null;

  @OptionalValue(QueenReign, `${NOTES} If omitted, they stay as they are.`)
  notes?: string | null;
}

@InputType({ description: 'A correction of a reign. Fields that are omitted stay as they are; null clears a value.' })
export class UpdateQueenReignInput {
  @RequiredField(() => ID, 'The id of the reign.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @DayNotInFuture()
  @OmittableValue(QueenReign, STARTED)
  startedOn?: string;

  @DayNotInFuture()
  @OptionalValue(QueenReign, `${ENDED} Null: it has not ended.`)
  endedOn?: string | null;

  @OptionalField(() => ReignEnd, 'Why it ended; only of one that has ended.')
  endReason?: ReignEnd | null;

  @OptionalValue(QueenReign, NOTES)
  notes?: string | null;
}

@InputType({ description: 'Which queens are listed.' })
export class QueenFilter {
  @OptionalValue(Queen, 'Only queens that hatched in this year.')
  year?: number | null;
}

@ArgsType()
export class QueensArgs extends filteredBy(QueenFilter) {
  @OptionalField(() => ID, 'Only queens in this apiary.')
  apiaryId?: string | null;
}
