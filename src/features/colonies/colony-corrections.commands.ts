// Corrections of what was recorded of a colony by mistake.
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { AppError, changedConcurrently, roleTooLow } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { EndCause } from '../beehives/end-cause.enums.js';
import { beforePlacement, requireLiving, requirePlacedBy } from '../beehives/living.commands.js';
import { lockBeehivesForUpdate } from '../beehives/lock-beehives.commands.js';
import type { RevivedBeehives } from './beehive-pair.types.js';
import type { CorrectBeehiveEndInput, CorrectBeehivePlacementInput, ReviveBeehiveInput } from './colony.inputs.js';
import { requireFirstDay, requireOver, requireStaying } from './colony-days.rules.js';
import { ColonyEvent, ColonyEventKind } from './colony-event.entity.js';
import { addFrames, takeBackFrames } from './colony-frames.commands.js';
import { moveReigns, reopenReigns } from './colony-queens.commands.js';

/**
 * Corrects the day, the cause or the notes of the end of a hive.
 * @throws CONFLICT: BEEHIVE_LIVING, BEFORE_PLACEMENT, BEFORE_EVENT, REIGN_OVERLAPS, VERSION_CONFLICT; BEEHIVE_ENDED and AFTER_EVENT for the other hive
 */
export async function correctBeehiveEnd(
  context: Context,
  id: string,
  input: Omit<CorrectBeehiveEndInput, 'id'>,
): Promise<Beehive> {
  const { endedOn, cause, notes, expectedVersion } = input;
  const { beehive, other, ends } = await lockEnded(context, id);
  await context.access.requireVersion(Beehive, beehive, { expectedVersion });
  if (cause != null && beehive.endCause === EndCause.UNITED)
    throw AppError.badInput([{ field: 'cause', message: 'must be omitted for a hive that was united' }]);
  if (endedOn !== undefined) {
    await requirePlacedBy(context, [beehive], 'endedOn', endedOn);
    await requireOver(context, beehive, 'endedOn', endedOn);
    if (other) await requireStaying(context, other, ends, 'endedOn', endedOn);
    await moveReigns(context, beehive, other, endedOn);
  }
  context.em.assign(beehive, { ...(endedOn && { endedOn }), ...(cause && { endCause: cause }) });
  for (const event of ends)
    context.em.assign(event, { ...(endedOn && { occurredOn: endedOn }), ...(notes !== undefined && { notes }) });
  return beehive;
}

/**
 * Undoes the end of a hive. Frames that went to another hive come back; its queen reigns again, unless something else has happened since.
 * @throws CONFLICT: BEEHIVE_LIVING, VERSION_CONFLICT, BEEHIVE_NUMBER_TAKEN, BEEHIVE_NAME_TAKEN; INSUFFICIENT_FRAMES and BEEHIVE_ENDED for the other hive
 */
export async function reviveBeehive(
  context: Context,
  id: string,
  input: Omit<ReviveBeehiveInput, 'id'>,
): Promise<RevivedBeehives> {
  const { access, em } = context;
  const { beehive, ends, other } = await lockEnded(context, id);
  await access.requireVersion(Beehive, beehive, input);
  const union = ends.find(({ kind }) => kind === ColonyEventKind.UNITED_INTO);
  if (union && other) {
    requireLiving(other);
    await takeBackFrames(context, other, union, union.occurredOn);
    addFrames(beehive, union);
  }
  await reopenReigns(context, beehive, other);
  for (const event of ends) em.remove(event);
  const { beehiveNumber, name } = input;
  const labels = { ...(beehiveNumber != null && { beehiveNumber }), ...(name != null && { name }) };
  em.assign(beehive, { endedOn: null, endCause: null, ...labels });
  return { beehive, otherBeehive: other ?? null };
}

interface EndedBeehive {
  beehive: Beehive;
  /** The hive into which it was united, if the account may change that. */
  other: Beehive | undefined;
  /** The events of its end, of both hives. */
  ends: ColonyEvent[];
}

