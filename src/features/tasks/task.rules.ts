// What the details of a task refer to, checked while its apiary is locked.
import { ApiaryRole } from '../../access/apiary-role.js';
import { hasRole } from '../../access/shared-apiaries.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { isUuid } from '../../shared/text.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { LIVING } from '../beehives/living.commands.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { MAX_TASK_BEEHIVES, MAX_TASK_ITEMS, type Task } from './task.entity.js';
import { RepeatFrom, RepeatUnit } from './task.enums.js';
import { type CreateTaskInput, MAX_YEARS, type TaskItemInput, type TaskRepeatInput } from './tasks.inputs.js';

const invalid = (field: string, message: Parameters<typeof AppError.badInput>[0][number]['message']): AppError =>
  AppError.badInput([{ field, message }]);

/** Everything but the days, of a task that is created or changed. Undefined fields stay as they are. */
type Details = Partial<
  Pick<CreateTaskInput, 'assigneeId' | 'beehiveIds' | 'items' | 'repeat'> & Omit<CreateTaskInput, 'newId' | 'apiaryId'>
>;
type Columns = Partial<
  Pick<
    Task,
    | 'assigneeId'
    | 'beehiveIds'
    | 'beehiveLabels'
    | 'itemIds'
    | 'itemQuantities'
    | 'repeatEvery'
    | 'repeatUnit'
    | 'repeatFrom'
  >
>;

/** @throws BAD_USER_INPUT, or CONFLICT (NOT_A_MEMBER) */
export async function readDetails(context: Context, apiaryId: string, details: Details): Promise<Columns> {
  const { assigneeId, beehiveIds, items, repeat } = details;
  return {
    ...(assigneeId !== undefined && { assigneeId: await readAssignee(context, apiaryId, assigneeId) }),
    ...(beehiveIds !== undefined && (await readBeehives(context, apiaryId, beehiveIds ?? []))),
    ...(items !== undefined && (await readItems(context, apiaryId, items ?? []))),
    ...(repeat !== undefined && readRepeat(repeat)),
  };
}

const IS_MEMBER = `select 1 from apiaries where id = $1 and owner_id = $2 union all select 1 from apiary_members
  where apiary_id = $1 and user_id = $2 and ${hasRole(ApiaryRole.VIEWER)}`;

/** Whether an account is the owner or a member of an apiary. */
export const canDo = async (context: Context, apiaryId: string, id: string): Promise<boolean> =>
  (await runStatement(context, { text: IS_MEMBER, values: [apiaryId, id] })).length > 0;

/** @throws CONFLICT (NOT_A_MEMBER) */
export async function readAssignee(context: Context, apiaryId: string, id: string | null): Promise<string | null> {
  if (id === null) return null;
  if (isUuid(id) && (await canDo(context, apiaryId, id))) return id.toLowerCase();
  throw new AppError('CONFLICT', 'Only the owner or a member of the apiary can do a task there', {
    reason: 'NOT_A_MEMBER',
    fields: [{ field: 'assigneeId', message: 'is not the owner or a member of the apiary' }],
  });
}

async function readBeehives({ access }: Context, apiary: string, sent: string[]): Promise<Columns> {
  requireList('beehiveIds', sent, MAX_TASK_BEEHIVES);
  if (sent.length === 0) return { beehiveIds: [], beehiveLabels: [] };
  const beehiveIds = sent.map((id) => id.toLowerCase());
  const { nodes } = await access.list(Beehive, {
    where: { id: beehiveIds.filter(isUuid), apiary, ...LIVING },
    fields: ['id', 'label'],
  });
  const byId = new Map(nodes.map(({ id, label }) => [id, label]));
  const missing = beehiveIds.findIndex((id) => !byId.has(id));
  if (missing >= 0) throw invalid(`beehiveIds.${missing}`, 'must be a living hive of the apiary');
  return { beehiveIds, beehiveLabels: beehiveIds.map((id) => byId.get(id)!) };
}

async function readItems({ access }: Context, apiary: string, sent: TaskItemInput[]): Promise<Columns> {
  const itemIds = sent.map(({ itemId }) => itemId.toLowerCase());
  requireList('items', itemIds, MAX_TASK_ITEMS);
  if (sent.length === 0) return { itemIds: [], itemQuantities: [] };
  const where = { id: itemIds.filter(isUuid), apiary };
  const { nodes } = await access.list(InventoryItem, { where, fields: ['id'] });
  const known = new Set(nodes.map(({ id }) => id));
  const missing = itemIds.findIndex((id) => !known.has(id));
  if (missing >= 0) throw invalid(`items.${missing}.itemId`, 'must be an item of the apiary');
  return { itemIds, itemQuantities: sent.map(({ quantity }) => quantity) };
}

function requireList(field: string, ids: readonly string[], max: number): void {
  if (ids.length > max) throw invalid(field, createMessage('must have at most {max} entries', { max }));
  if (new Set(ids.map((id) => id.toLowerCase())).size < ids.length) throw invalid(field, 'must not contain one twice');
}

const MAX_WEEKS = MAX_YEARS * 52;

function readRepeat(repeat: TaskRepeatInput | null): Columns {
  // The next task would be further away than a task may be.
  if (repeat?.unit === RepeatUnit.WEEK && repeat.every > MAX_WEEKS)
    throw invalid('repeat.every', createMessage('must be at most {max} weeks', { max: MAX_WEEKS }));
  return {
    repeatEvery: repeat?.every ?? null,
    repeatUnit: repeat?.unit ?? null,
    repeatFrom: repeat ? (repeat.from ?? RepeatFrom.DUE) : null,
  };
}

/** The last day on which a task may be due. */
export async function lastDueDay(context: Context, apiaryId: string): Promise<string> {
  const today = await dayAtApiary(context, apiaryId);
  return `${Number(today.slice(0, 4)) + MAX_YEARS}${today.slice(4)}`;
}

type Days = Pick<Task, 'startsOn' | 'dueOn' | 'repeatEvery'>;

/** @throws BAD_USER_INPUT for days in the wrong order or far away, and for a repetition without a due day */
export async function requireDays(context: Context, apiaryId: string, days: Days): Promise<void> {
  const { startsOn, dueOn, repeatEvery } = days;
  if (dueOn === null) {
    if (repeatEvery !== null) throw invalid('dueOn', 'is required for a task that repeats');
    if (startsOn === null) return;
  }
  if (startsOn !== null && dueOn !== null && startsOn > dueOn)
    throw invalid('startsOn', 'must not be after the due day');
  const last = await lastDueDay(context, apiaryId);
  for (const [field, day] of Object.entries({ startsOn, dueOn }))
    if (day !== null && day > last)
      throw invalid(field, createMessage('must be at most {max} years from today', { max: MAX_YEARS }));
}
