import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../features/accounts/passwords.rules.js';
import { deriveMeanings } from '../features/beehives/vocabulary.enums.js';
import { unitKind } from '../features/inventory/units.enums.js';
import { DEMO_ACCOUNT } from './demo.js';

export interface Volume {
  accounts: number;
  /** For each account. */
  apiaries: number;
  /** For each apiary. */
  hives: number;
  items: number;
}

const BATCH_SIZE = 5000;
const LEVELS = ['High', 'Media', 'Low'];
const SIZES = ['Large', 'Media', 'Small'];
const HEALTH = ['Healthy', 'Ninguno', 'Presencia barroa', 'Unhealthy'];
const STATUS = ['Active', 'Cámara de cría', 'Cámara de cría y producción', 'Queenless'];
const CHAMBER = ['Yes', 'No', 'Si'];
const UNITS = ['Unidades', 'kg', 'Litros', 'boxes'];

const USERS = `insert into users (id, created_at, updated_at, email, username, password_hash)
  select id, now(), now(), email, split_part(email, '@', 1), $3 from unnest($1::uuid[], $2::text[]) as t (id, email)
  on conflict (email) do nothing`;
const APIARIES = `insert into apiaries (id, created_at, updated_at, owner_id, name)
  select id, now(), now(), owner_id, name from unnest($1::uuid[], $2::uuid[], $3::text[]) as t (id, owner_id, name)`;
const HIVES = `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number, activity_level, bee_population, hive_status,
    health_status, has_production_chamber, activity, population, status, health, production_chamber, food_frames, brood_frames)
  select id, now(), now(), apiary_id, beehive_number, activity_level, bee_population, hive_status, health_status,
    has_production_chamber, activity, population, status, health, production_chamber, beehive_number % 8, beehive_number % 6
  from jsonb_to_recordset($1::jsonb) as t (id uuid, apiary_id uuid, beehive_number int, activity_level text, bee_population text,
    hive_status text, health_status text, has_production_chamber text, activity text, population text, status text,
    health text, production_chamber boolean)`;

/** Inserts items with their initial movement. */
const ITEMS = `with item as (
    insert into inventory_items (id, created_at, updated_at, apiary_id, item_name, unit, unit_kind, quantity, minimum_stock, movement_count)
    select id, now(), now(), apiary_id, item_name, unit, unit_kind, quantity, minimum_stock, 1
    from jsonb_to_recordset($1::jsonb) as t (id uuid, apiary_id uuid, item_name text, unit text, unit_kind text, quantity int, minimum_stock int)
    returning id, apiary_id, quantity
  )
  insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
  select gen_random_uuid(), now(), now(), item.id, 1, 'INITIAL', quantity, quantity, owner_id, now()
  from item join apiaries on apiaries.id = apiary_id`;

/**
 * Adds apiaries, hives and items to the accounts beekeeper-1@example.org, beekeeper-2@example.org and so on, and creates missing accounts.
 * @returns the e-mail addresses of the accounts
 */
export async function seedVolume(pool: Pool, volume: Volume, onInserted: (rows: number) => void): Promise<string[]> {
  const emails = Array.from({ length: volume.accounts }, (_, i) => `beekeeper-${i + 1}@example.org`);
  await pool.query(USERS, [emails.map(() => uuidv7()), emails, await hashPassword(DEMO_ACCOUNT.password)]);
  const { rows: users } = await pool.query<{ id: string }>('select id from users where email = any($1)', [emails]);

  const apiaries = users.flatMap(({ id }) =>
    Array.from({ length: volume.apiaries }, (_, i) => ({ id: uuidv7(), owner: id, name: `Apiary ${i + 1}` })),
  );
  for (const batch of chunks(apiaries, BATCH_SIZE)) {
    await pool.query(APIARIES, [batch.map((a) => a.id), batch.map((a) => a.owner), batch.map((a) => a.name)]);
  }
  const ids = apiaries.map(({ id }) => id);
  for (const [statement, createRow, count] of [
    [HIVES, createHive, volume.hives],
    [ITEMS, createItem, volume.items],
  ] as const) {
    for (const batch of chunks(createRows(ids, count, createRow), BATCH_SIZE)) {
      await pool.query(statement, [JSON.stringify(batch)]);
      onInserted(batch.length);
    }
  }
  return emails;
}

function* createRows(
  apiaries: string[],
  count: number,
  createRow: (apiary: string, number: number) => object,
): Generator<object> {
  for (const apiary of apiaries) for (let number = 1; number <= count; number++) yield createRow(apiary, number);
}

function createItem(apiary: string, number: number): object {
  const unit = UNITS[number % UNITS.length]!;
  return {
    id: uuidv7(),
    apiary_id: apiary,
    item_name: `Item ${number}`,
    unit,
    unit_kind: unitKind(unit),
    quantity: 1 + ((number * 7) % 90),
    minimum_stock: 10,
  };
}

function createHive(apiary: string, number: number): object {
  const pick = (values: string[]): string => values[number % values.length]!;
  const words = {
    activityLevel: pick(LEVELS),
    beePopulation: pick(SIZES),
    hiveStatus: pick(STATUS),
    healthStatus: pick(HEALTH),
    hasProductionChamber: pick(CHAMBER),
  };
  const { productionChamber, ...meanings } = deriveMeanings(words);
  return {
    id: uuidv7(),
    apiary_id: apiary,
    beehive_number: number,
    activity_level: words.activityLevel,
    bee_population: words.beePopulation,
    hive_status: words.hiveStatus,
    health_status: words.healthStatus,
    has_production_chamber: words.hasProductionChamber,
    ...meanings,
    production_chamber: productionChamber,
  };
}

function* chunks<T>(list: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const one of list) {
    chunk.push(one);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