/** @throws NOT_FOUND and FORBIDDEN; CONFLICT (BEEHIVE_LIVING) */
async function lockEnded(context: Context, id: string): Promise<EndedBeehive> {
  const { access } = context;
  await access.one(Beehive, id, [], roleTo('update', Beehive));
  const before = await findEnd(context, id);
  const into = before?.otherBeehiveId;
  const isSeen =
    into != null && (await access.list(Beehive, { where: { id: into }, fields: [], first: 1 })).nodes.length > 0;
  if (into != null && !isSeen && (await belongTogether(context, id, into))) throw roleTooLow();
  const [beehive, other] = isSeen
    ? await lockBeehivesForUpdate(context, [id, into])
    : [await access.forUpdate(Beehive, id), undefined];
  if (beehive.endedOn === null) throw new AppError('CONFLICT', 'The hive has not ended', { reason: 'BEEHIVE_LIVING' });
  const end = await findEnd(context, id);
  if (end?.id !== before?.id) throw changedConcurrently();
  const ofOther = other
    ? (
        await access.list(ColonyEvent, {
          where: { beehive: other.id, otherBeehiveId: beehive.id, kind: ColonyEventKind.UNITED_WITH },
        })
      ).nodes
    : [];
  const ends: ColonyEvent[] = [];
  for (const event of [...(end ? [end] : []), ...ofOther]) ends.push(await access.forUpdate(ColonyEvent, event.id));
  return { beehive, other, ends };
}

/** Whether two hives belong to one account. Then an end that concerned both is corrected by who may change both. */
async function belongTogether(context: Context, id: string, other: string): Promise<boolean> {
  const text = 'select 1 from beehives a join beehives b using (owner_id) where a.id = $1 and b.id = $2';
  return (await runStatement(context, { text, values: [id, other] })).length > 0;
}

/** A hive has one end at a time: its event is deleted when it is revived. */
async function findEnd({ access }: Context, id: string): Promise<Row<ColonyEvent> | undefined> {
  const where = { beehive: id, kind: [ColonyEventKind.LOST, ColonyEventKind.UNITED_INTO] };
  return (await access.list(ColonyEvent, { where, first: 1 })).nodes[0];
}

/**
 * Corrects the day on which a hive came to an apiary, and with it the day on which it left the one before, or what the movement book says of it.
 * @throws CONFLICT (BEFORE_PLACEMENT, AFTER_PLACEMENT, BEFORE_EVENT, AFTER_EVENT, VERSION_CONFLICT)
 */
export async function correctBeehivePlacement(
  context: Context,
  id: string,
  { placedOn: day, vehiclePlate, healthDocument, expectedVersion }: Omit<CorrectBeehivePlacementInput, 'id'>,
): Promise<Row<BeehivePlacement>> {
  const { access } = context;
  const { beehiveId } = await access.one(BeehivePlacement, id, ['beehiveId'], roleTo('update', BeehivePlacement));
  await access.forUpdate(Beehive, beehiveId, roleTo('update', BeehivePlacement));
  const order = { placedOn: 'asc', createdAt: 'asc' } as const;
  const { nodes } = await access.list(BeehivePlacement, { where: { beehive: beehiveId }, order });
  const at = nodes.findIndex((placement) => placement.id === id.toLowerCase());
  const [placement, before] = [nodes[at], nodes[at - 1]];
  if (!placement) throw changedConcurrently();
  await access.requireVersion(BeehivePlacement, placement, { expectedVersion });
  const placedOn = day ?? placement.placedOn;
  if (before && placedOn < before.placedOn) throw beforePlacement('placedOn', before.placedOn);
  if (placement.leftOn !== null && placedOn > placement.leftOn) {
    const message = createMessage('must not be after {day}, when the hive left the apiary', { day: placement.leftOn });
    throw new AppError('CONFLICT', 'On this day, the hive had left the apiary', {
      reason: 'AFTER_PLACEMENT',
      fields: [{ field: 'placedOn', message }],
    });
  }
  if (!before && day !== undefined) await requireFirstDay(context, beehiveId, 'placedOn', placedOn);
  const transport = [['vehicle_plate', vehiclePlate] as const, ['health_document', healthDocument] as const].filter(
    ([, value]) => value !== undefined,
  );
  await access.execute(BeehivePlacement, ({ table, ownership, bind }) => {
    const [at, own, previous] = [bind(placedOn), bind(placement.id), bind(before?.id ?? null)];
    const others = transport.map(
      ([name, value]) =>
        `, ${name} = case id when ${own}::uuid then ${bind(value?.trim() || null)}::text else ${name} end`,
    );
    return `update ${table} set updated_at = now(),
          placed_on = case id when ${own}::uuid then ${at}::date else placed_on end,
          left_on = case id when ${own}::uuid then left_on else ${at}::date end ${others.join('')}
        where id in (${own}::uuid, ${previous}::uuid) and ${ownership} returning id`;
  });
  return access.one(BeehivePlacement, placement.id);
}
