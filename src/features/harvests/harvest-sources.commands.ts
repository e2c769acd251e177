// What a harvest took from each hive: checked, weighed, and compared with the records of treatments while the hives are locked.
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { requireBeehives } from '../beehives/beehives.rules.js';
import { requireLiving } from '../beehives/living.commands.js';
import { type LockedBeehive, lockBeehives } from '../beehives/lock-beehives.commands.js';
import { Harvest, MAX_SOURCE_GRAMS, MAX_SOURCES } from './harvest.entity.js';
import { HarvestSource } from './harvest-source.entity.js';
import { HoneyDestination } from './harvest-status.enums.js';
import type { HarvestSourceInput, WithdrawalOverrideInput } from './harvests.inputs.js';
import { spread } from './shares.rules.js';
import { findWithheld, refuseWithheld } from './withdrawal.rules.js';

export interface Source {
  harvestedBeehiveId: string;
  /** Null: the hive has been deleted, or belongs to another account. */
  beehive: string | null;
  beehiveLabel: string;
  frames: number;
  grams: number | null;
  withheld: boolean;
}

export function requireSources(sources: readonly HarvestSourceInput[]): void {
  const ids = sources.map(({ beehiveId }) => beehiveId);
  requireBeehives('sources', ids, MAX_SOURCES);
}

/**
 * Locks the hives of new sources.
 * @param known sources of the harvest, whose hives are locked already or gone
 * @throws NOT_FOUND and FORBIDDEN for a hive; BAD_USER_INPUT for one of another owner than that of the harvest
 */
export async function lockSources(
  context: Context,
  ownerId: string,
  inputs: readonly HarvestSourceInput[],
  known: readonly Source[] = [],
): Promise<Source[]> {
  const knownById = new Map(known.map((source) => [source.harvestedBeehiveId, source]));
  const added = inputs.map(({ beehiveId }) => beehiveId).filter((id) => !knownById.has(id.toLowerCase()));
  const locked = added.length === 0 ? [] : await lockBeehives(context, added, roleTo('create', Harvest));
  const lockedById = new Map(locked.map((beehive) => [beehive.id, beehive]));
  return inputs.map(({ beehiveId, frames, grams = null }, i) => {
    const id = beehiveId.toLowerCase();
    const before = knownById.get(id);
    if (before) return { ...before, frames, grams };
    const beehive = lockedById.get(id)!;
    if (beehive.ownerId !== ownerId) {
      const field = `sources.${i}.beehiveId`;
      throw AppError.badInput([{ field, message: 'must be a hive of the owner of the apiary' }]);
    }
    return { harvestedBeehiveId: id, beehive: id, beehiveLabel: beehive.label, frames, grams, withheld: false };
  });
}

