// What people say about items of the worklist. A mark belongs to an apiary and the key of an item, and counts as long as the item follows
// from the same thing (`cause`): a hive that was inspected and is overdue again is listed again.
import { v7 as uuidv7 } from 'uuid';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { addDays } from '../../shared/days.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { readAssignee } from '../tasks/task.rules.js';
import { WorklistKind } from './worklist.enums.js';
import type { WorklistItem } from './worklist.inputs.js';
import { withDetails, writeItems } from './worklist-items.queries.js';
import { WorklistMark } from './worklist-mark.entity.js';

export const MAX_SNOOZE_DAYS = 366;
/** Items are found however far away they are. */
const FAR = new Date('9000-01-01');

type Item = WorklistItem & { cause: string | null; apiaryId: string };

/** @throws NOT_FOUND for a key of nothing that is listed; BAD_USER_INPUT for that of a task */
async function findItem({ access, viewer }: Context, key: string): Promise<Item> {
  const kind = Object.values(WorklistKind).find((one) => key.startsWith(`${one}:`));
  if (kind === WorklistKind.TASK) throw AppError.badInput([{ field: 'key', message: 'must not be that of a task' }]);
  const args = { kinds: kind ? [kind] : [], dueBefore: FAR, includeSnoozed: true };
  const [item] = await access.query<Item>((sql) =>
    withDetails(sql, `${writeItems({ ...sql, viewer }, args, new Date(), undefined)} and key = ${sql.bind(key)}`),
  );
  if (item?.apiaryId == null) throw AppError.notFound('Worklist item');
  return item;
}

const SET = `insert into worklist_marks (id, created_at, updated_at, apiary_id, kind, record_id, cause, snoozed_until, assignee_id, actor_id)
  values ($1, now(), now(), $2, $3, $4, $5, $6, $7, $8)
  on conflict (apiary_id, kind, record_id) do update set updated_at = now(), cause = excluded.cause, snoozed_until = excluded.snoozed_until,
    assignee_id = excluded.assignee_id, actor_id = excluded.actor_id`;
const CLEAR = 'delete from worklist_marks where apiary_id = $1 and kind = $2 and record_id = $3';
/** An apiary has at most one mark for each item that it has had, and those of a year ago go with the next one. */
const FORGET = `delete from worklist_marks where apiary_id = $1 and updated_at < now() - interval '${MAX_SNOOZE_DAYS} days'`;

/** @throws FORBIDDEN (ROLE_TOO_LOW) */
async function mark(
  context: Context,
  key: string,
  read: (item: Item) => Promise<Partial<Pick<Item, 'assigneeId' | 'snoozedUntil'>>>,
): Promise<WorklistItem> {
  const { access, viewer } = context;
  const found = await findItem(context, key);
  // The members of the apiary stay as they are; two who mark an item do so one after the other.
  await access.forUpdate(Apiary, found.apiaryId, roleTo('create', WorklistMark), 'no key update');
  const before = await findItem(context, key);
  const item = { ...before, ...(await read(before)) };
  const { apiaryId, kind, recordId, cause, snoozedUntil, assigneeId } = item;
  await runStatement(context, { text: FORGET, values: [apiaryId] });
  const isMarked = snoozedUntil !== null || assigneeId !== null;
  await runStatement(
    context,
    isMarked
      ? { text: SET, values: [uuidv7(), apiaryId, kind, recordId, cause, snoozedUntil, assigneeId, viewer.id] }
      : { text: CLEAR, values: [apiaryId, kind, recordId] },
  );
  return item;
}

export const snoozeItem = (
  context: Context,
  { key, until = null }: { key: string; until?: string | null },
): Promise<WorklistItem> =>
  mark(context, key, async ({ apiaryId }) => {
    if (until === null) return { snoozedUntil: null };
    const today = await dayAtApiary(context, apiaryId);
    if (until <= today) throw AppError.badInput([{ field: 'until', message: 'must be after today' }]);
    if (until > addDays(today, MAX_SNOOZE_DAYS)) {
      const message = createMessage('must be at most {max} days from today', { max: MAX_SNOOZE_DAYS });
      throw AppError.badInput([{ field: 'until', message }]);
    }
    return { snoozedUntil: until };
  });

/** @throws CONFLICT (NOT_A_MEMBER) */
export const assignItem = (
  context: Context,
  { key, assigneeId = null }: { key: string; assigneeId?: string | null },
): Promise<WorklistItem> =>
  mark(context, key, async ({ apiaryId }) => ({ assigneeId: await readAssignee(context, apiaryId, assigneeId) }));
