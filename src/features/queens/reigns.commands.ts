import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { flushChanges } from '../../database/unit-of-work.js';
import { AppError, changedConcurrently } from '../../errors.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireLiving } from '../beehives/living.commands.js';
import { lockBeehivesForUpdate } from '../beehives/lock-beehives.commands.js';
import { requireOrder } from '../treatments/treatment-days.rules.js';
import { Queen } from './queen.entity.js';
import { QueenReign, ReignEnd } from './queen-reign.entity.js';
import type { EndQueenReignInput, InstallQueenInput, UpdateQueenReignInput } from './queens.inputs.js';

/** The most that a hive can have. */
export const MAX_REIGNS = 500;

/**
 * Installs a queen in a hive. The reigns that have not ended, that of the queen before her and her own in another hive, end on the first
 * day. What overlaps is decided by the constraints of the table.
 * @throws NOT_FOUND and FORBIDDEN for the hive, the queen and the hive that she leaves; CONFLICT (BEEHIVE_ENDED, REIGN_OVERLAPS, TOO_MANY_REIGNS)
 */
export async function installQueen(context: Context, id: string, input: InstallQueenInput): Promise<QueenReign> {
  const { beehiveId, queenId, previousEndReason, ...given } = input;
  requireReasonOfEnd(given);
  const locked = await lockForReign(context, beehiveId, queenId, given.endedOn == null);
  const days = { ...given, startedOn: given.startedOn ?? (await dayAtApiary(context, locked.beehive.apiaryId)) };
  requireOrder(days);
  return installLocked(context, id, locked, days, previousEndReason ?? undefined);
}

