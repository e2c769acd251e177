import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { withoutNulls } from '../../shared/without-nulls.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { findInBank, withKey } from './bank.queries.js';
import { Product } from './product.entity.js';
import { IngredientUnit, ProductKind } from './product.enums.js';
import type { CreateProductInput, UpdateProductInput } from './products.inputs.js';

/** The most that an account can have. */
export const MAX_PRODUCTS = 1000;

/** Who counts the products of an account waits for others who do. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('products ' || $1::uuid, 0))`;
const COUNT = 'select count(*)::int as n from products where owner_id = $1';

/** @throws NOT_FOUND and FORBIDDEN for the apiary; BAD_USER_INPUT; CONFLICT (TOO_MANY_PRODUCTS) */
export async function createProduct(context: Context, id: string, input: CreateProductInput): Promise<Product> {
  const { em, viewer } = context;
  const { newId: _, apiaryId, ...stated } = input;
  const fields = withoutNulls(stated);
  const { bankKey, authorisationCountry } = fields;
  const filled = bankKey === undefined ? undefined : findInBank(bankKey, authorisationCountry, viewer.language);
  if (filled && fields.kind !== undefined)
    throw AppError.badInput([
      { field: 'kind', message: createMessage('must not be combined with `{field}`', { field: 'bankKey' }) },
    ]);
  if (filled) requireIngredients(filled, fields);
  const { kind, name, ingredients = [], ...others } = { ...filled, ...fields };
  if (kind === undefined) throw AppError.badInput([{ field: 'kind', message: 'is required' }]);
  if (name === undefined) throw AppError.badInput([{ field: 'name', message: 'is required' }]);
  const owner = await lockOwner(context, apiaryId);
  await requireCapacity(context, owner.ownerId);
  const product = em.create(Product, {
    ...{ ...others, ...owner, id, kind, name, actorId: viewer.id },
    ingredients: ingredients.map(withKey),
  });
  requireConsistent(product);
  return product;
}

/** The lock keeps the apiary from getting another owner meanwhile. */
async function lockOwner(
  { access, viewer }: Context,
  apiaryId: string | null | undefined,
): Promise<{ ownerId: string; apiary: Apiary | null }> {
  if (apiaryId != null) {
    const apiary = await access.forUpdate(Apiary, apiaryId, roleTo('create', Product), 'no key update');
    return { ownerId: apiary.userId, apiary };
  }
  // A token that is limited to apiaries would not see what it has created.
  if (viewer.token?.apiaryIds) throw AppError.badInput([{ field: 'apiaryId', message: 'is required' }]);
  return { ownerId: viewer.id, apiary: null };
}

async function requireCapacity(context: Context, ownerId: string): Promise<void> {
  await runStatement(context, { text: LOCK, values: [ownerId] });
  const [row] = await runStatement<{ n: number }>(context, { text: COUNT, values: [ownerId] });
  if (row!.n < MAX_PRODUCTS) return;
  const message = createMessage('An account can have at most {max} products', { max: MAX_PRODUCTS });
  throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_PRODUCTS' });
}

/** @throws as every update; BAD_USER_INPUT */
export async function updateProduct(
  context: Context,
  { id, expectedVersion, ...changes }: UpdateProductInput,
): Promise<Product> {
  const product = await context.access.forUpdate(Product, id);
  await context.access.requireVersion(Product, product, { expectedVersion });
  requireIngredients(product, changes);
  const { ingredients, ...others } = changes;
  context.em.assign(product, { ...others, ...(ingredients && { ingredients: ingredients.map(withKey) }) });
  requireConsistent(product);
  return product;
}

/** What a product contains is of one unit of its dose: another unit needs other amounts. @throws BAD_USER_INPUT */
function requireIngredients(
  before: { doseUnit: string | null; ingredients: readonly unknown[] },
  { doseUnit, ingredients }: { doseUnit?: string | null; ingredients?: unknown },
): void {
  const isOther = doseUnit !== undefined && doseUnit !== before.doseUnit && before.ingredients.length > 0;
  if (isOther && ingredients === undefined)
    throw AppError.badInput([{ field: 'ingredients', message: 'must be given together with the unit of the dose' }]);
}

/** @throws BAD_USER_INPUT */
function requireConsistent(product: Product): void {
  const { kind, doseUnit, ingredients } = product;
  const isFeed = kind === ProductKind.FEED;
  if (isFeed && product.feedKind === null) throw AppError.badInput([{ field: 'feedKind', message: 'is required' }]);
  const ofFeeds = (['feedKind', 'sugarPercent', 'density'] as const).find((field) => product[field] !== null);
  if (!isFeed && ofFeeds !== undefined)
    throw AppError.badInput([
      { field: ofFeeds, message: createMessage('must not be combined with `{field}`', { field: `kind: ${kind}` }) },
    ]);
  if (ingredients.length > 0 && doseUnit === null)
    throw AppError.badInput([{ field: 'doseUnit', message: 'is required' }]);
  const percent = ingredients.findIndex(({ unit }) => unit === IngredientUnit.PERCENT);
  if (percent >= 0 && doseUnit !== 'g' && doseUnit !== 'ml')
    throw AppError.badInput([
      { field: `ingredients.${percent}.unit`, message: 'must not be PERCENT unless the dose is in g or ml' },
    ]);
  const keys = ingredients.map(({ key }) => key);
  const twice = keys.findIndex((key, i) => keys.indexOf(key) < i);
  if (twice >= 0) throw AppError.badInput([{ field: `ingredients.${twice}.name`, message: 'must not be given twice' }]);
  const share = ingredients.reduce(
    (sum, { amount, unit }) => sum + (unit === IngredientUnit.PERCENT ? Number(amount) : 0),
    0,
  );
  if (share > 100)
    throw AppError.badInput([{ field: `ingredients.${percent}.amount`, message: 'must not be above 100 % together' }]);
}
