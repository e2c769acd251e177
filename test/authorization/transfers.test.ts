// An apiary, and a hive, with a row of every record that belongs to it, are given to another account. Then the former owner reads none of them
// in any way, and the new owner reads all: of each record, also one that comes later. What stays with its owner is the other way around.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isLeft } from '../../src/records/ownership.js';
import { until } from '../process/service.js';
import { leave, refusalOf, share, transfer } from '../support/members.js';
import { Phone } from '../support/phone.js';
import { owned } from '../support/tables.js';
import { allPassedOn, leaveHistory } from '../support/transfers.js';
import { webhookOf } from '../support/webhook-ids.js';
import { type Beekeeper, beekeeper } from '../support/world.js';
import { app, createRecords, missingIds, owner } from './authorization.fixture.js';
import type { RecordIds } from './case.js';
import {
  ask,
  CHEAP_WAYS,
  findMentions,
  findWrong,
  isStaying,
  type OwnedRow,
  type Root,
  readEverything,
  readRows,
  requestsFor,
  WAYS,
} from './transfers.fixture.js';

interface Gift {
  root: Root;
  /** Over each API that has it. */
  ways: ((ids: RecordIds, to: Beekeeper) => Promise<void>)[];
  /** The records that are deleted by it. */
  ended: string[];
  /** Where the former owner's own records and log still mention what has gone: `entity as field`, in small letters. */
  mentioned: RegExp;
}

/** Only its owner gives a hive away, who manages the apiary of the other account until then. */
const moveWith =
  (move: (hive: string, apiary: string) => Promise<unknown>): Gift['ways'][number] =>
  async ({ beehive }, to) => {
    const apiary = await to.apiary();
    await share(to, apiary, owner, 'MANAGER');
    await move(beehive, apiary);
    expect(refusalOf(await leave(owner, apiary))).toBeUndefined();
  };
const GIFTS: Gift[] = [
  {
    root: 'Apiary',
    ways: [
      async ({ apiary }, to) => {
        await share(owner, apiary, to, 'WORKER');
        expect(refusalOf(await transfer(owner, apiary, to.id, false))).toBeUndefined();
      },
    ],
    ended: [],
    // Harvests say from which hive and apiary they were. Webhooks have told of what was done before.
    mentioned:
      /^Beehive as (harvestedbeehiveid|beehiveid|key) |^Apiary as apiary_id |^\w+ as (recordid|apiaryid) in (webhooks|\/users\/me\/export)$/,
  },
  {
    root: 'Beehive',
    ways: [
      moveWith((beehiveId, apiaryId) =>
        owner.ask('mutation ($input: MoveBeehiveInput!) { moveBeehive(input: $input) { beehive { id } } }', {
          input: { id: beehiveId, apiaryId },
        }),
      ),
      moveWith(async (id, apiary_id) =>
        expect((await owner.rest('PUT', `/beehives/${id}`, { apiary_id })).status).toBe(200),
      ),
    ],
    // Overrides of questions of the apiary that it leaves.
    ended: ['BeehiveQuestion'],
    // The log of a hive is divided (ADR 0022). Harvests, tasks and the events of other hives say which hive it was.
    mentioned: /^\w+ as recordid |^Beehive as (harvestedbeehiveid|beehiveid|beehiveids|otherbeehiveid|key) /,
  },
];

describe('a record to which the new owner is not passed on is found', () => {
  let bea: Beekeeper;
  let apiary: string;
  let rows: OwnedRow[];
  const give = (to: Beekeeper): Promise<unknown> =>
    app.database.sql('update apiaries set owner_id = $1 where id = $2', [to.id, apiary]);
  beforeAll(async () => {
    ({ apiary } = await createRecords());
    bea = await beekeeper(app);
    ({ rows } = await readRows('Apiary', apiary));
    await app.database.sql(`create function keep_owner() returns trigger language plpgsql as $$
      begin new.owner_id := old.owner_id; return new; end $$`);
  });

  it.each(owned.filter((one) => !isLeft(owned, one)))('$entity', async ({ entity, table, isCascaded }) => {
    // Its name sorts after those of the others.
    const trigger = `zzz_owner_kept before update on ${table} for each row execute function keep_owner()`;
    await app.database.sql(`create trigger ${trigger}`);
    try {
      const refusal = await give(bea).then(
        () => undefined,
        ({ code }) => code,
      );
      // A foreign key that contains the owner refuses it.
      if (refusal) return expect([refusal, isCascaded]).toEqual(['23503', true]);
      for (const way of Object.values(CHEAP_WAYS).filter(({ delivers }) => delivers(entity)))
        expect(await findWrong(way, rows, owner, bea)).toEqual(
          expect.arrayContaining([
            `${entity} is still read by the former owner`,
            `${entity} is missing for the new owner`,
          ]),
        );
    } finally {
      await app.database.sql(`drop trigger zzz_owner_kept on ${table}`);
      await give(owner);
    }
  });

  it('and without such a fault, the triggers alone pass it on', async () => {
    await give(bea);
    for (const way of Object.values(CHEAP_WAYS)) expect(await findWrong(way, rows, owner, bea)).toEqual([]);
  });
});