/** As `installQueen`, of a hive and a queen that are locked. */
export async function installLocked(
  context: Context,
  id: string,
  { beehive, queen, lockedIds }: LockedForReign,
  days: Pick<InstallQueenInput, 'endedOn' | 'endReason' | 'notes'> & { startedOn: string },
  previousEndReason: ReignEnd = ReignEnd.REPLACED,
): Promise<QueenReign> {
  const { access, em, viewer } = context;
  const isOpen = days.endedOn == null;
  if (queen.ownerId !== beehive.ownerId)
    throw AppError.badInput([{ field: 'queenId', message: 'must be a queen of the owner of the hive' }]);
  requireLiving(beehive, days.endedOn ?? undefined);
  if ((await access.count(QueenReign, { beehive: beehive.id })) >= MAX_REIGNS) {
    const message = createMessage('A hive can have at most {max} reigns of queens', { max: MAX_REIGNS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_REIGNS' });
  }
  if (isOpen)
    for (const reign of await findOpen(context, { $or: [{ beehive: beehive.id }, { queen: queen.id }] })) {
      if (!lockedIds.has(reign.beehiveId)) throw changedConcurrently();
      const isSame = reign.beehiveId === beehive.id && reign.queenId === queen.id;
      if (isSame || reign.startedOn > days.startedOn) continue;
      const endReason = reign.beehiveId === beehive.id ? previousEndReason : ReignEnd.MOVED;
      em.assign(await access.forUpdate(QueenReign, reign.id), { endedOn: days.startedOn, endReason });
    }
  // MikroORM inserts before it updates, and PostgreSQL compares the new reign at once.
  await flushChanges(context);
  const { startedOn, endedOn } = days;
  // A reign of a day comes before one that begins on that day.
  const sameDay = isOpen
    ? []
    : [
        { startedOn, endedOn: null },
        { startedOn, endedOn: { $gt: endedOn! } },
      ];
  const later = { queen: queen.id, $or: [{ startedOn: { $gt: startedOn } }, ...sameDay] };
  const isLatest = (await access.count(QueenReign, later)) === 0;
  if (isLatest) em.assign(queen, { apiary: beehive.apiary });
  const { ownerId } = beehive;
  return em.create(QueenReign, { ...days, id, beehive, queen, ownerId, actorId: viewer.id });
}

interface LockedForReign {
  beehive: Beehive;
  queen: Queen;
  /** The ids of all hives that are locked. */
  lockedIds: ReadonlySet<string>;
}

/** Locks the hive, the one in which the queen is, and the queen. Hives are locked in the order of their ids, before queens. */
export async function lockForReign(
  context: Context,
  beehiveId: string,
  queenId: string,
  isOpen = true,
): Promise<LockedForReign> {
  const { access } = context;
  const role = roleTo('create', QueenReign);
  access.requireId(Beehive, beehiveId);
  const { id } = await access.one(Queen, queenId, ['id'], role);
  const open = isOpen ? await findOpen(context, { queen: id }) : [];
  const ids = [beehiveId, ...open.map((reign) => reign.beehiveId)] as const;
  const beehives = await lockBeehivesForUpdate(context, ids, role);
  const queen = await access.forUpdate(Queen, id, role);
  return { beehive: beehives[0], queen, lockedIds: new Set(beehives.map((beehive) => beehive.id)) };
}

const findOpen = async ({ access }: Context, where: object) =>
  (
    await access.list(QueenReign, {
      where: { ...where, endedOn: null },
      fields: ['beehiveId', 'queenId', 'startedOn'],
    })
  ).nodes;

/** @throws CONFLICT (REIGN_ENDED) */
export async function endQueenReign(
  context: Context,
  id: string,
  input: Omit<EndQueenReignInput, 'id'>,
): Promise<QueenReign> {
  const { expectedVersion, endedOn, endReason, notes } = input;
  const { reign, beehive } = await lockReign(context, id, { expectedVersion });
  if (reign.endedOn !== null)
    throw new AppError('CONFLICT', 'The reign has ended: correct it', { reason: 'REIGN_ENDED' });
  context.em.assign(reign, {
    endedOn: endedOn ?? latest(reign.startedOn, await dayAtApiary(context, beehive.apiaryId)),
    endReason: endReason ?? null,
    ...(notes !== undefined && { notes }),
  });
  requireOrder(reign);
  return reign;
}

const latest = (one: string, other: string): string => (one > other ? one : other);

/** @throws CONFLICT (REIGN_OVERLAPS, BEEHIVE_ENDED) */
export async function updateQueenReign(
  context: Context,
  id: string,
  { expectedVersion, ...changes }: Omit<UpdateQueenReignInput, 'id'>,
): Promise<QueenReign> {
  const { reign, beehive } = await lockReign(context, id, { expectedVersion });
  // It has not ended after all, so its reason was a mistake, too.
  if (changes.endedOn === null && changes.endReason === undefined) reign.endReason = null;
  context.em.assign(reign, changes);
  requireOrder(reign);
  requireReasonOfEnd(reign);
  if (changes.startedOn !== undefined || changes.endedOn !== undefined)
    requireLiving(beehive, reign.endedOn ?? undefined);
  return reign;
}

/** Deletes a reign that was recorded by mistake. The lock of its hive keeps it for commands that have read it. @throws as every deletion */
export function deleteQueenReign(
  context: Context,
  id: string,
  expectedVersion: number | null | undefined,
): Promise<string> {
  return deleteRow(context, QueenReign, id, { expectedVersion }, () => lockReign(context, id, {}));
}

/** Its hive is locked before, and its queen, whose other reigns are in hives that other requests lock. */
async function lockReign(
  context: Context,
  id: string,
  expected: Expectation,
): Promise<{ reign: QueenReign; beehive: Beehive }> {
  const { access } = context;
  const role = roleTo('update', QueenReign);
  const { beehiveId, queenId } = await access.one(QueenReign, id, ['beehiveId', 'queenId'], role);
  const beehive = await access.forUpdate(Beehive, beehiveId, role);
  // She may be one that the account does not see.
  await runStatement(context, { text: 'select id from queens where id = $1 for update', values: [queenId] });
  const reign = await access.forUpdate(QueenReign, id, role);
  await access.requireVersion(QueenReign, reign, expected);
  return { reign, beehive };
}

function requireReasonOfEnd({ endedOn, endReason }: { endedOn?: string | null; endReason?: ReignEnd | null }): void {
  if (endReason == null || endedOn != null) return;
  throw AppError.badInput([{ field: 'endReason', message: 'must be given together with the end' }]);
}
