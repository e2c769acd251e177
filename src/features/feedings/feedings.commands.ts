import { v7 as uuidv7 } from 'uuid';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { readCreated } from '../../idempotency/client-ids.js';
import { createMessage } from '../../messages/message.js';
import { daysAtApiaries } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireBeehives } from '../beehives/beehives.rules.js';
import { claimForBeehives } from '../beehives/claim-for-beehives.commands.js';
import { requireLiving } from '../beehives/living.commands.js';
import { lockBeehives } from '../beehives/lock-beehives.commands.js';
import { isFeed, readNamedProduct } from '../inventory/named-product.queries.js';
import { takeForHives } from '../inventory/stock.commands.js';
import type { Product } from '../products/product.entity.js';
import { Feeding } from './feeding.entity.js';
import { divideAmount, weigh } from './feeding-amount.rules.js';
import { MAX_FED_BEEHIVES, type RecordFeedingInput, type UpdateFeedingInput } from './feedings.inputs.js';

/**
 * Records a feeding of hives, all or none, in a number of statements that does not depend on theirs.
 * @param derivedIds ids of the feedings that no client chose, such as those of an import: nothing was created under them
 * @throws NOT_FOUND and FORBIDDEN for a hive, the product and the item; BAD_USER_INPUT; CONFLICT (INSUFFICIENT_STOCK, BEEHIVE_ENDED)
 */
export async function recordFeeding(
  context: Context,
  input: RecordFeedingInput,
  derivedIds: readonly string[] = [],
): Promise<(Feeding | Row<Feeding>)[]> {
  const { beehiveIds, amount, productId, stock, notes } = input;
  requireBeehives('beehiveIds', beehiveIds, MAX_FED_BEEHIVES);
  const { claims, areKnown } = await claimForBeehives(context, Feeding, input);
  if (areKnown) return readCreated(context, Feeding, claims);
  const isNamed = productId != null || input.kind == null;
  const product = isNamed ? await readNamedProduct(context, productId, stock?.itemId, isFeed) : undefined;
  const feed = copyFeed(input, product);
  const amounts = divideAmount(amount, beehiveIds.length, feed.density);
  const beehives = await lockBeehives(context, beehiveIds, roleTo('create', Feeding));
  const today = await daysAtApiaries(context, input.fedOn == null ? beehives : []);
  const dayOf = ({ apiaryId }: { apiaryId: string }): string => input.fedOn ?? today.get(apiaryId)!;
  for (const beehive of beehives) requireLiving(beehive, dayOf(beehive));
  const field = 'stock.quantity';
  const taken =
    stock && (await takeForHives(context, stock.itemId, { amount: -stock.quantity, field, reason: feed.productName }));
  return beehives.map((locked, i) => {
    const { id: beehive, ownerId, apiaryId } = locked;
    return context.em.create(Feeding, {
      ...feed,
      ...amounts[i]!,
      ...(product?.ownerId === ownerId && { product: product.id }),
      ...(taken?.ownerId === ownerId && taken.references),
      id: claims[i]?.id ?? derivedIds[i] ?? uuidv7(),
      fedOn: dayOf(locked),
      beehive,
      ownerId,
      apiary: apiaryId,
      notes: notes ?? null,
      actorId: context.viewer.id,
    });
  });
}

/** @throws BAD_USER_INPUT without a product and a kind, and with both */
function copyFeed({ kind, productId, sugarPercent, density }: RecordFeedingInput, product: Row<Product> | undefined) {
  if (kind != null && productId != null) {
    throw AppError.badInput([{ field: 'kind', message: 'must not be given together with a product' }]);
  }
  const fed = kind ?? product?.feedKind;
  if (fed == null) throw AppError.badInput([{ field: 'kind', message: 'is required' }]);
  return {
    kind: fed,
    productName: product?.name ?? null,
    sugarPercent: sugarPercent ?? product?.sugarPercent ?? null,
    density: density ?? product?.density ?? null,
  };
}

/** @throws as every update; BAD_USER_INPUT for both amounts; CONFLICT (BEEHIVE_ENDED) */
export async function updateFeeding(
  context: Context,
  { id, expectedVersion, grams, millilitres, ...changes }: UpdateFeedingInput,
): Promise<Feeding> {
  const { access, em } = context;
  if (grams !== undefined && millilitres !== undefined) {
    const message = createMessage('must not be combined with `{field}`', { field: 'grams' });
    throw AppError.badInput([{ field: 'millilitres', message }]);
  }
  // The hive is locked first, as where a loss of it is recorded.
  const { beehiveId } = await access.one(Feeding, id, ['beehiveId'], roleTo('update', Feeding));
  const beehive =
    changes.fedOn === undefined ? undefined : await access.forUpdate(Beehive, beehiveId, roleTo('update', Feeding));
  const feeding = await access.forUpdate(Feeding, id);
  await access.requireVersion(Feeding, feeding, { expectedVersion });
  if (beehive) requireLiving(beehive, changes.fedOn);
  em.assign(feeding, changes);
  if (grams !== undefined) em.assign(feeding, { grams, millilitres: null });
  if (millilitres !== undefined) feeding.millilitres = millilitres;
  if (feeding.millilitres !== null)
    feeding.grams = weigh(millilitres === undefined ? 'density' : 'millilitres', feeding.millilitres, feeding.density);
  return feeding;
}
