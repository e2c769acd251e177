import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../../accounts/credentials.js';
import { meaningOf } from '../../beehives/vocabulary.js';
import { DEMO_ACCOUNT } from './demo.js';

export interface Volume {
  accounts: number;
  /** Of each account. */
  apiaries: number;
  /** Of each apiary. */
  hives: number;
}

const AT_ONCE = 5000;
const LEVELS = ['High', 'Media', 'Low'];
const SIZES = ['Large', 'Media', 'Small'];
const HEALTH = ['Healthy', 'Ninguno', 'Presencia barroa', 'Unhealthy'];
const STATUS = ['Active', 'Cámara de cría', 'Cámara de cría y producción', 'Queenless'];
const CHAMBER = ['Yes', 'No', 'Si'];

const USERS = `insert into users (id, created_at, updated_at, email, username, password_hash)
  select id, now(), now(), email, split_part(email, '@', 1), $3 from unnest($1::uuid[], $2::text[]) as t (id, email)
  on conflict (email) do nothing`;
const APIARIES = `insert into apiaries (id, created_at, updated_at, owner_id, name)
  select id, now(), now(), owner_id, name from unnest($1::uuid[], $2::uuid[], $3::text[]) as t (id, owner_id, name)`;
const HIVES = `insert into beehives (id, created_at, updated_at, apiary_id, number, activity_level, bee_population, hive_status,
    health_status, has_production_chamber, activity, population, status, health, production_chamber, food_frames, brood_frames)
  select id, now(), now(), apiary_id, number, activity_level, bee_population, hive_status, health_status,
    has_production_chamber, activity, population, status, health, production_chamber, number % 8, number % 6
  from jsonb_to_recordset($1::jsonb) as t (id uuid, apiary_id uuid, number int, activity_level text, bee_population text,
    hive_status text, health_status text, has_production_chamber text, activity text, population text, status text,
    health text, production_chamber boolean)`;

/** Adds apiaries and hives to the accounts beekeeper-1@example.org and so on, making those that are missing. @returns their addresses */
export async function plantVolume(pool: Pool, wanted: Volume, planted: (hives: number) => void): Promise<string[]> {
  const emails = Array.from({ length: wanted.accounts }, (_, i) => `beekeeper-${i + 1}@example.org`);
  await pool.query(USERS, [emails.map(() => uuidv7()), emails, await hashPassword(DEMO_ACCOUNT.password)]);
  const { rows: users } = await pool.query<{ id: string }>('select id from users where email = any($1)', [emails]);

  const apiaries = users.flatMap(({ id }) =>
    Array.from({ length: wanted.apiaries }, (_, i) => ({ id: uuidv7(), owner: id, name: `Apiary ${i + 1}` })),
  );
  for (const some of chunks(apiaries, AT_ONCE)) {
    await pool.query(APIARIES, [some.map((a) => a.id), some.map((a) => a.owner), some.map((a) => a.name)]);
  }
  let waiting: object[] = [];
  const flush = async (): Promise<void> => {
    await pool.query(HIVES, [JSON.stringify(waiting)]);
    planted(waiting.length);
    waiting = [];
  };
  for (const apiary of apiaries) {
    for (let number = 1; number <= wanted.hives; number++) {
      waiting.push(hive(apiary.id, number));
      if (waiting.length === AT_ONCE) await flush();
    }
  }
  if (waiting.length > 0) await flush();
  return emails;
}

function hive(apiary: string, number: number): object {
  const pick = (words: string[]): string => words[number % words.length]!;
  const words = {
    activityLevel: pick(LEVELS),
    beePopulation: pick(SIZES),
    hiveStatus: pick(STATUS),
    healthStatus: pick(HEALTH),
    hasProductionChamber: pick(CHAMBER),
  };
  const { productionChamber, ...meanings } = meaningOf(words);
  return {
    id: uuidv7(),
    apiary_id: apiary,
    number,
    activity_level: words.activityLevel,
    bee_population: words.beePopulation,
    hive_status: words.hiveStatus,
    health_status: words.healthStatus,
    has_production_chamber: words.hasProductionChamber,
    ...meanings,
    production_chamber: productionChamber,
  };
}

function* chunks<T>(list: T[], size: number): Generator<T[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}
