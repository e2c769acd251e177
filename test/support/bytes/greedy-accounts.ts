// Accounts that hold as many records as the limits of the service allow, or as are enough for its largest responses, each with the longest texts.
import type { RecordIds } from '../../authorization/case.js';
import type { TestDatabase } from '../database.js';
import { findIdsIn, type SeededBeekeeper, seedBeekeepers, seededBeekeeper } from '../seed-beekeepers.js';
import { fillTexts } from './fill-texts.js';

export interface GreedyAccount {
  who: SeededBeekeeper;
  ids: RecordIds;
  /** The paths of its links, which need no token. */
  calendar: string;
  register: string;
}

/** Hives of the one apiary of an account, as many as a harvest has sources. A document has 4,000 rows at most, and an apiary 1,000 open tasks. */
const HIVES = 100;
const HISTORY = {
  ...{ visits: 40, answered: 2, questions: 20, counts: 20, courses: 40, harvests: 40, items: 100, movements: 40 },
};
const OPEN_TASKS = 1000;

export async function seedGreedyAccounts(database: TestDatabase, accounts: number): Promise<void> {
  const { sql } = database;
  await seedBeekeepers(
    database,
    {
      accounts: `select n, 1, ${HIVES} from generate_series(1, ${accounts}) n`,
      members: 'select 0, 0, 0, null::text where false',
    },
    HISTORY,
  );
  await sql(
    `insert into tasks (id, created_at, updated_at, owner_id, apiary_id, title, kind, due_on, beehive_ids, beehive_labels, status, actor_id)
     select gen_random_uuid(), now(), now(), a.owner_id, a.id, 'Task', 'INSPECT', current_date + n % 300, '{}', '{}', 'OPEN', a.owner_id
     from apiaries a, generate_series(1, ${OPEN_TASKS - 2}) n`,
  );
}

/** @param accounts those that have been inserted; their texts are filled here, after their records have been found by them */
export async function openGreedyAccounts(
  url: string,
  database: TestDatabase,
  accounts: number,
): Promise<GreedyAccount[]> {
  const opened: GreedyAccount[] = [];
  for (let n = 1; n <= accounts; n++) {
    const who = await seededBeekeeper({ url, database }, n);
    const apiary = `Apiary ${n * 1000 + 1}`;
    const found = await findIdsIn(database, apiary, apiary);
    const { calendar } = await who.ask('mutation { calendar: createCalendarFeed(input: {}) { link } }');
    const { register } = await who.ask('mutation { register: createRegisterLink(input: {}) { link } }');
    const [own] = await database.sql<{ fileImport: string; zone: string }>(
      `select i.id as "fileImport", z.id as zone from imports i join restricted_zones z on z.owner_id = user_id where user_id = $1 limit 1`,
      [who.id],
    );
    const ids = { ...found, ...own!, session: who.session, account: who.id, member: who.id };
    opened.push({ who, ids, calendar: new URL(calendar.link).pathname, register: new URL(register.link).pathname });
  }
  await fillTexts(database);
  await database.sql('vacuum analyze');
  return opened;
}
