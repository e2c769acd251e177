import { v7 as uuidv7 } from 'uuid';
import { ApiaryRole } from '../../access/apiary-role.js';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError, changedConcurrently } from '../../errors.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { EndCause } from '../beehives/end-cause.enums.js';
import { flushOnDay, requireLiving, requirePlacedBy } from '../beehives/living.commands.js';
import { lockBeehivesForUpdate } from '../beehives/lock-beehives.commands.js';
import { recordWords } from '../beehives/record-words.rules.js';
import { installLocked, lockForReign } from '../queens/reigns.commands.js';
import { requireZoneReason } from '../zones/zones-of-apiaries.queries.js';
import type { ColonyLoss, SplitBeehives, UnitedBeehives } from './beehive-pair.types.js';
import { type RecordLossInput, type SplitBeehiveInput, UnionSide, type UniteBeehivesInput } from './colony.inputs.js';
import { requireBegun, requireOver } from './colony-days.rules.js';
import { ColonyEvent, ColonyEventKind } from './colony-event.entity.js';
import { addFrames, type Frames, takeFrames } from './colony-frames.commands.js';
import { endReignOf, lockQueen } from './colony-queens.commands.js';

/** Only the owner gives to the owner of another apiary. */
async function requireRightToGive({ access }: Context, given: Beehive, ownerId: string): Promise<void> {
  if (given.ownerId !== ownerId) await access.one(Beehive, given.id, [], ApiaryRole.OWNER);
}

/** As `splitBeehive`, once for each id that a client chose for the new hive. A repetition returns both hives as they are now. */
export const splitOnce = (context: Context, input: SplitBeehiveInput): Promise<SplitBeehives> =>
  createOnce<Beehive, SplitBeehives>(
    context,
    Beehive,
    input,
    (id) => splitBeehive(context, id, input),
    async (beehive) => {
      const { nodes } = await context.access.list(Beehive, { where: { id: input.id }, first: 1 });
      const split = { where: { beehive: beehive.id, kind: ColonyEventKind.SPLIT_FROM }, first: 1 };
      const { nodes: events } = await context.access.list(ColonyEvent, split);
      return { beehive, otherBeehive: nodes[0] ?? null, colonyEvent: events[0] ?? null };
    },
  ) as Promise<SplitBeehives>;

/**
 * Splits a colony: a new hive gets frames of another one, which must have them.
 * @param id of the new hive
 * @throws NOT_FOUND and FORBIDDEN; CONFLICT (BEEHIVE_ENDED, BEFORE_PLACEMENT, BEFORE_EVENT, INSUFFICIENT_FRAMES, BEEHIVE_NUMBER_TAKEN,
 *   BEEHIVE_NAME_TAKEN, VERSION_CONFLICT); with a queen, also as `installQueen`
 */
async function splitBeehive(context: Context, id: string, input: SplitBeehiveInput): Promise<SplitBeehives> {
  const { access, em } = context;
  const {
    newId: _,
    id: beehiveId,
    apiaryId,
    splitOn,
    queenId,
    notes,
    zoneReason,
    expectedVersion,
    beehiveNumber,
    name,
    state,
  } = input;
  // Apiaries are locked before hives.
  const place = apiaryId ?? (await access.one(Beehive, beehiveId, ['apiaryId'])).apiaryId;
  const apiary = await access.forUpdate(Apiary, place, roleTo('create', Beehive), 'no key update');
  const locked = queenId == null ? undefined : await lockForReign(context, beehiveId, queenId);
  const source = locked?.beehive ?? (await access.forUpdate(Beehive, beehiveId));
  if (apiaryId == null && source.apiaryId !== apiary.id) throw changedConcurrently();
  await requireRightToGive(context, source, apiary.userId);
  await access.requireVersion(Beehive, source, { expectedVersion });
  requireLiving(source);
  const day = splitOn ?? (await dayAtApiary(context, source.apiaryId));
  await requirePlacedBy(context, [source], 'splitOn', day);
  await requireBegun(context, source, 'splitOn', day);
  await requireZoneReason(context, {
    ownerId: source.ownerId,
    from: source.apiaryId,
    to: apiary.id,
    day,
    reason: zoneReason,
  });
  const frames = { foodFrames: state?.foodFrames ?? 0, broodFrames: state?.broodFrames ?? 0 };
  await takeFrames(context, source, frames, day, 'state.');
  const words = await recordWords(context, { ...state }, apiary.userId);
  const child = em.create(Beehive, { ...words, id, beehiveNumber, name, apiary, ownerId: apiary.userId });
  // PostgreSQL makes the label.
  await flushOnDay(context, day);
  const { INTO, FROM } = { INTO: ColonyEventKind.SPLIT_INTO, FROM: ColonyEventKind.SPLIT_FROM };
  const colonyEvent = addEvents(context, [source, INTO], [child, FROM], {
    ...frames,
    ...{ occurredOn: day, notes: notes ?? null, zoneReason: zoneReason?.trim() || null },
  });
  if (locked) await installLocked(context, uuidv7(), { ...locked, beehive: child }, { startedOn: day });
  return { beehive: child, otherBeehive: source, colonyEvent };
}

