// What PostgreSQL reads for an answer grows with the answer, not with the records of other accounts: for everything that a client can
// read, as an ordinary account, as a firm with many hives, and as a club that manages the apiaries of others.
import { describe, expect, it } from '@jest/globals';
import { routes } from '../authorization/routes.js';
import { PLANS, type PlanKind } from '../support/buffers.js';
import { tablesOf } from '../support/tables.js';
import { app, readerNames, readingsOf, readsOf } from './growth.fixture.js';
import { reads } from './growth-reads.js';

/** With ten times the records, the indexes have at most one more level: a row that was read in three buffers is read in four. */
const MAX_RATIO = 1.5;
/** For a few rows that were read in one or two, since their tables had a page or two, and for those that shared pages. */
const MORE_LEVELS = 20;

/** These belong to no account, and do not grow with the accounts. */
const TABLES_OF_NOBODY = ['question_templates'];
/** Not of an account, and nothing that clients read is in them: they are empty unless there is work. */
const WITHOUT_ROWS = [
  'mails',
  'removals',
  'unfinished_transfers',
  'rate_limits',
  'session_changes',
  'zones_left',
  'mikro_orm_migrations',
];

/** Reads that grow, with the plans that do. */
const KNOWN: Record<string, readonly PlanKind[]> = {
  // The index of trigrams has the texts of all accounts: 21 → 65 buffers of an apiary with 6 items.
  'get /inventory/:apiary_id/search': ['generic'],
  'Query.search': ['generic'],
  // Its sums over all records of a year are joined with the hives of the account: 523 → 2,954 buffers of a firm with 300 hives.
  'Statistics.period': ['generic'],
  // Behind a pooler: with the values of a firm that has 5 % of all inspections, a scan of all costs as much as its pages of 500.
  'get /users/me/export': ['custom'],
  // The answers of a page of inspections are read by the index of all of them: 51 → 130 buffers of a firm.
  'get /lists/inspections': ['generic', 'custom'],
};

it('has a line for every root field of Query and every GET route, and no other', () => {
  const fields = Object.keys(app.app.schema.getQueryType()!.getFields()).map((name) => `Query.${name}`);
  const gets = routes.filter(({ method }) => method === 'get').map(({ path }) => `get ${path}`);
  const lines = [...reads.keys()].filter((name) => /^(Query\.|get )/.test(name));
  expect(lines.sort()).toEqual([...fields, ...gets].sort());
});

it('there are rows in every table', async () => {
  const tables = await app.database.sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const names = tables.map(({ name }) => name).filter((name) => !WITHOUT_ROWS.includes(name));
  expect(names).toEqual(expect.arrayContaining(tablesOf(({ exportAs }) => exportAs !== undefined)));
  const empty: string[] = [];
  for (const name of names) {
    const rows = await app.database.sql(`select 1 from ${name} limit 1`);
    if (rows.length === 0) empty.push(name);
  }
  expect(empty).toEqual([]);
});

describe.each(readerNames)('%s', (reader) => {
  it.each(readsOf(reader))('%s', (name) => {
    const small = readingsOf('small', reader, name);
    const large = readingsOf('large', reader, name);
    // None of the plans for the small database reads the records of others, so each may be chosen later.
    const most = Math.max(...PLANS.map((plan) => small[plan].buffers)) * MAX_RATIO + MORE_LEVELS;
    for (const plan of PLANS.filter((one) => !KNOWN[name]?.includes(one))) {
      const { buffers, scanned } = large[plan];
      expect({ plan, scanned: scanned.filter((table) => !TABLES_OF_NOBODY.includes(table)) }).toEqual({
        ...{ plan, scanned: [] },
      });
      expect({ plan, grown: buffers > most && `${small[plan].buffers} → ${buffers}` }).toEqual({ plan, grown: false });
    }
  });
});