/** Locks the hives of sources that still belong to the account of the harvest, in the order of their ids. Returns their ids. */
export async function lockHivesOf(context: Context, ownerId: string, ids: readonly string[]): Promise<Set<string>> {
  const text = 'select id from beehives where id = any($1) and owner_id = $2 order by id for update';
  const rows = await runStatement<{ id: string }>(context, { text, values: [ids, ownerId] });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Refuses honey of a day after the end of a hive. The hives are locked, so none ends meanwhile. Of one that has been given away, the end is
 * a record of its new owner.
 * @param accepted sources that the harvest of this day has already: a loss may be dated before what was recorded earlier (docs/colonies.md)
 * @throws CONFLICT (BEEHIVE_ENDED)
 */
export async function requireLivingSources(
  context: Context,
  { ownerId, harvestedOn }: Pick<Harvest, 'ownerId' | 'harvestedOn'>,
  sources: readonly Source[],
  accepted: readonly Source[] = [],
): Promise<void> {
  const known = new Set(accepted.map(({ harvestedBeehiveId }) => harvestedBeehiveId));
  const ids = sources.map(({ harvestedBeehiveId }) => harvestedBeehiveId).filter((id) => !known.has(id));
  if (ids.length === 0) return;
  const text = `select label, ended_on as "endedOn" from beehives
    where id = any($1) and owner_id = $2 and ended_on < $3::date order by array_position($1::uuid[], id) limit 1`;
  const values = [ids, ownerId, harvestedOn];
  const ended = await runStatement<Pick<LockedBeehive, 'label' | 'endedOn'>>(context, { text, values });
  for (const beehive of ended) requireLiving(beehive, harvestedOn);
}

export async function readSources({ access }: Context, harvestId: string): Promise<Source[]> {
  const { nodes } = await access.list(HarvestSource, { where: { harvest: harvestId }, order: { position: 'asc' } });
  return nodes.map(({ beehiveId, harvestedBeehiveId, beehiveLabel, frames, grams, withheld }) => ({
    beehive: beehiveId,
    harvestedBeehiveId,
    beehiveLabel,
    frames,
    grams,
    withheld,
  }));
}

/**
 * Determines the grams of each source.
 * @param totalGrams is spread over the frames; without it, each source has its own grams
 * @throws BAD_USER_INPUT if a hive would have too many, or none are given where the honey must have been weighed
 */
export function weigh(sources: Source[], totalGrams: number | null | undefined, isDraft: boolean): Source[] {
  if (totalGrams != null) {
    if (!sources.some(({ frames }) => frames > 0))
      throw AppError.badInput([{ field: 'totalGrams', message: 'must be spread over at least one frame' }]);
    const parts = spread(
      totalGrams,
      sources.map(({ frames }) => frames),
    );
    if (parts.some((grams) => grams > MAX_SOURCE_GRAMS)) {
      const message = createMessage('must give no hive more than {max} grams', { max: MAX_SOURCE_GRAMS });
      throw AppError.badInput([{ field: 'totalGrams', message }]);
    }
    return sources.map((source, i) => ({ ...source, grams: parts[i]! }));
  }
  if (isDraft) return sources;
  const missing = sources.flatMap(({ grams }, i) => (grams === null ? [`sources.${i}.grams`] : []));
  if (missing.length > 0)
    throw AppError.badInput(missing.map((field) => ({ field, message: 'is required unless the total is given' })));
  if (sumOf(sources) === 0) throw AppError.badInput([{ field: 'sources', message: 'must have more than 0 grams' }]);
  return sources;
}

/** @throws BAD_USER_INPUT for grams of a hive beside a total */
export function requireOneMeasure(
  sources: readonly HarvestSourceInput[] | null | undefined,
  totalGrams: number | null | undefined,
): void {
  const i = totalGrams == null ? -1 : (sources ?? []).findIndex(({ grams }) => grams != null);
  if (i < 0) return;
  const message = createMessage('must not be combined with `{field}`', { field: 'totalGrams' });
  throw AppError.badInput([{ field: `sources.${i}.grams`, message }]);
}

export const sumOf = (sources: readonly { grams: number | null }[]): number =>
  sources.reduce((sum, { grams }) => sum + (grams ?? 0), 0);

interface Closing {
  ownerId: string;
  /** That of an amended harvest. */
  dayBefore?: string;
  harvestedOn: string;
  override: WithdrawalOverrideInput | null | undefined;
  /** That of an earlier override, which is permanent. */
  overrideReason: string | null;
}

/**
 * Marks the sources whose honey must not be sold. Their hives are locked, so no treatment is recorded meanwhile.
 * @throws CONFLICT (WITHDRAWAL_ACTIVE, WITHDRAWAL_UNKNOWN) without an override, unless the harvest had the source before, so marked
 */
export async function checkSources(
  context: Context,
  { ownerId, harvestedOn, dayBefore = harvestedOn, override, overrideReason }: Closing,
  sources: readonly Source[],
): Promise<{ sources: Source[]; destination: HoneyDestination; overrideReason: string | null }> {
  if (override && override.destination !== HoneyDestination.NOT_FOR_SALE) {
    const message = createMessage('must be one of {values}', { values: HoneyDestination.NOT_FOR_SALE });
    throw AppError.badInput([{ field: 'override.destination', message }]);
  }
  const ids = sources.map(({ harvestedBeehiveId }) => harvestedBeehiveId);
  const found = await findWithheld(context, ownerId, ids, harvestedOn);
  const isFound = new Set(found.map(({ beehiveId }) => beehiveId));
  const wasWithheld = new Set(sources.flatMap((source) => (source.withheld ? source.harvestedBeehiveId : [])));
  // The treatments of a hive that was given away, or deleted after that, went with it: of another day, nobody knows.
  const gone = harvestedOn === dayBefore ? [] : sources.filter(({ beehive }) => beehive === null);
  const goneIds = gone.map(({ harvestedBeehiveId }) => harvestedBeehiveId);
  const isBack = gone.length > 0 ? await lockHivesOf(context, ownerId, goneIds) : new Set<string>();
  const unknown = goneIds.filter((id) => !isBack.has(id) && !isFound.has(id));
  const withheld = [...found, ...unknown.map((beehiveId) => ({ beehiveId, until: null, isGone: true }))];
  const added = withheld.filter(({ beehiveId }) => !wasWithheld.has(beehiveId));
  if (added.length > 0 && !override && overrideReason === null) refuseWithheld(added, sources, harvestedOn);
  // What was known of a hive that was given away remains.
  const marked = sources.map((source) => ({
    ...source,
    withheld: isFound.has(source.harvestedBeehiveId) || (source.beehive === null && source.withheld),
  }));
  const reason = overrideReason ?? (added.length > 0 ? (override?.reason ?? null) : null);
  const isWithheld = reason !== null || marked.some(({ withheld }) => withheld);
  return {
    sources: marked,
    destination: isWithheld ? HoneyDestination.NOT_FOR_SALE : HoneyDestination.FOR_SALE,
    overrideReason: reason,
  };
}

export function addSources({ em }: Context, harvest: Harvest, sources: readonly Source[]): void {
  for (const [position, source] of sources.entries())
    em.create(HarvestSource, { ...source, harvest, ownerId: harvest.ownerId, position });
}

export async function replaceSources(context: Context, harvest: Harvest, sources: readonly Source[]): Promise<void> {
  await context.access.execute(
    HarvestSource,
    ({ table, ownership, bind }) =>
      `delete from ${table} where harvest_id = ${bind(harvest.id)} and ${ownership} returning id`,
  );
  addSources(context, harvest, sources);
}
