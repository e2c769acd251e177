import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { idempotentDelete } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Harvest } from './harvest.entity.js';
import { HarvestRevision } from './harvest-revision.entity.js';
import {
  addSources,
  checkSources,
  lockSources,
  replaceSources,
  requireLivingSources,
  requireOneMeasure,
  requireSources,
  type Source,
  sumOf,
  weigh,
} from './harvest-sources.commands.js';
import { HarvestStatus } from './harvest-status.enums.js';
import type {
  AmendHarvestInput,
  CloseHarvestInput,
  RecordHarvestInput,
  UpdateHarvestDraftInput,
} from './harvests.inputs.js';
import { lockDraft, lockHarvest, requireStatus } from './lock-harvest.commands.js';

/** @throws NOT_FOUND and FORBIDDEN for the apiary or a hive; CONFLICT (BEEHIVE_ENDED; WITHDRAWAL_ACTIVE, WITHDRAWAL_UNKNOWN for a closed one) */
export async function recordHarvest(context: Context, id: string, input: RecordHarvestInput): Promise<Harvest> {
  const { newId: _, apiaryId, sources: sent, totalGrams, draft, override, ...details } = input;
  requireSources(sent);
  requireOneMeasure(sent, totalGrams);
  if (draft && override) throw AppError.badInput([{ field: 'override', message: 'must be omitted for a draft' }]);
  // The lock keeps the apiary from going to another owner meanwhile, to whom the harvest would not go along.
  const apiary = await context.access.forUpdate(Apiary, apiaryId, roleTo('create', Harvest), 'no key update');
  const ownerId = apiary.userId;
  const { harvestedOn } = details;
  const listed = await lockSources(context, ownerId, sent);
  await requireLivingSources(context, { ownerId, harvestedOn }, listed);
  const weighed = weigh(listed, totalGrams, draft ?? false);
  const closing = { ownerId, harvestedOn, override, overrideReason: null };
  const { sources, ...checked } = draft ? { sources: weighed } : await checkSources(context, closing, weighed);
  const harvest = context.em.create(Harvest, {
    ...details,
    ...checked,
    id,
    ownerId,
    apiary,
    apiaryLabel: apiary.name,
    status: draft ? HarvestStatus.DRAFT : HarvestStatus.CLOSED,
    grams: sumOf(sources),
    actorId: context.viewer.id,
  });
  addSources(context, harvest, sources);
  return harvest;
}

const idsOf = (sources: readonly { beehiveId: string }[] | null | undefined): string[] =>
  (sources ?? []).map(({ beehiveId }) => beehiveId.toLowerCase());

/** @throws CONFLICT (HARVEST_CLOSED, HARVEST_VOIDED, VERSION_CONFLICT, BEEHIVE_ENDED) */
export async function updateDraft(
  context: Context,
  id: string,
  input: Omit<UpdateHarvestDraftInput, 'id'>,
): Promise<Harvest> {
  const { expectedVersion, sources: sent, totalGrams, ...changes } = input;
  if (sent) requireSources(sent);
  requireOneMeasure(sent, totalGrams);
  const { harvest, sources: before } = await lockDraft(context, id, { expectedVersion }, idsOf(sent));
  const { ownerId, harvestedOn: dayBefore } = harvest;
  context.em.assign(harvest, changes);
  harvest.actorId = context.viewer.id;
  // Other sources alone are a change of the harvest, too: the change log has no entries of sources.
  harvest.updatedAt = new Date();
  const listed = sent ? await lockSources(context, ownerId, sent, before) : before;
  await requireLivingSources(context, harvest, listed, harvest.harvestedOn === dayBefore ? before : []);
  if (!sent && totalGrams == null) return harvest;
  const sources = weigh(listed, totalGrams, true);
  harvest.grams = sumOf(sources);
  await replaceSources(context, harvest, sources);
  return harvest;
}

/**
 * Closes a draft. A closed harvest is returned as it is, so that retries succeed.
 * @throws NOT_FOUND for a hive that has been deleted or given away; CONFLICT (BEEHIVE_ENDED, WITHDRAWAL_ACTIVE, WITHDRAWAL_UNKNOWN,
 *   HARVEST_VOIDED)
 */
export async function closeHarvest(
  context: Context,
  id: string,
  input: Omit<CloseHarvestInput, 'id'>,
): Promise<Harvest> {
  const { harvest, sources: before } = await lockHarvest(context, id);
  if (harvest.status === HarvestStatus.CLOSED) return harvest;
  requireStatus(harvest, HarvestStatus.DRAFT);
  await context.access.requireVersion(Harvest, harvest, input);
  // Its treatments may have gone with it.
  if (before.some(({ beehive }) => beehive === null)) throw AppError.notFound('Beehive');
  await requireLivingSources(context, harvest, before);
  const { ownerId, harvestedOn, overrideReason } = harvest;
  const weighed = weigh(before, input.totalGrams, false);
  const closing = { ownerId, harvestedOn, override: input.override, overrideReason };
  const { sources, ...checked } = await checkSources(context, closing, weighed);
  const { id: actorId } = context.viewer;
  context.em.assign(harvest, { ...checked, grams: sumOf(sources), status: HarvestStatus.CLOSED, actorId });
  await replaceSources(context, harvest, sources);
  return harvest;
}

