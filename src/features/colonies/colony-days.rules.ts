// On which days a colony can have been split, united or lost, and its hive have come to its first apiary: what is recorded of a hive does not
// contradict itself (docs/colonies.md). The hives are locked, and every command that records, corrects or deletes an event or a placement locks
// them, so what is read here stays as it is.
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import type { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { beforePlacement } from '../beehives/living.commands.js';
import { ColonyEvent, ColonyEventKind } from './colony-event.entity.js';
import { findDayOfNeed } from './colony-frames.commands.js';

const { SPLIT_FROM, SPLIT_INTO, UNITED_WITH } = ColonyEventKind;

/** @throws CONFLICT (BEFORE_EVENT) if the hive was split off after the day */
export const requireBegun = (context: Context, beehive: Beehive, field: string, day: string): Promise<void> =>
  requireAfter(context, beehive, [SPLIT_FROM], field, day);

/** The end of a colony comes after everything else. @throws CONFLICT (BEFORE_EVENT) if it was split, or united, after the day */
export const requireOver = (context: Context, beehive: Beehive, field: string, day: string): Promise<void> =>
  requireAfter(context, beehive, [SPLIT_FROM, SPLIT_INTO, UNITED_WITH], field, day);

async function requireAfter(
  { access }: Context,
  { id }: Beehive,
  kind: ColonyEventKind[],
  field: string,
  day: string,
): Promise<void> {
  const where = { beehive: id, kind, occurredOn: { $gt: day } };
  const { nodes } = await access.list(ColonyEvent, { where, order: { occurredOn: 'desc' }, first: 1 });
  if (nodes[0]) throw beforeEvent(field, nodes[0].occurredOn);
}

/**
 * The hive that stays was there on the day to which a union is corrected, wherever it stood.
 * @param events of the union
 * @throws CONFLICT (BEFORE_PLACEMENT, BEFORE_EVENT, BEEHIVE_ENDED, AFTER_EVENT)
 */
export async function requireStaying(
  context: Context,
  beehive: Beehive,
  events: readonly ColonyEvent[],
  field: string,
  day: string,
): Promise<void> {
  const where = { beehive: beehive.id };
  const order = { placedOn: 'asc', createdAt: 'asc' } as const;
  const [first] = (await context.access.list(BeehivePlacement, { where, order, first: 1 })).nodes;
  if (first && day < first.placedOn) throw beforePlacement(field, first.placedOn);
  await requireBegun(context, beehive, field, day);
  if (beehive.endedOn !== null && day > beehive.endedOn) {
    const message = createMessage('must not be after {day}, when the other hive ended', { day: beehive.endedOn });
    throw new AppError('CONFLICT', 'On this day, the other hive had ended', {
      reason: 'BEEHIVE_ENDED',
      fields: [{ field, message }],
    });
  }
  for (const event of events) {
    if (event.beehiveId !== beehive.id || day <= event.occurredOn) continue;
    const last = await findDayOfNeed(context, beehive, event, event.occurredOn);
    if (last !== undefined && day > last) throw afterEvent(field, last);
  }
}

/**
 * A hive comes to its first apiary before its colony is split or united, and on the day on which it was split off.
 * @throws CONFLICT (AFTER_EVENT, BEFORE_EVENT)
 */
export async function requireFirstDay(
  { access }: Context,
  beehiveId: string,
  field: string,
  day: string,
): Promise<void> {
  const order = { occurredOn: 'asc' } as const;
  const { nodes }: { nodes: Row<ColonyEvent>[] } = await access.list(ColonyEvent, {
    where: { beehive: beehiveId },
    order,
  });
  const first = nodes[0]?.occurredOn;
  if (first !== undefined && day > first) throw afterEvent(field, first);
  const origin = nodes.find(({ kind }) => kind === SPLIT_FROM)?.occurredOn;
  if (origin !== undefined && day < origin) throw beforeEvent(field, origin);
}

function beforeEvent(field: string, day: string): AppError {
  const message = createMessage('must not be before {day}, when the colony was split or united', { day });
  return new AppError('CONFLICT', 'The colony was split or united after this day', {
    reason: 'BEFORE_EVENT',
    fields: [{ field, message }],
  });
}

function afterEvent(field: string, day: string): AppError {
  const message = createMessage('must not be after {day}, when the colony was split or united', { day });
  return new AppError('CONFLICT', 'The colony was split or united before this day', {
    reason: 'AFTER_EVENT',
    fields: [{ field, message }],
  });
}
