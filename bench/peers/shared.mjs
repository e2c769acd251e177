// Shared by the hand-written servers: settings, the contract as SDL, columns, and the validation rules.
export const PORT = Number(process.env.PORT);
export const { DATABASE_URL, JWT_SECRET } = process.env;
export const POOL = Number(process.env.POOL);
export const CLAIMS = { issuer: 'beekeeping-backend', audience: 'beekeeping-clients' };

export const SDL = /* GraphQL */ `
  scalar DateTime
  type Query { apiaries: [Apiary!]! beehives(apiaryId: ID!): [Beehive!]! }
  type Mutation {
    updateBeehive(id: ID!, input: UpdateBeehiveInput!): Beehive!
    adjustStock(input: AdjustStockInput!): InventoryItem!
  }
  input UpdateBeehiveInput {
    beehiveNumber: Int activityLevel: String beePopulation: String foodFrames: Int broodFrames: Int hiveStatus: String
    healthStatus: String hasProductionChamber: String observations: String
  }
  input AdjustStockInput { itemId: ID! amount: Int! reason: String notes: String }
  type Apiary {
    id: ID! userId: ID! name: String! location: String treatments: Boolean! createdAt: DateTime! updatedAt: DateTime!
    beehives: [Beehive!]! inventoryItems: [InventoryItem!]!
  }
  type Beehive {
    id: ID! apiaryId: ID! beehiveNumber: Int activityLevel: String beePopulation: String foodFrames: Int broodFrames: Int
    hiveStatus: String healthStatus: String hasProductionChamber: String observations: String isTreated: Boolean!
    createdAt: DateTime! updatedAt: DateTime!
  }
  type InventoryItem {
    id: ID! apiaryId: ID! itemName: String! description: String quantity: Int! unit: String! minimumStock: Int! lowStock: Boolean!
    createdAt: DateTime! updatedAt: DateTime!
  }
`;

export const APIARY = `id, owner_id as "userId", name, location, treatments, created_at as "createdAt", updated_at as "updatedAt"`;
export const SELECTED_HIVE = `id, beehive_number as "beehiveNumber", activity_level as "activityLevel", bee_population as "beePopulation",
  food_frames as "foodFrames", brood_frames as "broodFrames", hive_status as "hiveStatus", health_status as "healthStatus",
  has_production_chamber as "hasProductionChamber", observations, created_at as "createdAt", updated_at as "updatedAt"`;
export const HIVE = `${SELECTED_HIVE}, apiary_id as "apiaryId", is_treated as "isTreated"`;
export const ITEM = `id, apiary_id as "apiaryId", item_name as "itemName", description, quantity, unit, minimum_stock as "minimumStock",
  low_stock as "lowStock", created_at as "createdAt", updated_at as "updatedAt"`;
export const REST_HIVE = `id, apiary_id, beehive_number as hive_number, beehive_number, activity_level, bee_population, food_frames,
  brood_frames, hive_status, health_status, has_production_chamber, observations, is_treated as treatments, created_at, updated_at`;
export const REST_ITEM = `id, item_name as name, item_name, quantity, unit, apiary_id, description, minimum_stock, low_stock, category,
  batch_number, expiry_date, purchase_date, supplier, storage_location, unit_cost, currency, created_at, updated_at`;
/** The condition that `t` belongs to the user whose id is the parameter. */
export const ownedBy = (parameter) =>
  `exists (select 1 from apiaries a where a.id = t.apiary_id and a.owner_id = ${parameter})`;

/** Updates the stock and inserts the movement in one statement: $1 user, $2 item, $3 amount. */
export const ADJUST = (columns) => `with t as (
    update inventory_items t set quantity = quantity + $3, movement_count = movement_count + 1, updated_at = now()
    where id = $2 and quantity + $3 >= 0 and ${ownedBy('$1')}
    returning *
  ), movement as (
    insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
    select uuidv7(), now(), now(), id, movement_count, 'ADJUSTMENT', $3, quantity, $1, now() from t
  ) select ${columns} from t`;
/** The same ledger entry, for servers that use a transaction. */
export const MOVEMENT = `insert into stock_movements
    (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
  values (uuidv7(), now(), now(), $1, $2, 'ADJUSTMENT', $3, $4, $5, now())`;

const MEANING = new Map([
  ['Healthy', 'HEALTHY'],
  ['At Risk', 'AT_RISK'],
  ['Unhealthy', 'UNHEALTHY'],
]);
/** The meaning of the health text is stored beside it, as in the service. */
export const meaningOf = (healthStatus) => MEANING.get(healthStatus) ?? null;

const HIVE_COLUMNS = {
  beehiveNumber: 'beehive_number',
  activityLevel: 'activity_level',
  beePopulation: 'bee_population',
  foodFrames: 'food_frames',
  broodFrames: 'brood_frames',
  hiveStatus: 'hive_status',
  healthStatus: 'health_status',
  hasProductionChamber: 'has_production_chamber',
  observations: 'observations',
};
/** The update statement for the fields of an input; `values` start with the hive and the user. */
export function hiveUpdate(id, userId, input, columns) {
  const fields = Object.keys(input).filter((field) => field in HIVE_COLUMNS);
  const sets = fields.map((field, i) => `${HIVE_COLUMNS[field]} = $${i + 3}`);
  const values = [id, userId, ...fields.map((field) => input[field])];
  if ('healthStatus' in input) {
    values.push(meaningOf(input.healthStatus));
    sets.push(`health = $${values.length}`);
  }
  const text = `update beehives t set ${sets.join(', ')}, updated_at = now() where id = $1 and ${ownedBy('$2')} returning ${columns}`;
  return { name: `hive ${columns.length} ${fields.join()}`, text, values };
}

const isTooLong = (text, max) => typeof text === 'string' && text.length > max;
const isInvalidCount = (n) => n != null && (!Number.isInteger(n) || n < 0 || n > 1000);
/** The service's validation rules for a hive. @returns the problem, or undefined */
export function hiveProblem({ foodFrames, broodFrames, healthStatus, observations }) {
  if (isInvalidCount(foodFrames)) return 'foodFrames must be a whole number from 0 to 1000';
  if (isInvalidCount(broodFrames)) return 'broodFrames must be a whole number from 0 to 1000';
  if (isTooLong(healthStatus, 100)) return 'healthStatus must have at most 100 characters';
  if (isTooLong(observations, 10_000)) return 'observations must have at most 10000 characters';
  return undefined;
}
export const fromRest = (body) => ({
  foodFrames: body.food_frames,
  broodFrames: body.brood_frames,
  healthStatus: body.health_status,
  observations: body.observations,
});

export function groupBy(rows, key) {
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}
