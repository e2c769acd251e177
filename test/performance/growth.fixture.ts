// The same accounts in a database that first has 60 others, then 600, and what PostgreSQL reads in each for everything that they read.
import { afterAll, beforeAll } from '@jest/globals';
import { Explainer, type PlanKind, type Reading, type Settings } from '../support/buffers.js';
import { isOfRequest, type Query, queriesOf, startTestApp, type TestApp } from '../support/client.js';
import { readChanges } from '../support/phone.js';
import { findIdsIn, seedBeekeepers, seededBeekeeper } from '../support/seed-beekeepers.js';
import { type Reader, reads } from './growth-reads.js';

export const SIZES = ['small', 'large'] as const;
type Size = (typeof SIZES)[number];
const OTHERS = { small: 60, large: 600 };
/**
 * The plans of the small database are those by indexes, with which the others are compared. Tables of 20,000 rows are read as larger ones
 * are, if the pages of an index cost no more than those of a scan.
 */
const SETTINGS: Record<Size, Settings> = {
  small: { random_page_cost: 1.1, enable_seqscan: 'off' },
  large: { random_page_cost: 1.1, enable_seqscan: 'on' },
};
/** Apiaries of each other account, and hives of each apiary. */
const EACH = '2, 5';

const [FIRM, CLUB, ORDINARY, ADMINISTRATOR] = [900_001, 900_002, 900_003, 900_004];
/** The accounts, and the one in whose first apiary they read records. */
const READERS: Record<string, [account: number, records: number]> = {
  'an ordinary account': [ORDINARY, ORDINARY],
  'a firm': [FIRM, FIRM],
  'a club': [CLUB, 1],
  'an administrator': [ADMINISTRATOR, ADMINISTRATOR],
};
export const readerNames = Object.keys(READERS);

const ACCOUNTS = `select n, ${EACH} from generate_series(1, ${OTHERS.small}) n
  union all values (${FIRM}, 20, 15), (${CLUB}, 1, 5), (${ORDINARY}, ${EACH}), (${ADMINISTRATOR}, 1, 5)`;
/** Every account but the firm is a member of an apiary of another one; the club manages two of each of 30. */
const MEMBERS = `select n, n - 1, 1, 'VIEWER' from generate_series(2, ${OTHERS.small}) n
  union all values (${ORDINARY}, 40, 1, 'VIEWER'), (${ADMINISTRATOR}, 40, 1, 'VIEWER')
  union all select ${CLUB}, n, a, 'MANAGER' from generate_series(1, 30) n, generate_series(1, 2) a`;
const OTHER_ACCOUNTS = `select n, ${EACH} from generate_series(${OTHERS.small + 1}, ${OTHERS.large}) n`;
const OTHER_MEMBERS = `select n, n - 1, 1, 'VIEWER' from generate_series(${OTHERS.small + 2}, ${OTHERS.large}) n`;

export let app: TestApp;
const readers = new Map<string, Reader>();
/** What is read, by the size of the database, the reader, the name of the read and the kind of plan. */
const readings = new Map<string, Record<PlanKind, Reading> | Error>();

/** The readings of a scale under each hive, in the order in which it sends them. */
async function seedReadings(): Promise<void> {
  await app.database.sql(
    `with series as (
       insert into readings.series (beehive_id, beehive_created_at, owner_id, kind, quantity, custom_unit, last_at, last_value)
       select id, created_at, owner_id, 'WEIGHT', '', '', now(), 40 from beehives b
       where not exists (select 1 from readings.series s where s.beehive_id = b.id) returning id),
     hours as (
       insert into readings.hours select id, date_trunc('hour', now() - n * interval '18 hours', 'UTC'), 39, 41, 40, 1
       from generate_series(0, 40) n, series)
     insert into readings.days select id, date_trunc('day', now() - n * interval '18 days', 'UTC'), 39, 41, 40, 1
     from generate_series(0, 40) n, series`,
  );
}

