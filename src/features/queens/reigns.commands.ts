import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { flushChanges } from '../../database/unit-of-work.js';
import { AppError, changedConcurrently } from '../../errors.js';
import { today } from '../../shared/days.js';
import { createMessage } from '../../shared/message.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireOrder } from '../treatments/treatment-days.js';
import { Queen } from './queen.entity.js';
import { QueenReign, ReignEnd } from './queen-reign.entity.js';
import type { EndReignInput, InstallQueenInput, UpdateReignInput } from './queens.inputs.js';

/** Of a hive. */
const MAX_REIGNS = 500;

/**
 * Installs a queen in a hive. The reigns that have not ended, that of the queen before her and her own in another hive, end on the first
 * day. What overlaps is decided by the constraints of the table.
 * @throws NOT_FOUND and FORBIDDEN for the hive, the queen and the hive that she leaves; CONFLICT (REIGN_OVERLAPS, TOO_MANY_REIGNS)
 */
export async function installQueen(context: Context, id: string, input: InstallQueenInput): Promise<QueenReign> {
  const { access, em, viewer } = context;
  const { beehiveId, queenId, previousEndReason, ...given } = input;
  const days = { ...given, startedOn: given.startedOn ?? today() };
  requireOrder(days);
  requireReasonOfEnd(days);
  const isOpen = days.endedOn == null;
  const { beehive, queen, hives } = await lockBoth(context, beehiveId, queenId, isOpen);
  if ((await access.count(QueenReign, { beehive: beehive.id })) >= MAX_REIGNS) {
    const message = createMessage('A hive can have at most {max} reigns of queens', { max: MAX_REIGNS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_REIGNS' });
  }
  if (isOpen)
    for (const reign of await findOpen(context, { $or: [{ beehive: beehive.id }, { queen: queen.id }] })) {
      if (!hives.has(reign.beehiveId)) throw changedConcurrently();
      const isSame = reign.beehiveId === beehive.id && reign.queenId === queen.id;
      if (isSame || reign.startedOn > days.startedOn) continue;
      const endReason = reign.beehiveId === beehive.id ? (previousEndReason ?? ReignEnd.REPLACED) : ReignEnd.MOVED;
      em.assign(await access.forUpdate(QueenReign, reign.id), { endedOn: days.startedOn, endReason });
    }
  // MikroORM inserts before it updates, and PostgreSQL compares the new reign at once.
  await flushChanges(context);
  const isLatest = (await access.count(QueenReign, { queen: queen.id, startedOn: { $gt: days.startedOn } })) === 0;
  if (isLatest) em.assign(queen, { apiary: beehive.apiary });
  const { ownerId } = beehive;
  return em.create(QueenReign, { ...days, id, beehive, queen, ownerId, actorId: viewer.id });
}

/**
 * Locks the hive, the one in which the queen is, and the queen. Hives are locked in the order of their ids, before queens.
 * @returns also the ids of the locked hives
 */
async function lockBoth(
  context: Context,
  beehiveId: string,
  queenId: string,
  isOpen: boolean,
): Promise<{ beehive: Beehive; queen: Queen; hives: ReadonlyMap<string, Beehive> }> {
  const { access } = context;
  const role = roleTo('create', QueenReign);
  access.requireId(Beehive, beehiveId);
  const { id } = await access.one(Queen, queenId, ['id'], role);
  const open = isOpen ? await findOpen(context, { queen: id }) : [];
  const hives = new Map<string, Beehive>();
  for (const one of [...new Set([beehiveId.toLowerCase(), ...open.map((reign) => reign.beehiveId)])].sort())
    hives.set(one, await access.forUpdate(Beehive, one, role));
  const queen = await access.forUpdate(Queen, id, role);
  const beehive = hives.get(beehiveId.toLowerCase())!;
  if (queen.ownerId !== beehive.ownerId)
    throw AppError.badInput([{ field: 'queenId', message: 'must be a queen of the owner of the hive' }]);
  return { beehive, queen, hives };
}

const findOpen = async ({ access }: Context, where: object) =>
  (
    await access.list(QueenReign, {
      where: { ...where, endedOn: null },
      fields: ['beehiveId', 'queenId', 'startedOn'],
    })
  ).nodes;

/** @throws CONFLICT (REIGN_ENDED) */
export async function endReign(context: Context, id: string, input: EndReignInput): Promise<QueenReign> {
  const { expectedVersion, endedOn, endReason, notes } = input;
  const reign = await lockReign(context, id, { expectedVersion });
  if (reign.endedOn !== null)
    throw new AppError('CONFLICT', 'The reign has ended: correct it', { reason: 'REIGN_ENDED' });
  // Where the client is, it may be the day after that in UTC.
  const lastDay = reign.startedOn > today() ? reign.startedOn : today();
  context.em.assign(reign, {
    endedOn: endedOn ?? lastDay,
    endReason: endReason ?? null,
    ...(notes !== undefined && { notes }),
  });
  requireOrder(reign);
  return reign;
}

/** @throws CONFLICT (REIGN_OVERLAPS) */
export async function updateReign(
  context: Context,
  id: string,
  { expectedVersion, ...changes }: UpdateReignInput,
): Promise<QueenReign> {
  const reign = await lockReign(context, id, { expectedVersion });
  // It has not ended after all, so its reason was a mistake, too.
  if (changes.endedOn === null && changes.endReason === undefined) reign.endReason = null;
  context.em.assign(reign, changes);
  requireOrder(reign);
  requireReasonOfEnd(reign);
  return reign;
}

/** Its hive is locked before. */
async function lockReign({ access }: Context, id: string, expected: Expectation): Promise<QueenReign> {
  const role = roleTo('update', QueenReign);
  const { beehiveId } = await access.one(QueenReign, id, ['beehiveId'], role);
  await access.forUpdate(Beehive, beehiveId, role);
  const reign = await access.forUpdate(QueenReign, id, role);
  await access.requireVersion(QueenReign, reign, expected);
  return reign;
}

function requireReasonOfEnd({ endedOn, endReason }: { endedOn?: string | null; endReason?: ReignEnd | null }): void {
  if (endReason == null || endedOn != null) return;
  throw AppError.badInput([{ field: 'endReason', message: 'must be given together with the end' }]);
}
