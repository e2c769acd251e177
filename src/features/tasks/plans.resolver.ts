import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { InLanguage } from '../../graphql/in-language.js';
import { RecordMutation } from '../../graphql/payload.js';
import type { Language } from '../../shared/language.js';
import { applyPlan } from './plans.commands.js';
import { ApplyPlanInput } from './plans.inputs.js';
import { lastDayOf, PLANS, type Plan, type PlanStep } from './plans.js';
import { Task } from './task.entity.js';
import { TaskKind } from './task-words.js';

@ObjectType({ simpleResolvers: true, description: 'A step of a plan: a task on a day.' })
export class TaskPlanStep {
  @Field(() => Int, { description: 'Days after the first day of the plan.' })
  day!: number;

  @Field(() => TaskKind, { description: 'The kind of work.' })
  kind!: TaskKind;
}

@ObjectType({ simpleResolvers: true, description: 'A plan of the bank: tasks on days that follow one another.' })
export class TaskPlan {
  @Field(() => String, { description: 'Its key, which `applyPlan` takes.' })
  key!: string;

  @Field(() => [TaskPlanStep], { description: 'Its steps, by day.' })
  steps!: TaskPlanStep[];
}

@Resolver(() => TaskPlan)
export class TaskPlansResolver {
  @Query(() => [TaskPlan], { description: 'The plans that `applyPlan` can carry out.' })
  taskPlans(): Plan[] {
    return PLANS;
  }

  @RecordMutation([Task], {
    description:
      'Creates the tasks of a plan for hives, all or none: one for each step and apiary. Refused (PLAN_RUNNING) while tasks of the same plan are open for one of the hives.',
  })
  applyPlan(
    @Arg('input', () => ApplyPlanInput, { description: 'The plan and the hives.' }) input: ApplyPlanInput,
    @Ctx() context: Context,
  ): Promise<Task[]> {
    return applyPlan(context, input);
  }

  @FieldResolver(() => String, { description: 'Its name.' })
  title(@Root() { title }: Plan, @InLanguage() language: Language | null, @Ctx() { viewer }: Context): string {
    return title[language ?? viewer.language];
  }

  @FieldResolver(() => String, { description: 'What it is for.' })
  description(
    @Root() { description }: Plan,
    @InLanguage() language: Language | null,
    @Ctx() { viewer }: Context,
  ): string {
    return description[language ?? viewer.language];
  }

  @FieldResolver(() => Int, { description: 'The number of days from the first step to the last.' })
  days(@Root() plan: Plan): number {
    return lastDayOf(plan);
  }
}

@Resolver(() => TaskPlanStep)
export class TaskPlanStepsResolver {
  @FieldResolver(() => String, { description: 'What is to be done.' })
  title(@Root() { title }: PlanStep, @InLanguage() language: Language | null, @Ctx() { viewer }: Context): string {
    return title[language ?? viewer.language];
  }

  @FieldResolver(() => String, { nullable: true, description: 'How; null if that needs no words.' })
  notes(
    @Root() { notes }: PlanStep,
    @InLanguage() language: Language | null,
    @Ctx() { viewer }: Context,
  ): string | null {
    return notes?.[language ?? viewer.language] ?? null;
  }
}
