import { v7 as uuidv7 } from 'uuid';
import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { readCreated } from '../../idempotency/client-ids.js';
import { createMessage } from '../../messages/message.js';
import { normalizeWord } from '../../shared/text.js';
import { dayAtApiary, daysAtApiaries } from '../apiaries/apiary-days.queries.js';
import { requireBeehives } from '../beehives/beehives.rules.js';
import { claimForBeehives } from '../beehives/claim-for-beehives.commands.js';
import { requireLiving } from '../beehives/living.commands.js';
import { lockBeehives } from '../beehives/lock-beehives.commands.js';
import { isNoFeed, readNamedProduct } from '../inventory/named-product.queries.js';
import { lockRevision, lockTreatment, requireRevision } from './lock-treatment.commands.js';
import { Treatment } from './treatment.entity.js';
import { complete, requireOrder, statusOf } from './treatment-days.rules.js';
import { copyProduct, fillFromProduct } from './treatment-product.rules.js';
import { TreatmentStatus } from './treatment-status.enums.js';
import { readUse, takeFromStock } from './treatment-stock.commands.js';
import {
  type CorrectTreatmentInput,
  type EndTreatmentInput,
  MAX_TREATED_BEEHIVES,
  type RecordTreatmentInput,
} from './treatments.inputs.js';

/**
 * Records a treatment of hives, all or none, in a number of statements that does not depend on theirs.
 * @param derivedIds ids of the treatments that no client chose, such as those of an import: nothing was created under them
 * @throws NOT_FOUND for a hive or an item that is missing or belongs to another account; CONFLICT (INSUFFICIENT_STOCK, BEEHIVE_ENDED)
 */
export async function recordTreatment(
  context: Context,
  input: RecordTreatmentInput,
  derivedIds: readonly string[] = [],
): Promise<(Treatment | Row<Treatment>)[]> {
  const { newIds: _, beehiveIds, stock: use, requiresRepeat, productId, ...stated } = input;
  requireBeehives('beehiveIds', beehiveIds, MAX_TREATED_BEEHIVES);
  const taken = readUse(use ?? {});
  requireOrder(stated);
  const { claims, areKnown } = await claimForBeehives(context, Treatment, input);
  if (areKnown) return readCreated(context, Treatment, claims);
  const isNamed = productId != null || stated.productName == null;
  const product = isNamed ? await readNamedProduct(context, productId, taken?.itemId, isNoFeed) : undefined;
  const details = fillFromProduct({ ...stated, ...readDoseText(stated) }, product);
  const beehives = await lockBeehives(context, beehiveIds, roleTo('create', Treatment));
  for (const beehive of beehives) requireLiving(beehive, details.startedOn);
  const stock = taken && (await takeFromStock(context, taken, beehives.length, details));
  const courseId = uuidv7();
  // Whether a treatment has ended depends on the day where the hive is.
  const days = await daysAtApiaries(context, details.endedOn == null ? [] : beehives);
  return beehives.map((locked, i) => {
    const { id: beehive, ownerId, apiaryId, apiaryName } = locked;
    const id = claims[i]?.id ?? derivedIds[i] ?? uuidv7();
    return context.em.create(Treatment, {
      ...details,
      ...stock?.details,
      // A member may take their own product for the hive of another account, to which the record belongs.
      ...(stock?.ownerId === ownerId && stock.references),
      ...(product?.ownerId === ownerId && { product: product.id }),
      id,
      seriesId: id,
      courseId,
      ownerId,
      beehive,
      treatedBeehiveId: beehive,
      beehiveLabel: locked.label,
      apiary: apiaryId,
      apiaryLabel: apiaryName,
      status: statusOf(details, days.get(apiaryId)!),
      requiresRepeat: requiresRepeat ?? false,
      actorId: context.viewer.id,
    });
  });
}

/** The mobile app sends every dose as text: one that is a number is the dose, too, and one that is blank says nothing. */
function readDoseText({ dose, doseText }: { dose?: string | null; doseText?: string | null }) {
  const text = doseText?.trim() ?? '';
  const number = text.replace(',', '.');
  const isNumber = /^\d{1,7}(\.\d{1,3})?$/.test(number);
  return { doseText: text === '' ? null : doseText!, dose: dose ?? (isNumber ? number : null) };
}

/** Ends a treatment. Its previous content is kept, as that of a correction. @throws CONFLICT (TREATMENT_ENDED) */
export async function endTreatment(
  context: Context,
  id: string,
  input: Omit<EndTreatmentInput, 'id'>,
): Promise<Treatment> {
  const { endedOn, expectedVersion, ...result } = input;
  const treatment = await lockTreatment(context, id, { expectedVersion });
  if (treatment.status !== TreatmentStatus.ACTIVE)
    throw new AppError('CONFLICT', 'The treatment has ended: correct it', { reason: 'TREATMENT_ENDED' });
  revise(context, treatment, null);
  context.em.assign(treatment, result);
  complete(treatment, { endedOn }, await dayAtApiary(context, treatment.apiaryId));
  requireOrder(treatment);
  return treatment;
}