/**
 * Unites the colony of a hive with that of another one. The first hive ends.
 * @throws as `splitBeehive`, and TOO_MANY_FRAMES, BEEHIVE_QUEENLESS
 */
export async function uniteBeehives(context: Context, input: UniteBeehivesInput): Promise<UnitedBeehives> {
  const { id, intoBeehiveId, unitedOn, notes, zoneReason, expectedVersion, intoExpectedVersion } = input;
  if (id.toLowerCase() === intoBeehiveId.toLowerCase())
    throw AppError.badInput([{ field: 'intoBeehiveId', message: 'must be another hive' }]);
  const { access, em } = context;
  const [source, target] = await lockBeehivesForUpdate(context, [id, intoBeehiveId]);
  await requireRightToGive(context, source, target.ownerId);
  await access.requireVersion(Beehive, source, { expectedVersion });
  await access.requireVersion(Beehive, target, { expectedVersion: intoExpectedVersion });
  requireLiving(source);
  requireLiving(target);
  const day = unitedOn ?? (await dayAtApiary(context, target.apiaryId));
  await requirePlacedBy(context, [source, target], 'unitedOn', day);
  await requireOver(context, source, 'unitedOn', day);
  await requireBegun(context, target, 'unitedOn', day);
  const apiaries = { from: source.apiaryId, to: target.apiaryId };
  await requireZoneReason(context, { ownerId: source.ownerId, ...apiaries, day, reason: zoneReason });
  const frames = {
    foodFrames: input.foodFrames ?? source.foodFrames ?? 0,
    broodFrames: input.broodFrames ?? source.broodFrames ?? 0,
  };
  await takeFrames(context, source, frames, day);
  addFrames(target, frames);
  const queen = input.queenFrom === UnionSide.SOURCE ? await lockQueen(context, source, target) : undefined;
  em.assign(source, { endedOn: day, endCause: EndCause.UNITED });
  const { INTO, WITH } = { INTO: ColonyEventKind.UNITED_INTO, WITH: ColonyEventKind.UNITED_WITH };
  const colonyEvent = addEvents(context, [source, INTO], [target, WITH], {
    ...frames,
    ...{ occurredOn: day, notes: notes ?? null, zoneReason: zoneReason?.trim() || null },
  });
  await endReignOf(context, source);
  if (queen) {
    const lockedIds = new Set([source.id, target.id]);
    await installLocked(context, uuidv7(), { beehive: target, queen, lockedIds }, { startedOn: day });
  }
  return { beehive: target, otherBeehive: source, colonyEvent };
}

/** Records that a colony was lost. @throws NOT_FOUND and FORBIDDEN; CONFLICT (BEEHIVE_ENDED, BEFORE_PLACEMENT, BEFORE_EVENT, VERSION_CONFLICT) */
export async function recordLoss(context: Context, input: RecordLossInput): Promise<ColonyLoss> {
  const { id, cause, lostOn, notes, expectedVersion } = input;
  const { access, em, viewer } = context;
  const beehive = await access.forUpdate(Beehive, id);
  await access.requireVersion(Beehive, beehive, { expectedVersion });
  requireLiving(beehive);
  const day = lostOn ?? (await dayAtApiary(context, beehive.apiaryId));
  await requirePlacedBy(context, [beehive], 'lostOn', day);
  await requireOver(context, beehive, 'lostOn', day);
  em.assign(beehive, { endedOn: day, endCause: cause });
  await endReignOf(context, beehive);
  const colonyEvent = em.create(ColonyEvent, {
    beehive,
    ownerId: beehive.ownerId,
    kind: ColonyEventKind.LOST,
    occurredOn: day,
    notes: notes ?? null,
    actorId: viewer.id,
  });
  return { beehive, colonyEvent };
}

type Side = readonly [Beehive, ColonyEventKind];

/** @returns that of the other hive */
function addEvents(
  { em, viewer }: Context,
  one: Side,
  other: Side,
  details: Frames & Pick<Row<ColonyEvent>, 'occurredOn' | 'notes' | 'zoneReason'>,
): ColonyEvent {
  const add = ([beehive, kind]: Side, [{ id: otherBeehiveId, label: otherBeehiveLabel }]: Side) =>
    em.create(ColonyEvent, {
      ...details,
      beehive,
      kind,
      otherBeehiveId,
      otherBeehiveLabel,
      ownerId: beehive.ownerId,
      actorId: viewer.id,
    });
  add(one, other);
  return add(other, one);
}