beforeAll(async () => {
  app = await startTestApp();
  await seedBeekeepers(app.database, { accounts: ACCOUNTS, members: MEMBERS });
  await seedReadings();
  await app.database.sql(`update users set role = 'ADMIN' where email = 'beekeeper-${ADMINISTRATOR}@example.org'`);
  await app.database.sql('vacuum analyze');
  for (const [name, [account, records]] of Object.entries(READERS)) readers.set(name, await readerOf(account, records));
  await measureAll('small');
  await seedBeekeepers(app.database, { accounts: OTHER_ACCOUNTS, members: OTHER_MEMBERS });
  await seedReadings();
  await app.database.sql('vacuum analyze');
  // A member of many apiaries passes what others have written with its next request.
  for (const reader of readers.values()) reader.cursor = (await readChanges(reader.client, reader.cursor)).endCursor;
  await measureAll('large');
}, 300_000);
afterAll(() => app.close());

export const readsOf = (reader: string): string[] =>
  [...reads].flatMap(([name, { audience }]) =>
    (audience === 'admin') === (reader === 'an administrator') ? [name] : [],
  );

/** @throws if the read failed */
export function readingsOf(size: Size, reader: string, name: string): Record<PlanKind, Reading> {
  const found = readings.get(`${size}: ${reader}: ${name}`)!;
  if (found instanceof Error) throw found;
  return found;
}

async function readerOf(account: number, records: number): Promise<Reader> {
  const client = await seededBeekeeper(app, account);
  const ids = await findIdsIn(app.database, `Apiary ${records * 1000 + 1}`, `Apiary ${records * 1000 + 2}`);
  // They belong to the reader, not to the owner of the apiary.
  const [webhook] = await app.database.sql<{ id: string }>('select id from webhooks where user_id = $1', [client.id]);
  const [imported] = await app.database.sql<{ id: string }>('select id from imports where user_id = $1', [client.id]);
  const [zone] = await app.database.sql<{ id: string }>('select id from restricted_zones where owner_id = $1', [
    client.id,
  ]);
  let cursor: string | undefined;
  for (let hasMore = true; hasMore; ) ({ endCursor: cursor, hasMore } = await readChanges(client, cursor, 500));
  const own = {
    session: client.session,
    account: client.id,
    member: client.id,
    webhook: webhook!.id,
    fileImport: imported!.id,
    zone: zone!.id,
  };
  return { client, ids: { ...ids, ...own }, cursor: cursor! };
}

async function measureAll(size: Size): Promise<void> {
  const explainer = await Explainer.connect(app, SETTINGS[size]);
  for (const [readerName, reader] of readers) {
    await reader.client.ask('{ me { id } }'); // caches the session
    for (const name of readsOf(readerName)) {
      const reading = readWith(explainer, reader, name).catch((error: Error) => error);
      readings.set(`${size}: ${readerName}: ${name}`, await reading);
    }
  }
  await explainer.end();
}

async function readWith(explainer: Explainer, reader: Reader, name: string): Promise<Record<PlanKind, Reading>> {
  const sent = await queriesOf(app.app, () => reads.get(name)!.send(reader));
  // What reads only is explained: a request that takes long meets what the service writes meanwhile, such as when a session was seen.
  const queries = sent.filter(({ text }) => isOfRequest(text) && !/\b(update|insert|delete)\b/i.test(text));
  return {
    generic: await explainAll(explainer, queries, 'generic'),
    custom: await explainAll(explainer, queries, 'custom'),
  };
}

async function explainAll(explainer: Explainer, queries: Query[], plan: PlanKind): Promise<Reading> {
  const all: Reading = { buffers: 0, scanned: [] };
  for (const query of queries) {
    const { buffers, scanned } = await explainer.read(query, plan);
    all.buffers += buffers;
    all.scanned.push(...scanned.filter((table) => !all.scanned.includes(table)));
  }
  return all;
}
