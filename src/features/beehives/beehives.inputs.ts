import { ArgsType, ID, InputType } from 'type-graphql';
import {
  OmittableBoolean,
  OmittableField,
  OptionalBoolean,
  OptionalField,
  OptionalInt,
  OptionalText,
  RequiredField,
} from '../../graphql/input-fields.js';
import { type OrderBy, orderBy } from '../../graphql/order-by.js';
import { PageArgs } from '../../graphql/page-args.js';
import { Text } from '../../graphql/validators.js';
import { INT_MAX } from '../../shared/text.js';
import type { Beehive } from './beehive.entity.js';
import { ActivityLevel, BeehiveState, ColonySize, HealthCondition } from './vocabulary.js';

const FRAMES_MAX = 1000;

/** What is seen of a hive. In an update what is left out stays as it is, and null clears. */
@InputType()
export abstract class BeehiveStateFields {
  @OptionalText(100, 'How lively the bees fly: Low, Medium, High or words of your own.')
  activityLevel?: string | null;

  @OptionalText(100, 'How many bees there are: Small, Medium, Large or words of your own.')
  beePopulation?: string | null;

  @OptionalInt(0, FRAMES_MAX, `How many frames hold honey or nectar, 0 to ${FRAMES_MAX}.`)
  foodFrames?: number | null;

  @OptionalInt(0, FRAMES_MAX, `How many frames hold eggs, larvae or pupae, 0 to ${FRAMES_MAX}.`)
  broodFrames?: number | null;

  @OptionalText(100, 'Active, Inactive, Queenless or words of your own.')
  hiveStatus?: string | null;

  @OptionalText(100, 'Healthy, At Risk, Unhealthy or words of your own.')
  healthStatus?: string | null;

  @OptionalText(100, 'Whether a honey super is on it: Yes, No or words of your own.')
  hasProductionChamber?: string | null;

  @OptionalText(10_000, 'Notes, at most 10,000 characters.')
  observations?: string | null;
}

@InputType()
abstract class BeehiveFields extends BeehiveStateFields {
  @OptionalInt(0, INT_MAX, 'Its number, 0 or more; no two hives of an apiary have the same.')
  beehiveNumber?: number | null;
}

@InputType({ description: 'What a new hive is made of.' })
export class CreateBeehiveInput extends BeehiveFields {
  @RequiredField(() => ID, 'The apiary it will stand in: one of your own.')
  apiaryId!: string;

  @OptionalBoolean('Whether it is being treated; if not said, it is not.')
  isTreated?: boolean | null;
}

@InputType({ description: 'What to change about a hive: what is left out stays as it is, null clears.' })
export class UpdateBeehiveInput extends BeehiveFields {
  @OmittableField(() => ID, 'Another apiary of your own, to move the hive there.', Text(1, 100))
  apiaryId?: string;

  @OmittableBoolean('Whether it is being treated.')
  isTreated?: boolean;
}

@InputType({ description: 'Which hives: those for which everything said here holds. It goes by what the words mean.' })
export class BeehiveFilter {
  @OptionalInt(0, INT_MAX, 'Only the hive with this number.')
  beehiveNumber?: number | null;

  @OptionalField(() => [HealthCondition], 'Colonies that are as well as one of these.')
  health?: HealthCondition[] | null;

  @OptionalField(() => [ActivityLevel], 'Colonies that fly as lively as one of these.')
  activity?: ActivityLevel[] | null;

  @OptionalField(() => [ColonySize], 'Colonies of one of these sizes.')
  population?: ColonySize[] | null;

  @OptionalField(() => [BeehiveState], 'Hives with one of these states.')
  status?: BeehiveState[] | null;

  @OptionalBoolean('Hives with (true) or without (false) a honey super.')
  productionChamber?: boolean | null;

  @OptionalBoolean('Hives that are (true) or are not (false) being treated.')
  isTreated?: boolean | null;
}

const BeehiveOrder = orderBy<Beehive>('Beehive', 'hives', {
  BEEHIVE_NUMBER: ['beehiveNumber', 'Their number.'],
  CREATED_AT: ['createdAt', 'When they were made.'],
  UPDATED_AT: ['updatedAt', 'When they were last changed.'],
});

/** The arguments of every list of hives. */
@ArgsType()
export class BeehivesArgs extends PageArgs {
  @OptionalField(() => BeehiveFilter, 'Which hives; if not said, all of them.')
  filter?: BeehiveFilter | null;

  @OptionalField(() => BeehiveOrder, 'The order; if not said, by number, those without one last.')
  orderBy?: OrderBy<Beehive> | null;
}

@ArgsType()
export class ViewerBeehivesArgs extends BeehivesArgs {
  @OptionalField(() => ID, 'The hives of this apiary only.')
  apiaryId?: string | null;
}
