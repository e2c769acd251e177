import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import type { VersionedIdInput } from '../../graphql/record-input.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { recordWork } from './recorded-work.commands.js';
import { createNext } from './repetition.commands.js';
import { Task } from './task.entity.js';
import { TaskPriority, TaskStatus } from './task.enums.js';
import { readDetails, requireDays } from './task.rules.js';
import type { CompleteTaskInput, CreateTaskInput, UpdateTaskInput } from './tasks.inputs.js';

/** Open ones, of an apiary. */
export const MAX_OPEN_TASKS = 1000;

/** Locks the apiary: so its members, its owner and the number of its tasks stay as they are. @throws NOT_FOUND, FORBIDDEN */
export const lockApiary = ({ access }: Context, id: string): Promise<Apiary> =>
  access.forUpdate(Apiary, id, roleTo('create', Task), 'no key update');

/** @param added the number of new tasks @throws CONFLICT (TOO_MANY_TASKS) */
export async function requireRoom({ access }: Context, apiary: string, added: number): Promise<void> {
  const open = await access.count(Task, { apiary, status: TaskStatus.OPEN });
  if (open + added <= MAX_OPEN_TASKS) return;
  const message = createMessage('An apiary can have at most {max} open tasks', { max: MAX_OPEN_TASKS });
  throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_TASKS' });
}

export async function createTask(context: Context, id: string, input: CreateTaskInput): Promise<Task> {
  const { apiaryId, title, kind, priority, notes, startsOn = null, dueOn = null } = input;
  const apiary = await lockApiary(context, apiaryId);
  const details = await readDetails(context, apiary.id, input);
  await requireDays(context, apiary.id, { startsOn, dueOn, repeatEvery: details.repeatEvery ?? null });
  await requireRoom(context, apiary.id, 1);
  return context.em.create(Task, {
    ...details,
    id,
    apiary,
    ownerId: apiary.userId,
    title,
    kind,
    priority: priority ?? TaskPriority.NORMAL,
    notes: notes ?? null,
    startsOn,
    dueOn,
    actorId: context.viewer.id,
  });
}

/** @throws CONFLICT (TASK_CLOSED, NOT_A_MEMBER, VERSION_CONFLICT) */
export async function updateTask(context: Context, input: UpdateTaskInput): Promise<Task> {
  const { id, expectedVersion, assigneeId, beehiveIds, items, repeat, ...changes } = input;
  const task = await lockTask(context, id, { expectedVersion });
  requireOpen(task);
  const details = await readDetails(context, task.apiaryId, { assigneeId, beehiveIds, items, repeat });
  context.em.assign(task, { ...changes, ...details });
  const { startsOn, dueOn } = changes;
  if (startsOn !== undefined || dueOn !== undefined || repeat !== undefined)
    await requireDays(context, task.apiaryId, task);
  return task;
}

/** Locks a task, after its apiary. */
async function lockTask(context: Context, id: string, expected: Expectation): Promise<Task> {
  const { access } = context;
  const { apiaryId } = await access.one(Task, id, ['apiaryId'], roleTo('update', Task));
  await lockApiary(context, apiaryId);
  const task = await access.forUpdate(Task, id);
  await access.requireVersion(Task, task, expected);
  return task;
}

function requireOpen({ status }: Task): void {
  if (status === TaskStatus.OPEN) return;
  throw new AppError('CONFLICT', 'The task is closed: open it again first', { reason: 'TASK_CLOSED' });
}

/** A task that was done is returned as it is, so that retries succeed. @throws CONFLICT (TASK_CLOSED), and as the record that it carries */
export async function completeTask(context: Context, input: CompleteTaskInput): Promise<Task> {
  const { id, expectedVersion, closedOn, ...work } = input;
  const isDone = ({ status }: Pick<Task, 'status'>): boolean => status === TaskStatus.DONE;
  // Before the version: a repetition expects the one before.
  const task = await lockTask(context, id, {});
  if (isDone(task)) return task;
  await context.access.requireVersion(Task, task, { expectedVersion });
  requireOpen(task);
  const recordIds = await recordWork(context, task, work);
  await close(context, task, TaskStatus.DONE, closedOn ?? undefined);
  if (recordIds.length > 0) task.recordIds = recordIds;
  return task;
}

/** @throws CONFLICT (TASK_CLOSED) for one that was closed in another way */
export async function closeTask(
  context: Context,
  { id, expectedVersion }: VersionedIdInput,
  status: typeof TaskStatus.SKIPPED | typeof TaskStatus.CANCELED,
): Promise<Task> {
  const task = await lockTask(context, id, {});
  if (task.status === status) return task;
  await context.access.requireVersion(Task, task, { expectedVersion });
  requireOpen(task);
  await close(context, task, status);
  return task;
}

async function close(context: Context, task: Task, status: TaskStatus, day?: string): Promise<void> {
  const closedOn = day ?? (await dayAtApiary(context, task.apiaryId));
  context.em.assign(task, { status, closedOn, closedAt: new Date(), closedById: context.viewer.id });
  if (status !== TaskStatus.CANCELED) await createNext(context, task, closedOn);
}

/** What was recorded stays. The next repetition stays, too, and there is no second one. @throws CONFLICT (TOO_MANY_TASKS) */
export async function reopenTask(context: Context, { id, expectedVersion }: VersionedIdInput): Promise<Task> {
  const task = await lockTask(context, id, {});
  if (task.status === TaskStatus.OPEN) return task;
  await context.access.requireVersion(Task, task, { expectedVersion });
  await requireRoom(context, task.apiaryId, 1);
  return context.em.assign(task, { status: TaskStatus.OPEN, closedOn: null, closedAt: null, closedById: null });
}

export const deleteTask = (context: Context, { id, expectedVersion }: VersionedIdInput): Promise<string> =>
  deleteRow(context, Task, id, { expectedVersion });
