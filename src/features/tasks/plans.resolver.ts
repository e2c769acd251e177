import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { InLanguage } from '../../graphql/in-language.js';
import { RecordMutation } from '../../graphql/payload.js';
import type { Language } from '../../shared/language.js';
import { applyTaskPlan } from './plans.commands.js';
import { ApplyTaskPlanInput } from './plans.inputs.js';
import { lastDayOf, PLANS } from './plans.rules.js';
import { Task } from './task.entity.js';
import { TaskKind } from './task.enums.js';

@ObjectType({ simpleResolvers: true, description: 'A step of a plan: a task on a day.' })
export class TaskPlanStep {
  @Field(() => Int, { description: 'Days after the first day of the plan.' })
  day!: number;

  @Field(() => TaskKind, { description: 'The kind of work.' })
  kind!: TaskKind;

  @Field(() => String, { description: 'What is to be done.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'How; null if that needs no words.' })
  notes!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'A plan of the bank: tasks on days that follow one another.' })
export class TaskPlan {
  @Field(() => String, { description: 'Its key, which `applyTaskPlan` takes.' })
  key!: string;

  @Field(() => String, { description: 'Its name.' })
  title!: string;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;

  @Field(() => Int, { description: 'The number of days from the first step to the last.' })
  days!: number;

  @Field(() => [TaskPlanStep], { description: 'Its steps, by day.' })
  steps!: TaskPlanStep[];
}

@Resolver()
export class TaskPlansResolver {
  @Query(() => [TaskPlan], { description: 'The plans that `applyTaskPlan` can carry out.' })
  taskPlans(@InLanguage() given: Language | null, @Ctx() { viewer }: Context): TaskPlan[] {
    const language = given ?? viewer.language;
    return PLANS.map((plan) => ({
      key: plan.key,
      title: plan.title[language],
      description: plan.description[language],
      days: lastDayOf(plan),
      steps: plan.steps.map(({ day, kind, title, notes }) => ({
        day,
        kind,
        title: title[language],
        notes: notes?.[language] ?? null,
      })),
    }));
  }

  @RecordMutation([Task], {
    description:
      'Creates the tasks of a plan for hives, all or none: one for each step and apiary. Refused (PLAN_RUNNING) while tasks of the same plan are open for one of the hives.',
  })
  applyTaskPlan(
    @Arg('input', () => ApplyTaskPlanInput) input: ApplyTaskPlanInput,
    @Ctx() context: Context,
  ): Promise<Task[]> {
    return applyTaskPlan(context, input);
  }
}