/** Deletes a draft with its sources. */
export function discardDraft(context: Context, id: string, expected: Expectation): Promise<string> {
  return idempotentDelete(context, Harvest, id, async () => {
    const { harvest } = await lockDraft(context, id, expected);
    context.em.remove(harvest);
    return harvest.id;
  });
}

/**
 * Amends a closed harvest; what it was is kept as an earlier revision. An amendment that changes nothing is not recorded.
 * @throws CONFLICT (HARVEST_IS_DRAFT, HARVEST_VOIDED, HARVEST_IN_LOT, VERSION_CONFLICT, TOO_MANY_REVISIONS, BEEHIVE_ENDED, WITHDRAWAL_ACTIVE,
 *   WITHDRAWAL_UNKNOWN)
 */
export async function amendHarvest(
  context: Context,
  id: string,
  input: Omit<AmendHarvestInput, 'id'>,
): Promise<Harvest> {
  const { expectedVersion, sources: sent, totalGrams, reason, override, ...changes } = input;
  if (sent) requireSources(sent);
  requireOneMeasure(sent, totalGrams);
  const { harvest, sources: before } = await lockHarvest(context, id, idsOf(sent));
  requireStatus(harvest, HarvestStatus.CLOSED);
  await context.access.requireVersion(Harvest, harvest, { expectedVersion });
  const previous = snapshotOf(harvest, before);
  const listed = sent ? await lockSources(context, harvest.ownerId, sent, before) : before;
  const weighed = weigh(listed, totalGrams, false);
  context.em.assign(harvest, changes);
  const { ownerId, harvestedOn, overrideReason } = harvest;
  const { harvestedOn: dayBefore } = previous.content;
  await requireLivingSources(context, harvest, listed, harvestedOn === dayBefore ? before : []);
  const closing = { ownerId, harvestedOn, dayBefore, override, overrideReason };
  const { sources, ...checked } = await checkSources(context, closing, weighed);
  const grams = sumOf(sources);
  if (JSON.stringify(contentOf({ ...harvest, grams }, sources)) === JSON.stringify(previous.content)) return harvest;
  if (grams < harvest.lotGrams) throw inLots(harvest);
  if (harvest.revision >= MAX_REVISIONS) {
    const message = createMessage('A harvest can have at most {max} revisions', { max: MAX_REVISIONS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_REVISIONS' });
  }
  keepRevision(context, harvest, previous);
  context.em.assign(harvest, { ...checked, grams, reason });
  await replaceSources(context, harvest, sources);
  return harvest;
}

/** Voids a closed harvest of which no lot contains anything. Voiding it again changes nothing. */
export async function voidHarvest(
  context: Context,
  id: string,
  reason: string,
  expected: Expectation,
): Promise<Harvest> {
  const { harvest, sources } = await lockHarvest(context, id);
  if (harvest.status === HarvestStatus.VOIDED) return harvest;
  requireStatus(harvest, HarvestStatus.CLOSED);
  await context.access.requireVersion(Harvest, harvest, expected);
  if (harvest.lotGrams > 0) throw inLots(harvest);
  keepRevision(context, harvest, snapshotOf(harvest, sources));
  context.em.assign(harvest, { status: HarvestStatus.VOIDED, reason });
  return harvest;
}

const inLots = ({ lotGrams: grams }: Harvest): AppError =>
  new AppError('CONFLICT', createMessage('{grams} g of the harvest are in lots', { grams }), {
    reason: 'HARVEST_IN_LOT',
  });

/** They are listed whole with their harvest. */
export const MAX_REVISIONS = 200;

type Content = Pick<Harvest, 'harvestedOn' | 'status' | 'grams' | 'country' | 'honeyKind' | 'notes'>;
type Snapshot = ReturnType<typeof snapshotOf>;

const contentOf = ({ harvestedOn, status, grams, country, honeyKind, notes }: Content, sources: readonly Source[]) => ({
  harvestedOn,
  status,
  grams,
  country,
  honeyKind,
  notes,
  sources: sources.map(({ harvestedBeehiveId, beehiveLabel, frames, grams: ofHive }) => ({
    beehiveId: harvestedBeehiveId,
    beehiveLabel,
    frames,
    grams: ofHive ?? 0,
  })),
});

const snapshotOf = (harvest: Harvest, sources: readonly Source[]) => ({
  content: contentOf(harvest, sources),
  made: { revision: harvest.revision, reason: harvest.reason, actorId: harvest.actorId },
});

/** The harvest becomes the next revision, of the viewer. */
function keepRevision({ em, viewer }: Context, harvest: Harvest, { content, made }: Snapshot): void {
  em.create(HarvestRevision, { ...content, ...made, harvest, ownerId: harvest.ownerId });
  harvest.revision = made.revision + 1;
  harvest.actorId = viewer.id;
}