const SIZES = GIFTS.map((gift) => ({ ...gift, size: 'at once', isLarge: false }));
/** In the order of the tests: what has been set for large ones stays. */
const ALL = [...SIZES, ...SIZES.map((gift) => ({ ...gift, size: 'in pieces', isLarge: true }))];

describe.each(ALL)('$root, $size', ({ root, ways, ended, mentioned, isLarge }) => {
  const given: RecordIds[] = [];
  const rows: OwnedRow[] = [];
  const missing: string[] = [];
  const idOf = (ids: RecordIds): string => (root === 'Apiary' ? ids.apiary : ids.beehive);
  let bea: Beekeeper;
  let phone: Phone;
  beforeAll(async () => {
    if (isLarge && root === 'Apiary') await leaveHistory(app);
    for (const _ of ways) {
      const ids = await createRecords();
      const all = await readRows(root, idOf(ids));
      missing.push(...all.missing);
      rows.push(...all.rows.filter(({ entity }) => !ended.includes(entity)));
      // She is below the apiary, and goes with her hive.
      if (root === 'Beehive') rows.push({ entity: 'Queen', id: ids.queen });
      given.push(ids);
    }
    phone = new Phone(app, owner);
    await phone.sync();
    bea = await beekeeper(app);
    for (const [i, give] of ways.entries()) await give(given[i]!, bea);
    if (!isLarge) return;
    const left = rows.filter(({ entity }) => owned.some((one) => one.entity === entity && one.isHistory));
    const others = rows.filter((row) => !left.includes(row));
    const isFound = (wrong: string[]): boolean => left.some(({ entity }) => wrong.join().includes(entity));
    for (const way of Object.values(CHEAP_WAYS)) expect(await findWrong(way, others, owner, bea)).toEqual([]);
    expect(isFound(await findWrong(CHEAP_WAYS['the owner in the database']!, left, owner, bea))).toBe(true);
    await allPassedOn(app);
  });

  it('has a row of every record', () => expect(missing).toEqual([]));

  it.each(Object.entries(WAYS))('%s', async (_, way) => {
    expect(await findWrong(way, rows, owner, bea)).toEqual([]);
  });

  it('a copy of the former owner: the feed says that they are gone', async () => {
    expect(rows.some(({ id }) => phone.records.has(id))).toBe(true);
    await phone.sync();
    expect(rows.filter((row) => phone.records.has(row.id) && !isStaying(row))).toEqual([]);
  });

  it('requests with their ids: for the other account, they are as missing', async () => {
    const requests = given.flatMap((ids) => requestsFor(ids, missingIds, rows));
    expect(requests.length).toBeGreaterThan(20);
    for (const { name, text, row, ofNothing } of requests) {
      const [reader, other] = isStaying(row) ? [owner, bea] : [bea, owner];
      expect({ name, answer: await ask(other, text) }).toEqual({ name, answer: await ask(other, ofNothing) });
      const answer = await ask(reader, text);
      expect({ name, answer }).toMatchObject({ answer: { status: 200 } });
      expect({ name, answer }).not.toHaveProperty('answer.errors');
    }
  });

  it('a webhook of the former owner is not told of what changes from then on', async () => {
    for (const who of [owner, bea]) await webhookOf(who);
    const id = idOf(given[0]!);
    await bea.ask(`mutation { update${root}(input: { id: "${id}", name: "Mine" }) { ${root.toLowerCase()} { id } } }`);
    const [{ version }] = (await app.database.sql(
      'select version from changes where row_id = $1 order by seq desc limit 1',
      [id],
    )) as [{ version: number }];
    const told = `{ me { webhooks { deliveries(first: 500) { nodes { recordId version } } } } }`;
    const isTold = async (who: Beekeeper): Promise<boolean> =>
      JSON.stringify(await who.ask(told)).includes(`{"recordId":"${id}","version":${version}}`);
    await until(() => isTold(bea));
    expect(await isTold(owner)).toBe(false);
  });

  it('whatever else the former owner reads contains none of the ids', async () => {
    const gone = rows.filter((row) => !isStaying(row));
    const mentions = findMentions(await readEverything(owner), gone);
    expect(mentions.filter((mention) => !mentioned.test(mention))).toEqual([]);
  });

  it('whatever else the new owner reads contains none of the ids of what stays', async () => {
    const left = rows.filter(isStaying);
    if (left.length === 0) return;
    const mentions = findMentions(await readEverything(bea), left);
    // The log of the apiary goes along.
    expect(mentions.filter((mention) => !/^\w+ as (recordid|label|title) /.test(mention))).toEqual([]);
  });
});
