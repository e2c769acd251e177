import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { addDays } from '../../shared/days.js';
import { groupBy } from '../../shared/group-by.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireBeehives } from '../beehives/beehives.rules.js';
import type { ApplyTaskPlanInput } from './plans.inputs.js';
import { lastDayOf, PLANS, type Plan } from './plans.rules.js';
import { MAX_TASK_BEEHIVES, Task } from './task.entity.js';
import { TaskPriority, TaskSource } from './task.enums.js';
import { readDetails, requireDays } from './task.rules.js';
import { lockApiary, requireRoom } from './tasks.commands.js';

/**
 * Creates the tasks of a plan for hives, all or none: one for each step and apiary, with its hives.
 * @throws NOT_FOUND and FORBIDDEN for a hive; BAD_USER_INPUT; CONFLICT (PLAN_RUNNING, TOO_MANY_TASKS, NOT_A_MEMBER)
 */
export async function applyTaskPlan(context: Context, input: ApplyTaskPlanInput): Promise<Task[]> {
  const { planKey, beehiveIds, firstDay, assigneeId } = input;
  const plan = PLANS.find(({ key }) => key === planKey);
  if (!plan) {
    const message = createMessage('must be one of {values}', { values: PLANS.map(({ key }) => key) });
    throw AppError.badInput([{ field: 'planKey', message }]);
  }
  requireBeehives('beehiveIds', beehiveIds, MAX_TASK_BEEHIVES);
  const tasks: Task[] = [];
  for (const [apiaryId, hives] of await groupByApiary(context, beehiveIds)) {
    const apiary = await lockApiary(context, apiaryId);
    await requireIdle(context, plan, hives);
    const details = await readDetails(context, apiary.id, {
      beehiveIds: hives,
      ...(assigneeId != null && { assigneeId }),
    });
    await requireRoom(context, apiary.id, plan.steps.length);
    await requireDays(context, apiary.id, {
      startsOn: firstDay,
      dueOn: addDays(firstDay, lastDayOf(plan)),
      repeatEvery: null,
    });
    for (const { day, kind, title, notes } of plan.steps)
      tasks.push(
        context.em.create(Task, {
          ...details,
          apiary,
          ownerId: apiary.userId,
          title: title[context.viewer.language],
          notes: notes?.[context.viewer.language] ?? null,
          kind,
          priority: TaskPriority.NORMAL,
          dueOn: addDays(firstDay, day),
          source: TaskSource.PLAN,
          planKey,
          actorId: context.viewer.id,
        }),
      );
  }
  return tasks;
}

/**
 * The hives by their apiaries, which are locked in the order of their ids.
 * @throws NOT_FOUND
 */
async function groupByApiary({ access }: Context, ids: readonly string[]): Promise<[string, string[]][]> {
  for (const id of ids) access.requireId(Beehive, id);
  const rows = await access.query<{ id: string; apiaryId: string }>(({ of, bind }) => {
    const { table, ownership } = of(Beehive);
    return `select id, apiary_id as "apiaryId" from ${table} where ${ownership} and id = any(${bind(ids)}::uuid[])`;
  });
  const apiaryOf = new Map(rows.map(({ id, apiaryId }) => [id, apiaryId]));
  const missing = ids.find((id) => !apiaryOf.has(id.toLowerCase()));
  if (missing !== undefined) await access.one(Beehive, missing, []);
  const groups = groupBy(ids, (id) => apiaryOf.get(id.toLowerCase())!);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A plan that others carry out where the hive stood before is theirs alone. */
async function requireIdle({ access }: Context, { key }: Plan, hives: string[]): Promise<void> {
  const [running] = await access.query<{ hive: string }>(({ of, bind }) => {
    const { table, ownership } = of(Task);
    const ids = `${bind(hives)}::uuid[]`;
    return `select beehive_labels[array_position(beehive_ids, hive)] as hive from (select * from ${table} where ${ownership}) t, unnest(beehive_ids) as hive
      where status = 'OPEN' and plan_key = ${bind(key)} and beehive_ids && ${ids} and hive = any(${ids}) limit 1`;
  });
  if (!running) return;
  const message = createMessage('The plan is being carried out on hive {hive}', { hive: running.hive });
  throw new AppError('CONFLICT', message, { reason: 'PLAN_RUNNING' });
}
