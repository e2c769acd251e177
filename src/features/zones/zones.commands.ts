import { ADMINISTRATORS_ONLY, hasPermission, requirePermission } from '../../access/permissions.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage, type MessageText } from '../../messages/message.js';
import { AuditEntry } from '../accounts/audit-entry.entity.js';
import { RestrictedZone } from './restricted-zone.entity.js';
import { readArea } from './zone-area.rules.js';
import type { AuditedZone } from './zone-audit.types.js';
import { roundDegrees, toPolygon } from './zone-rings.rules.js';
import type { CreateRestrictedZoneInput, UpdateRestrictedZoneInput, ZoneShapeInput } from './zones.inputs.js';

export const MAX_OWN_ZONES = 100;
export const MAX_ZONES_FOR_ALL = 1000;

const LOCK = 'select pg_advisory_xact_lock(zone_lock($1))';

/** Others wait until the transaction has ended: of two at once, the second counts the zone of the first, and moves see both. */
export async function lockZones(context: Context, owner: string | null): Promise<void> {
  await runStatement(context, { text: LOCK, values: [owner] });
}

/** @throws FORBIDDEN for a zone for all, unless the viewer is an administrator; CONFLICT (TOO_MANY_ZONES) */
export async function createZone(
  context: Context,
  id: string,
  { isForAll, name, disease, from, until = null, source, shape: sent }: CreateRestrictedZoneInput,
): Promise<RestrictedZone> {
  const { em, viewer } = context;
  if (isForAll) requireAdministrator(context);
  requireDays(from, until);
  const shape = shapeOf(sent);
  const owner = isForAll ? null : viewer.id;
  await lockZones(context, owner);
  await requireCapacity(context, owner);
  const values = { id, name, disease, from, until, source: source || null, ...shape };
  const zone = em.create(RestrictedZone, { ...values, user: owner });
  if (isForAll) audit(context, zone.id, null, describe(zone));
  return zone;
}

/** @throws NOT_FOUND, FORBIDDEN, CONFLICT (VERSION_CONFLICT) */
export async function updateZone(
  context: Context,
  { id, expectedVersion, shape: sent, ...changes }: UpdateRestrictedZoneInput,
): Promise<RestrictedZone> {
  const shape = sent && shapeOf(sent);
  const zone = await lockZone(context, id, { expectedVersion });
  const before = describe(zone);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  context.em.assign(zone, { ...Object.fromEntries(given), ...shape });
  requireDays(zone.from, zone.until);
  if (zone.user === null) audit(context, zone.id, before, describe(zone));
  return zone;
}

/** A repetition changes nothing. @returns the id @throws NOT_FOUND, FORBIDDEN, CONFLICT (VERSION_CONFLICT) */
export async function deleteZone(context: Context, id: string, expected: Expectation): Promise<string> {
  try {
    const zone = await lockZone(context, id, expected);
    zone.removedAt = new Date();
    if (zone.user === null) audit(context, zone.id, describe(zone), null);
    return zone.id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND' && (await isRemoved(context, id)))
      return id.toLowerCase();
    throw error;
  }
}

/** Whether it was deleted before, by who may delete it. */
async function isRemoved(context: Context, id: string): Promise<boolean> {
  context.access.requireId(RestrictedZone, id);
  const text = `select 1 from restricted_zones
    where id = $1 and removed_at is not null and (owner_id = $2 or owner_id is null and $3)`;
  const values = [id, context.viewer.id, hasPermission(context.viewer, ADMINISTRATORS_ONLY)];
  return (await runStatement(context, { text, values })).length > 0;
}

async function lockZone(context: Context, id: string, expected: Expectation): Promise<RestrictedZone> {
  const { access } = context;
  // The lock comes before that of the row, as where a zone is created.
  const { userId } = await access.one(RestrictedZone, id, ['userId']);
  await lockZones(context, userId);
  const zone = await access.forUpdate(RestrictedZone, id);
  if (zone.user === null) requireAdministrator(context);
  await access.requireVersion(RestrictedZone, zone, expected);
  return zone;
}

const requireAdministrator = ({ viewer }: Context): void => requirePermission(viewer, ADMINISTRATORS_ONLY);

function requireDays(from: string, until: string | null): void {
  if (until === null || until >= from) return;
  throw AppError.badInput([{ field: 'until', message: 'must not be before the first day' }]);
}

async function requireCapacity(context: Context, owner: string | null): Promise<void> {
  if ((await countFree(context, owner)) > 0) return;
  const message =
    owner === null
      ? createMessage('There can be at most {max} restricted zones for all', { max: MAX_ZONES_FOR_ALL })
      : tooManyZones();
  throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_ZONES' });
}

export const tooManyZones = (): MessageText =>
  createMessage('An account can have at most {max} restricted zones', { max: MAX_OWN_ZONES });

/** How many zones an account, or null for all, may still have. */
export async function countFree(context: Context, owner: string | null): Promise<number> {
  const text =
    'select count(*)::int as n from restricted_zones where owner_id is not distinct from $1 and removed_at is null';
  const [row] = await runStatement<{ n: number }>(context, { text, values: [owner] });
  return (owner === null ? MAX_ZONES_FOR_ALL : MAX_OWN_ZONES) - row!.n;
}

export type Shape = Pick<RestrictedZone, 'area' | 'rings' | 'latitude' | 'longitude' | 'radiusKm'>;

/** @throws BAD_USER_INPUT, which names the place */
export function readShape({ area, circle }: ZoneShapeInput): Shape {
  if (circle) {
    const [latitude, longitude] = [roundDegrees(circle.latitude), roundDegrees(circle.longitude)];
    return { area: null, rings: null, latitude, longitude, radiusKm: circle.radiusKm };
  }
  const { area: read, rings } = readArea(area!);
  return { area: read, rings: rings.map(toPolygon), latitude: null, longitude: null, radiusKm: null };
}

/** As `readShape`, of an input: its fields are below `shape`. */
function shapeOf(sent: ZoneShapeInput): Shape {
  try {
    return readShape(sent);
  } catch (error) {
    throw error instanceof AppError ? error.below('shape') : error;
  }
}

/** What the audit log says of a zone: of an area, how many positions it has. */
const describe = ({
  name,
  disease,
  from,
  until,
  source,
  area,
  latitude,
  longitude,
  radiusKm,
}: RestrictedZone): AuditedZone => ({
  ...{ name, disease, from, until, source },
  ...(area
    ? { positionsCount: area.coordinates.flat(area.type === 'Polygon' ? 1 : 2).length }
    : { latitude, longitude, radiusKm }),
});

function audit(
  { em, viewer }: Context,
  subjectId: string,
  before: AuditedZone | null,
  after: AuditedZone | null,
): void {
  const values = { before: JSON.stringify(before), after: JSON.stringify(after) };
  em.create(AuditEntry, { actorId: viewer.id, subjectId, field: 'restrictedZone', ...values });
}
