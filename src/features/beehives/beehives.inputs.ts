import { IsBoolean } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import { Direction, PageArgs } from '../../graphql/page-args.js';
import { Clearable, Text, WhenGiven, Whole } from '../../graphql/validators.js';
import { INT_MAX } from '../../shared/text.js';
import { ColonySize, HealthCondition, HiveState, Level } from './vocabulary.js';

const FRAMES_MAX = 1000;

/** What is seen of a hive. In an update what is left out stays as it is, and null clears. */
@InputType()
export abstract class HiveStateFields {
  @Field(() => String, {
    nullable: true,
    description: 'How lively the bees fly: Low, Medium, High or words of your own.',
  })
  @Clearable()
  @Text(0, 100)
  activityLevel?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'How many bees there are: Small, Medium, Large or words of your own.',
  })
  @Clearable()
  @Text(0, 100)
  beePopulation?: string | null;

  @Field(() => Int, { nullable: true, description: `How many frames hold honey or nectar, 0 to ${FRAMES_MAX}.` })
  @Clearable()
  @Whole(0, FRAMES_MAX)
  foodFrames?: number | null;

  @Field(() => Int, { nullable: true, description: `How many frames hold eggs, larvae or pupae, 0 to ${FRAMES_MAX}.` })
  @Clearable()
  @Whole(0, FRAMES_MAX)
  broodFrames?: number | null;

  @Field(() => String, { nullable: true, description: 'Active, Inactive, Queenless or words of your own.' })
  @Clearable()
  @Text(0, 100)
  hiveStatus?: string | null;

  @Field(() => String, { nullable: true, description: 'Healthy, At Risk, Unhealthy or words of your own.' })
  @Clearable()
  @Text(0, 100)
  healthStatus?: string | null;

  @Field(() => String, { nullable: true, description: 'Whether a honey super is on it: Yes, No or words of your own.' })
  @Clearable()
  @Text(0, 100)
  hasProductionChamber?: string | null;

  @Field(() => String, { nullable: true, description: 'Notes, at most 10,000 characters.' })
  @Clearable()
  @Text(0, 10_000)
  observations?: string | null;
}

@InputType()
abstract class BeehiveFields extends HiveStateFields {
  @Field(() => Int, { nullable: true, description: 'Its number, 0 or more; no two hives of an apiary have the same.' })
  @Clearable()
  @Whole(0, INT_MAX)
  number?: number | null;
}

@InputType({ description: 'What a new hive is made of.' })
export class CreateBeehiveInput extends BeehiveFields {
  @Field(() => ID, { description: 'The apiary it will stand in: one of your own.' })
  apiaryId!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is being treated; if not said, it is not.' })
  @Clearable()
  @IsBoolean({ message: 'must be true or false' })
  treatments?: boolean | null;
}

@InputType({ description: 'What to change about a hive: what is left out stays as it is, null clears.' })
export class UpdateBeehiveInput extends BeehiveFields {
  @Field(() => ID, { nullable: true, description: 'Another apiary of your own, to move the hive there.' })
  @WhenGiven()
  @Text(1, 100)
  apiaryId?: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is being treated.' })
  @WhenGiven()
  @IsBoolean({ message: 'must be true or false' })
  treatments?: boolean;
}

@InputType({ description: 'Which hives: those for which everything said here holds. It goes by what the words mean.' })
export class BeehiveFilter {
  @Field(() => [HealthCondition], { nullable: true, description: 'Colonies that are as well as one of these.' })
  health?: HealthCondition[] | null;

  @Field(() => [Level], { nullable: true, description: 'Colonies that fly as lively as one of these.' })
  activity?: Level[] | null;

  @Field(() => [ColonySize], { nullable: true, description: 'Colonies of one of these sizes.' })
  population?: ColonySize[] | null;

  @Field(() => [HiveState], { nullable: true, description: 'Hives with one of these states.' })
  status?: HiveState[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Hives with (true) or without (false) a honey super.' })
  productionChamber?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Hives that are (true) or are not (false) being treated.' })
  treatments?: boolean | null;
}

export enum BeehiveOrderField {
  NUMBER = 'number',
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
}
registerEnumType(BeehiveOrderField, {
  name: 'BeehiveOrderField',
  description: 'What hives can be ordered by.',
  valuesConfig: {
    NUMBER: { description: 'Their number.' },
    CREATED_AT: { description: 'When they were made.' },
    UPDATED_AT: { description: 'When they were last changed.' },
  },
});

@InputType({ description: 'How to order hives.' })
export class BeehiveOrder {
  @Field(() => BeehiveOrderField, { description: 'What to order by.' })
  field!: BeehiveOrderField;

  @Field(() => Direction, { description: 'Which way.' })
  direction!: Direction;
}

/** The arguments of every list of hives. */
@ArgsType()
export class BeehivesArgs extends PageArgs {
  @Field(() => BeehiveFilter, { nullable: true, description: 'Which hives; if not said, all of them.' })
  filter?: BeehiveFilter | null;

  @Field(() => BeehiveOrder, {
    nullable: true,
    description: 'The order; if not said, by number, those without one last.',
  })
  orderBy?: BeehiveOrder | null;
}

@ArgsType()
export class ViewerBeehivesArgs extends BeehivesArgs {
  @Field(() => ID, { nullable: true, description: 'The hives of this apiary only.' })
  apiaryId?: string | null;
}
