// The products and feedings of the demo account.
import { ref } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Apiary, type Beehive, Feeding, type InventoryItem, Product } from '../entities.js';
import { findInBank, withKey } from '../features/products/bank.queries.js';
import { FeedKind } from '../features/products/product.enums.js';
import { DELETED_EXAMPLE, EXAMPLE } from '../shared/example-ids.js';
import { Language } from '../shared/language.js';
import { daysAgo } from './days-ago.js';

/** How much of the syrup a hive got on some days, in grams. */
const FED: [days: number, grams: number][] = [
  [48, 1000],
  [34, 1500],
];

/** Products of the bank, and one of the demo account alone, which the feed in stock is. */
export function createProducts(em: EntityManager, apiary: Apiary, actorId: string, feed: InventoryItem): Product {
  const of = (key: string, country?: string) => {
    const { ingredients, ...product } = findInBank(key, country, Language.EN);
    return { ...product, ingredients: ingredients.map(withKey), bankKey: key };
  };
  const common = { ownerId: apiary.user.id, actorId };
  em.create(Product, { ...of('apiguard', 'ES'), ...common, authorisationCountry: 'ES' });
  em.create(Product, { ...of('api_bioxal', 'FR'), ...common, authorisationCountry: 'FR', apiary });
  const syrup = em.create(Product, { ...of('syrup_2_1'), ...common, id: EXAMPLE.product, apiary });
  feed.product = ref(syrup);
  return syrup;
}

/** @param product without one, the feeding that only the examples of deletions use */
export function createFeedings(em: EntityManager, beehive: Beehive, actorId: string, product?: Product): void {
  const { apiary } = beehive;
  if (!product) {
    const fed = { kind: FeedKind.FONDANT, grams: 500, fedOn: daysAgo(30) };
    em.create(Feeding, { ...fed, id: DELETED_EXAMPLE.feeding, beehive, apiary, actorId });
    return;
  }
  const { name: productName, sugarPercent } = product;
  for (const [i, [days, grams]] of FED.entries())
    em.create(Feeding, {
      ...(i === 0 && beehive.id === EXAMPLE.beehive && { id: EXAMPLE.feeding }),
      ...{ beehive, apiary, product, productName, sugarPercent, grams, actorId },
      kind: product.feedKind!,
      fedOn: daysAgo(days),
    });
}
