import { ApiaryRole } from '../../access/apiary-role.js';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError, changedConcurrently, type FieldProblem } from '../../errors.js';
import { createMessage, type MessageText } from '../../messages/message.js';
import type { Reason } from '../../shared/error-reasons.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { requireBeehives } from '../beehives/beehives.rules.js';
import { beforePlacement, writeOnDay } from '../beehives/living.commands.js';
import { type LockedBeehive, lockBeehives } from '../beehives/lock-beehives.commands.js';
import { type DescribeTaken, rejectTaken, requireUntaken } from '../beehives/taken-labels.queries.js';
import { MAX_MOVED_BEEHIVES, type MoveBeehivesInput } from './movements.inputs.js';

const FIELD = 'ids';
const nameOf = (at: number): string => `${FIELD}.${at}`;

/**
 * Moves a load of hives on one day, all or none, by the rules of `moveBeehive`. The number of statements does not depend on that of the hives.
 * @throws NOT_FOUND and FORBIDDEN; BAD_USER_INPUT; CONFLICT (BEEHIVE_ENDED, BEFORE_PLACEMENT, BEEHIVE_NUMBER_TAKEN, BEEHIVE_NAME_TAKEN), each naming
 *   all hives that are the cause
 */
export async function moveBeehives(context: Context, input: MoveBeehivesInput): Promise<Row<Beehive>[]> {
  const { ids: sent, apiaryId, movedOn, ...transport } = input;
  const { access } = context;
  requireBeehives(FIELD, sent, MAX_MOVED_BEEHIVES);
  // The apiary is locked before hives, and hives by id, as by every command: two loads that cross wait for each other.
  const apiary = await access.forUpdate(Apiary, apiaryId, roleTo('create', Beehive), 'no key update');
  const beehives = await lockBeehives(context, sent, roleTo('delete', Beehive));
  await requireRightToGive(context, beehives, apiary.userId);
  requireAway(beehives, apiary.id);
  requireAllLiving(beehives);
  const day = movedOn ?? (await dayAtApiary(context, apiary.id));
  await requireAllPlacedBy(context, beehives, day);
  const arriving = beehives.map((one) => ({ ...one, apiaryId: apiary.id }));
  await requireUntaken(context, arriving, describeTaken);
  const ids = beehives.map(({ id }) => id);
  const write = async (): Promise<void> => {
    const moved = await access.execute(
      Beehive,
      ({ table, ownership, bind }) =>
        `update ${table} set apiary_id = ${bind(apiary.id)}, owner_id = ${bind(apiary.userId)}, updated_at = now()
         where id = any(${bind(ids)}) and ${ownership} returning id`,
      roleTo('delete', Beehive),
    );
    // A membership can end between the lock and the change.
    if (moved.length < ids.length) throw changedConcurrently();
  };
  await writeOnDay(context, day, write, transport).catch((error) => rejectTaken(error, arriving, describeTaken));
  const { nodes } = await access.list(Beehive, { where: { id: ids } });
  const byId = new Map(nodes.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)!);
}

/** Only the owner gives to the owner of another apiary. */
async function requireRightToGive(
  { access, viewer }: Context,
  beehives: LockedBeehive[],
  ownerId: string,
): Promise<void> {
  const isForeign = (one: LockedBeehive): boolean => one.ownerId !== ownerId && one.ownerId !== viewer.id;
  const at = beehives.findIndex(isForeign);
  const given = at >= 0 ? at : beehives.findIndex((one) => one.ownerId !== ownerId);
  if (given < 0) return;
  await access.one(Beehive, beehives[given]!.id, [], ApiaryRole.OWNER);
}

/** The problems of the hives that satisfy a condition. */
const problemsOf = <T>(
  beehives: readonly T[],
  isWrong: (beehive: T) => boolean,
  messageOf: (beehive: T) => MessageText,
): FieldProblem[] =>
  beehives.flatMap((beehive, at) => (isWrong(beehive) ? [{ field: nameOf(at), message: messageOf(beehive) }] : []));

function requireAway(beehives: LockedBeehive[], apiaryId: string): void {
  const there = problemsOf(
    beehives,
    (one) => one.apiaryId === apiaryId,
    () => 'is in the apiary already',
  );
  if (there.length > 0) throw AppError.badInput(there);
}

const conflict = (message: MessageText, reason: Reason, fields: FieldProblem[]): AppError =>
  new AppError('CONFLICT', message, { reason, fields });

function requireAllLiving(beehives: LockedBeehive[]): void {
  const ended = problemsOf(
    beehives,
    ({ endedOn }) => endedOn !== null,
    ({ endedOn }) => createMessage('ended on {day}', { day: endedOn! }),
  );
  if (ended.length > 0) throw conflict('Hives that have ended cannot be moved', 'BEEHIVE_ENDED', ended);
}

/** As `requirePlacedBy`, naming each hive that came to its apiary after the day. */
async function requireAllPlacedBy({ access }: Context, beehives: LockedBeehive[], day: string): Promise<void> {
  const rows = await access.query<{ id: string; placedOn: string }>(({ of, bind }) => {
    const { table, ownership } = of(BeehivePlacement, true);
    return `select beehive_id as id, max(placed_on)::text as "placedOn" from ${table}
      where beehive_id = any(${bind(beehives.map(({ id }) => id))}) and placed_on > ${bind(day)}::date and ${ownership} group by 1`;
  });
  if (rows.length === 0) return;
  const later = new Map(rows.map(({ id, placedOn }) => [id, placedOn]));
  const refusal = beforePlacement('movedOn', [...later.values()].sort().at(-1)!);
  const hives = problemsOf(
    beehives,
    ({ id }) => later.has(id),
    ({ id }) => createMessage('came to its apiary on {day}', { day: later.get(id)! }),
  );
  throw conflict(refusal.text!, 'BEFORE_PLACEMENT', [...refusal.extensions.fields!, ...hives]);
}

const TAKEN = { beehiveNumber: 'has the number of another hive', name: 'has the name of another hive' } as const;
const describeTaken: DescribeTaken = (at, field) => ({ field: nameOf(at), message: TAKEN[field] });
