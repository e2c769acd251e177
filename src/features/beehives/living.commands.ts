// Hives that have ended: lists leave them out, and nothing that happened after the end is recorded of them (docs/colonies.md).
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { flushChanges } from '../../database/unit-of-work.js';
import type { Where } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import type { Beehive } from './beehive.entity.js';
import { BeehivePlacement } from './beehive-placement.entity.js';

/** The condition of the hives that lists show. */
export const LIVING = { endedOn: null } as const satisfies Where<Beehive>;

/**
 * @param day when it happened: what happened up to the end can still be recorded, by a phone that was offline. If omitted, a change of now
 * @throws CONFLICT (BEEHIVE_ENDED)
 */
export function requireLiving({ label, endedOn }: Pick<Row<Beehive>, 'label' | 'endedOn'>, day?: string): void {
  if (endedOn === null || (day !== undefined && day <= endedOn)) return;
  const values = { label, day: endedOn };
  const message =
    day === undefined
      ? createMessage('Hive {label} ended on {day}: if that is a mistake, revive it first', values)
      : createMessage('Hive {label} ended on {day}: only what happened until then can be recorded', values);
  throw new AppError('CONFLICT', message, { reason: 'BEEHIVE_ENDED' });
}

/** As `requireLiving`, for what happened at a time: on a day where the hive is. */
export async function requireLivingAt(context: Context, beehive: Beehive, time: Date): Promise<void> {
  if (beehive.endedOn === null) return;
  requireLiving(beehive, await dayAtApiary(context, beehive.apiaryId, time));
}

/**
 * Hives cannot leave an apiary, or be split, united or lost there, before they came to it.
 * @param beehives locked
 * @throws CONFLICT (BEFORE_PLACEMENT)
 */
export async function requirePlacedBy(
  { access }: Context,
  beehives: Pick<Beehive, 'id'>[],
  field: string,
  day: string,
): Promise<void> {
  const where: Where<BeehivePlacement> = { beehive: beehives.map(({ id }) => id), placedOn: { $gt: day } };
  const { nodes } = await access.list(BeehivePlacement, { where, order: { placedOn: 'desc' }, first: 1 });
  if (nodes[0]) throw beforePlacement(field, nodes[0].placedOn);
}

export function beforePlacement(field: string, placedOn: string): AppError {
  const message = createMessage('must not be before {day}, when the hive came to its apiary', { day: placedOn });
  return new AppError('CONFLICT', 'On this day, the hive was not in its apiary yet', {
    reason: 'BEFORE_PLACEMENT',
    fields: [{ field, message }],
  });
}

/** What the movement book says of a move, beside its day. */
export interface Transport {
  vehiclePlate?: string | null;
  healthDocument?: string | null;
  zoneReason?: string | null;
}

const STATE = ['day', 'vehicle_plate', 'health_document', 'zone_reason']
  .map((name, i) => `set_config('beekeeping.${name}', $${i + 1}, true)`)
  .join(', ');

/** Runs statements whose placements, which triggers write, begin and end on this day. */
export async function writeOnDay(
  context: Context,
  day: string,
  write: () => Promise<unknown>,
  { vehiclePlate, healthDocument, zoneReason }: Transport = {},
): Promise<void> {
  const state = (...values: (string | null | undefined)[]): Promise<unknown> =>
    runStatement(context, { text: `select ${STATE}`, values: values.map((value) => value?.trim() ?? '') });
  await state(day, vehiclePlate, healthDocument, zoneReason);
  await write();
  // What the transaction writes afterwards is of no move.
  await state('', '', '', '');
}

/** Writes pending changes, as `writeOnDay`. */
export const flushOnDay = (context: Context, day: string, transport?: Transport): Promise<void> =>
  writeOnDay(context, day, () => flushChanges(context), transport);
