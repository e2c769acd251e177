import type { Context } from '../../context.js';
import { addDays, DAY_MS } from '../../shared/days.js';
import { Task } from './task.entity.js';
import { RepeatFrom, RepeatUnit, TaskSource } from './task.enums.js';
import { canDo, lastDueDay } from './task.rules.js';

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The next due day is after that on which the task was closed: what was missed is not done twice on one day. */
export function nextDueDay(
  { dueOn, repeatFrom }: Pick<Task, 'dueOn' | 'repeatFrom'>,
  interval: number,
  closedOn: string,
): string {
  if (repeatFrom === RepeatFrom.COMPLETION) return addDays(closedOn, interval);
  const passed = Math.max(0, daysBetween(dueOn!, closedOn));
  return addDays(dueOn!, (Math.floor(passed / interval) + 1) * interval);
}

/**
 * Opens the next task of one that repeats, unless it would be due further away than a task may be. There is one of each: a task that was opened
 * again has its next one already.
 */
export async function createNext(context: Context, task: Task, closedOn: string): Promise<void> {
  const { repeatEvery, repeatUnit, dueOn, startsOn } = task;
  if (repeatEvery === null || dueOn === null) return;
  if ((await context.access.count(Task, { previousId: task.id })) > 0) return;
  const next = nextDueDay(task, Math.max(1, repeatEvery) * (repeatUnit === RepeatUnit.WEEK ? 7 : 1), closedOn);
  const { title, notes, kind, priority, planKey, repeatFrom, apiary, apiaryId, ownerId } = task;
  const days = { startsOn: startsOn === null ? null : addDays(startsOn, daysBetween(dueOn, next)), dueOn: next };
  if (next > (await lastDueDay(context, apiaryId))) return;
  // The access of an inspector ends without a change of any row.
  const isThere = task.assigneeId !== null && (await canDo(context, apiaryId, task.assigneeId));
  const assigneeId = isThere ? task.assigneeId : null;
  context.em.create(Task, {
    ...{ title, notes, kind, priority, assigneeId, planKey, repeatEvery, repeatUnit, repeatFrom, apiary, ownerId },
    ...{ beehiveIds: [...task.beehiveIds], beehiveLabels: [...task.beehiveLabels] },
    ...{ itemIds: [...task.itemIds], itemQuantities: [...task.itemQuantities] },
    source: TaskSource.REPETITION,
    previousId: task.id,
    ...days,
    actorId: context.viewer.id,
  });
}