/** Corrects a treatment, whose previous content is kept as a replaced revision. A correction that changes nothing makes none: the app repeats its own. */
export async function correctTreatment(
  context: Context,
  id: string,
  { status, reason, expectedVersion, productId, ...stated }: Omit<CorrectTreatmentInput, 'id'>,
): Promise<Treatment> {
  const treatment = await lockTreatment(context, id, { expectedVersion });
  const previous = contentOf(context, treatment);
  const changes = { ...(await restateProduct(context, treatment, productId, stated.productName)), ...stated };
  context.em.assign(treatment, { ...changes, ...restateDose(treatment, changes) });
  const isDated = status === TreatmentStatus.COMPLETED || changes.endedOn != null;
  const today = isDated ? await dayAtApiary(context, treatment.apiaryId) : '';
  if (status === TreatmentStatus.COMPLETED) complete(treatment, changes, today);
  // It goes on, so the end was a mistake.
  if (status === TreatmentStatus.ACTIVE && changes.endedOn === undefined) treatment.endedOn = null;
  requireOrder(treatment);
  if (status !== undefined || changes.endedOn !== undefined)
    treatment.status = status ?? statusOf(treatment, today, treatment.status);
  const isKept = ([name, value]: [string, unknown]): boolean => isSame(treatment[name as keyof Treatment], value);
  if (Object.entries(previous).every(isKept)) return treatment;
  if (treatment.revision >= MAX_REVISIONS) {
    const message = createMessage('A treatment can have at most {max} revisions', { max: MAX_REVISIONS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_REVISIONS' });
  }
  revise(context, treatment, reason, previous);
  return treatment;
}

/** Ingredients are JSON. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));

/** Another product replaces the copy of the one before; a name of another one leaves none, and nothing that only a product says. */
async function restateProduct(
  context: Context,
  treatment: Treatment,
  productId: string | undefined,
  name: string | undefined,
) {
  if (productId === undefined)
    return name === undefined || normalizeWord(name) === normalizeWord(treatment.productName)
      ? {}
      : { product: null, ingredients: null, authorisationNumber: null };
  if (productId.toLowerCase() === treatment.productId) return {};
  const product = (await readNamedProduct(context, productId, undefined, isNoFeed))!;
  const { plannedDays: _, doseUnit: __, ...copy } = copyProduct(product);
  const isFilled = treatment.kind === treatment.target && product.target !== null;
  return {
    ...copy,
    ...(isFilled && { kind: product.target! }),
    product: product.ownerId === treatment.ownerId ? product.id : null,
  };
}

/** The dose is stated once: in words, which may be a number, or as a number with its unit. */
function restateDose({ dose: before, doseUnit: unit }: Treatment, changes: Partial<CorrectTreatmentInput>) {
  const { dose, doseUnit, doseText } = changes;
  const isRestated = dose !== undefined || (doseUnit !== undefined && doseUnit !== unit && before !== null);
  if (doseText === undefined && !isRestated) return {};
  const stated =
    doseText === undefined ? { dose: dose === undefined ? before : dose, doseText: null } : readDoseText(changes);
  // PostgreSQL adds zeros: 2.5 is 2.500.
  const isSame = stated.dose !== null && before !== null && Number(stated.dose) === Number(before);
  return isSame ? { ...stated, dose: before } : stated;
}

/** Voids a treatment that was recorded by mistake. Voiding it again changes nothing. @param replacedId of the revision before */
export async function voidTreatment(
  context: Context,
  id: string,
  reason: string,
  expected: Expectation,
  replacedId?: string,
): Promise<Treatment> {
  const treatment = await lockRevision(context, id);
  if (treatment.status === TreatmentStatus.VOIDED) return treatment;
  await requireRevision(context, treatment, expected);
  revise(context, treatment, reason, contentOf(context, treatment), replacedId);
  treatment.status = TreatmentStatus.VOIDED;
  return treatment;
}

/** They are listed whole with their treatment. */
export const MAX_REVISIONS = 200;
const OWN_OF_REVISION = ['id', 'current', 'retainUntil'];

function contentOf(context: Context, treatment: Treatment): Record<string, unknown> {
  const names = [...context.table(Treatment).columns.keys()].filter((name) => !OWN_OF_REVISION.includes(name));
  return Object.fromEntries(names.map((name) => [name, treatment[name as keyof Treatment]]));
}

/** Copies the previous content of a treatment to a row that never changes; the treatment itself becomes the next revision, of the viewer. */
function revise(
  context: Context,
  treatment: Treatment,
  reason: string | null,
  previous = contentOf(context, treatment),
  replacedId = uuidv7(),
): void {
  context.em.create(Treatment, { ...(previous as object as Treatment), id: replacedId, current: false });
  treatment.revision += 1;
  treatment.reason = reason;
  treatment.actorId = context.viewer.id;
}
