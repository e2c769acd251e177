// What a client costs that asks for changes when nothing has happened: next to nothing, however many apiaries it sees.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Explainer, PLANS } from '../support/buffers.js';
import { isOfRequest, queriesOf, startTestApp, type TestApp } from '../support/client.js';
import { othersHaveEnded, readChanges } from '../support/phone.js';
import { type SeededBeekeeper, seedBeekeepers, seededBeekeeper } from '../support/seed-beekeepers.js';

const OTHERS = 500;
const [FIRM, CLUB, ORDINARY] = [900_001, 900_002, 900_003];
/** The firm has 300 apiaries, the club is a member of one of each of 500 accounts. */
const ACCOUNTS = `select n, 1, 2 from generate_series(1, ${OTHERS}) n
  union all values (${FIRM}, 300, 2), (${CLUB}, 1, 2), (${ORDINARY}, 2, 5)`;
const MEMBERS = `select ${CLUB}, n, 1, 'VIEWER' from generate_series(1, ${OTHERS}) n
  union all values (${ORDINARY}, 40, 1, 'VIEWER')`;
/** More than are read of the log of all accounts. */
const MANY_ENTRIES = 4000;

let app: TestApp;
let club: SeededBeekeeper;
beforeAll(async () => {
  app = await startTestApp();
  await seedBeekeepers(app.database, { accounts: ACCOUNTS, members: MEMBERS });
  await app.database.sql('vacuum analyze');
  club = await seededBeekeeper(app, CLUB);
}, 120_000);
afterAll(() => app.close());

async function readToEnd(who: SeededBeekeeper, after?: string): Promise<string> {
  const { endCursor, hasMore } = await readChanges(who, after, 500);
  return hasMore ? readToEnd(who, endCursor) : endCursor;
}

/** What PostgreSQL reads for a request without changes, with each of the plans that it may choose. */
async function buffersOfPoll(who: SeededBeekeeper, after: string): Promise<number[]> {
  const sent = await queriesOf(app.app, () => readChanges(who, after));
  const queries = sent.filter(({ text }) => isOfRequest(text));
  const explainer = await Explainer.connect(app, { random_page_cost: 1.1, enable_seqscan: 'on' });
  try {
    const buffers: number[] = [];
    for (const plan of PLANS) {
      let sum = 0;
      for (const query of queries) sum += (await explainer.read(query, plan)).buffers;
      buffers.push(sum);
    }
    return buffers;
  } finally {
    await explainer.end();
  }
}

it.each([
  ['a firm with 300 apiaries', FIRM, 40],
  ['a club with 500 memberships', CLUB, 40],
  ['an ordinary account, which reads each log at once', ORDINARY, 24],
])(
  '%s',
  async (_name, account, most) => {
    const who = await seededBeekeeper(app, account);
    await othersHaveEnded(app);
    const cursor = await readToEnd(who);
    expect(Math.max(...(await buffersOfPoll(who, cursor)))).toBeLessThanOrEqual(most);
  },
  60_000,
);

describe('the club gets each change in an apiary of another account', () => {
  const WRITE = `update beehives set food_frames = food_frames + 1 where id = (
    select b.id from beehives b join apiaries a on a.id = apiary_id where a.name = $1 and beehive_number = 1) returning id`;
  const nameOf = (account: number): string => `Apiary ${account * 1000 + 1}`;
  const write = async (account: number): Promise<string> =>
    (await app.database.sql<{ id: string }>(WRITE, [nameOf(account)]))[0]!.id;
  /** Entries of other accounts. */
  const writeElsewhere = (entries: number): Promise<unknown> =>
    app.database.sql(
      `insert into changes (owner_id, entity, row_id, action, version)
       select gen_random_uuid(), 'Apiary', gen_random_uuid(), 'CREATED', 1 from generate_series(1, $1::int)`,
      [entries],
    );
  const idsAfter = async (cursor: string): Promise<string[]> => {
    await othersHaveEnded(app);
    return (await readChanges(club, cursor)).changes.map(({ recordId }) => recordId);
  };

  it.each([1, MANY_ENTRIES])('among %d of others', async (entries) => {
    const cursor = await readToEnd(club);
    await writeElsewhere(entries);
    const hives = [await write(7), await write(400)];
    await writeElsewhere(entries);
    expect((await idsAfter(cursor)).sort()).toEqual(hives.sort());
  });

  it('also from a transaction that others overtake', async () => {
    const client = new pg.Client(app.database.server as pg.ClientConfig);
    await client.connect();
    try {
      await othersHaveEnded(app);
      const cursor = await readToEnd(club);
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>(WRITE, [nameOf(77)]);
      const second = await write(78);
      await writeElsewhere(1);
      // Nothing is passed that may still come.
      const { changes, endCursor } = await readChanges(club, cursor);
      expect(changes).toEqual([]);
      await client.query('commit');
      expect((await idsAfter(endCursor)).sort()).toEqual([rows[0]!.id, second].sort());
    } finally {
      await client.end();
    }
  });

  it('and is not kept from a cheap request by what others have written', async () => {
    const cursor = await readToEnd(club);
    await writeElsewhere(MANY_ENTRIES);
    await othersHaveEnded(app);
    const { changes, endCursor } = await readChanges(club, cursor);
    expect(changes).toEqual([]);
    expect(Math.max(...(await buffersOfPoll(club, endCursor)))).toBeLessThanOrEqual(40);
  });
});
