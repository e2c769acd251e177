// The change log has an entry for each change: its columns, who made it, and in which request.
import { describe, expect, it } from '@jest/globals';
import { describeLog, writeLogFunction } from '../../src/changelog/log-triggers.js';
import { LOGGED_KINDS } from '../../src/records/kinds.js';
import { recordRows, records } from '../../src/records/records.js';
import type { Tracking } from '../../src/records/tracking.js';
import { expectLogExact, trackedTables } from '../support/change-log.js';
import { startTestApp } from '../support/client.js';
import { allRemoved } from '../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';
import { ana, app, log } from './change-log.fixture.js';

describe('the table of records', () => {
  const columnsOf = (entity: string) =>
    [...app.app.orm.getMetadata().getAll().values()]
      .find(({ className }) => className === entity)!
      .props.filter(({ fieldNames, kind }) => fieldNames?.length === 1 && kind !== '1:m');
  const triggersOf = (table: string): Promise<{ name: string; body: string }[]> =>
    app.database.sql(
      `select tgname as name, prosrc as body from pg_trigger join pg_proc p on p.oid = tgfoid
       where tgrelid = $1::regclass and p.proname = 'log_' || $1 order by tgname`,
      [table],
    );

  it.each(trackedTables())(
    '%s has its triggers, with the function that it determines',
    async (entity, table, insertsOnly) => {
      const tracked = records[entity as keyof typeof records].tracked!;
      const columns = columnsOf(entity).map(({ fieldNames: [name] }) => name!);
      const body = writeLogFunction(describeLog(entity, table, columns, tracked));
      const names = insertsOnly ? ['inserts_logged'] : ['deletions_logged', 'inserts_logged', 'updates_logged'];
      expect(await triggersOf(table)).toEqual(names.map((name) => ({ name, body })));
    },
  );

  it('every tracked entity that people see is a kind of record', () => {
    expect(Object.values(LOGGED_KINDS).sort()).toEqual(
      trackedTables()
        .map(([entity]) => entity)
        .filter((entity) => !records[entity as keyof typeof records].tracked?.hidden)
        .sort(),
    );
  });

  it('numbers the steps of a first copy without a gap', () => {
    const numbers = recordRows.flatMap(([, { synced }]) => Object.keys(synced?.steps ?? {}).map(Number));
    expect(numbers.sort((a, b) => a - b)).toEqual([...numbers.keys()]);
  });

  it('no other table has them', async () => {
    const tables = await app.database.sql<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc p on p.oid = tgfoid where p.proname like 'log\\_%'`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(
      trackedTables()
        .map(([, table]) => table)
        .sort(),
    );
  });

  it.each(trackedTables())('%s: names columns only; hidden and generated ones are never logged', (entity, table) => {
    const tracked: Tracking = records[entity as keyof typeof records].tracked!;
    const all = columnsOf(entity);
    const names = all.map(({ fieldNames: [name] }) => name!);
    const { columns } = describeLog(entity, table, names, tracked);
    const named = [
      tracked.ignored,
      tracked.silent,
      tracked.created,
      typeof tracked.label === 'string' ? [tracked.label] : [],
    ].flatMap((list) => list ?? []);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    const secret = all.flatMap(({ hidden, lazy, generated, fieldNames: [name] }) =>
      hidden || lazy || generated ? [name!] : [],
    );
    expect(columns.filter((name) => secret.includes(name))).toEqual([]);
  });
});

describe('an entry', () => {
  it('of an update has the changed columns with their old and new values, and counts the version', async () => {
    const apiary = await ana.apiary();
    const hive = await ana.beehive(apiary, { beehiveNumber: 4, foodFrames: 2 });
    await ana.rest('PUT', `/beehives/${hive}`, { food_frames: 3, health_status: 'Ninguno', hive_number: 4 });
    expect(await log(hive)).toMatchObject([
      {
        action: 'CREATED',
        entity: 'Beehive',
        version: 1,
        label: '4',
        fields: null,
        owner_id: ana.id,
        apiary_id: apiary,
      },
      {
        action: 'UPDATED',
        version: 2,
        label: '4',
        fields: { food_frames: [2, 3], health_status: [null, 'Ninguno'] },
        owner_id: ana.id,
        apiary_id: apiary,
        actor_id: ana.id,
        notable: true,
      },
    ]);
  });

  it('is not written for what changes nothing but bookkeeping', async () => {
    const apiary = await ana.apiary({ name: 'Same' });
    const hive = await ana.beehive(apiary, { foodFrames: 2 });
    await ana.rest('PUT', `/beehives/${hive}`, { food_frames: 2 });
    await ana.rest('PUT', `/apiaries/${apiary}`, { name: 'Same' });
    const record = `mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`;
    await ana.ask(record);
    expect((await ana.ask(`{ beehive(id: "${hive}") { lastInspectedAt } }`)).beehive.lastInspectedAt).not.toBeNull();
    for (const id of [hive, apiary]) expect(await log(id)).toMatchObject([{ action: 'CREATED' }]);
  });

  it('of a stock change is that of the movement, with kind and amount and the name of the item', async () => {
    const apiary = await ana.apiary();
    const item = await ana.item(apiary, { itemName: 'Sugar', quantity: 5 });
    await ana.rest('POST', `/inventory/${item}/exit`, { quantity: 2, person: 'Ana' });
    expect(await log(item)).toMatchObject([{ action: 'CREATED', label: 'Sugar' }]);
    const { inventoryItem } = await ana.ask(`{ inventoryItem(id: "${item}") { stockMovements { nodes { id } } } }`);
    expect(await log(inventoryItem.stockMovements.nodes[0].id)).toMatchObject([
      { action: 'CREATED', label: 'Sugar', apiary_id: apiary, fields: { kind: [null, 'EXIT'], amount: [null, -2] } },
    ]);
  });

  it('of a long text has 200 characters of it', async () => {
    const apiary = await ana.apiary();
    const hive = await ana.beehive(apiary, { observations: 'ñ'.repeat(4000) });
    await ana.rest('PUT', `/beehives/${hive}`, { observations: 'short' });
    const [, update] = await log(hive);
    expect(update!.fields!.observations).toEqual([`${'ñ'.repeat(199)}…`, 'short']);
  });

  it('keeps the label of what is deleted, and hides what is deleted with it', async () => {
    const apiary = await ana.apiary({ name: 'North' });
    const hive = await ana.beehive(apiary, { beehiveNumber: 9 });
    const {
      recordInspection: { inspection },
    } = await ana.ask(
      `mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`,
    );
    await ana.rest('DELETE', `/beehives/${hive}`);
    expect((await log(hive)).at(-1)).toMatchObject({ action: 'DELETED', label: '9', version: 2, notable: true });
    expect((await log(inspection.id)).at(-1)).toMatchObject({ action: 'DELETED', owner_id: ana.id, notable: false });
    const other = await ana.beehive(apiary);
    await ana.rest('DELETE', `/apiaries/${apiary}`);
    expect((await log(apiary)).at(-1)).toMatchObject({ action: 'DELETED', label: 'North', notable: true });
    expect((await log(other)).at(-1)).toMatchObject({ action: 'DELETED', owner_id: ana.id, notable: false });
  });

  it('of a cascade in SQL alone has the owner, in one entry for each row', async () => {
    const apiary = await ana.apiary();
    const hives = await Promise.all([1, 2, 3].map((beehiveNumber) => ana.beehive(apiary, { beehiveNumber })));
    for (const hive of hives)
      await ana.ask(
        `mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`,
      );
    await app.database.sql('delete from apiaries where id = $1', [apiary]);
    const deleted = await app.database.sql(
      `select entity, count(*)::int as n from changes where owner_id = $1 and action = 'DELETED'
         and (row_id = any($2) or row_id in (select row_id from changes where apiary_id = $3)) and actor_id is null group by 1 order by 1`,
      [ana.id, hives, apiary],
    );
    expect(deleted).toEqual([
      { entity: 'Apiary', n: 1 },
      { entity: 'Beehive', n: 3 },
      { entity: 'BeehivePlacement', n: 3 },
      { entity: 'Inspection', n: 3 },
    ]);
  });

  it('is not left behind by an account that is deleted, in the service or in SQL', async () => {
    for (const inService of [true, false]) {
      const leaver = await beekeeper(app);
      const apiary = await leaver.apiary();
      const hive = await leaver.beehive(apiary);
      await leaver.ask(
        `mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`,
      );
      await leaver.item(apiary, { quantity: 3 });
      if (inService) await leaver.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
      else await app.database.sql('delete from users where id = $1', [leaver.id]);
      await allRemoved(app);
      expect(await app.database.sql('select 1 from changes where owner_id = $1', [leaver.id])).toEqual([]);
    }
  });

  it('cannot be avoided by setting a version', async () => {
    const apiary = await ana.apiary();
    const version = async (set: string) =>
      (await app.database.sql(`update apiaries set ${set} where id = $1 returning version`, [apiary]))[0];
    expect(await version('version = 7')).toEqual({ version: 1 });
    expect(await version(`version = 7, name = 'New'`)).toEqual({ version: 2 });
  });
});

describe('who and in which request', () => {
  const send = async (who: Beekeeper, requestId: string, query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${who.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${who.token}`,
        'x-request-id': requestId,
        ...headers,
      },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: Record<string, { id: string }>; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  };
  /** The distinct sources of the entries that `work` caused. */
  async function sourcesOf(work: () => Promise<unknown>): Promise<unknown[]> {
    const [{ seq }] = (await app.database.sql('select coalesce(max(seq), 0) as seq from changes')) as [{ seq: string }];
    await work();
    return app.database.sql(
      'select entity, action, actor_id, request_id from changes where seq > $1 group by 1, 2, 3, 4 order by 1, 2',
      [seq],
    );
  }

  it('is right on every path', async () => {
    const apiary = await ana.apiary();
    const hive = await ana.beehive(apiary);
    const item = await ana.item(apiary, { quantity: 5 });
    const id = { 'x-request-id': 'of-this-test' };
    const key = { ...id, 'idempotency-key': 'with-a-key' };
    const paths: [string, () => Promise<unknown>, [string, string][]][] = [
      [
        'REST, one statement',
        () => ana.rest('PUT', `/beehives/${hive}`, { food_frames: 5 }, id),
        [['Beehive', 'UPDATED']],
      ],
      [
        'REST, a stock change',
        () => ana.rest('PUT', `/inventory/${item}/adjust`, { amount: 1 }, id),
        [['StockMovement', 'CREATED']],
      ],
      [
        'REST, a unit of work',
        () => ana.rest('PUT', `/inventory/${item}`, { name: 'Wood' }, id),
        [['InventoryItem', 'UPDATED']],
      ],
      [
        'REST with a key',
        () => ana.rest('PUT', `/beehives/${hive}`, { food_frames: 6 }, key),
        [['Beehive', 'UPDATED']],
      ],
      [
        'GraphQL, one statement',
        () =>
          send(
            ana,
            'of-this-test',
            `mutation { updateApiary(input: { id: "${apiary}", name: "B" }) { apiary { id } } }`,
          ),
        [['Apiary', 'UPDATED']],
      ],
      [
        'GraphQL, a unit of work',
        () => send(ana, 'of-this-test', 'mutation { createApiary(input: { name: "C" }) { apiary { id } } }'),
        [['Apiary', 'CREATED']],
      ],
      [
        'GraphQL, several fields with a key',
        () =>
          send(
            ana,
            'of-this-test',
            `mutation { a: updateApiary(input: { id: "${apiary}", name: "D" }) { apiary { id } } b: recordVisit(input: { beehives: [{ beehiveId: "${hive}" }], answers: [] }) { inspections { id } } }`,
            { 'idempotency-key': 'several' },
          ),
        [
          ['Apiary', 'UPDATED'],
          ['Inspection', 'CREATED'],
        ],
      ],
      [
        'a deletion',
        () => ana.rest('DELETE', `/beehives/${hive}`, undefined, id),
        [
          ['Beehive', 'DELETED'],
          ['BeehivePlacement', 'DELETED'],
          ['Inspection', 'DELETED'],
        ],
      ],
    ];
    for (const [path, work, changes] of paths)
      expect([path, await sourcesOf(work)]).toEqual([
        path,
        changes.map(([entity, action]) => ({ entity, action, actor_id: ana.id, request_id: 'of-this-test' })),
      ]);
  });

  it('belongs to the transaction: concurrent requests on one connection do not see that of each other', async () => {
    const one = await startTestApp({ DB_POOL: '1' });
    try {
      const people = await Promise.all([1, 2, 3].map(() => beekeeper(one)));
      await Promise.all(
        people.map(async (who, person) => {
          const apiary = await who.apiary();
          const hive = await who.beehive(apiary, { foodFrames: 100 });
          for (let round = 0; round < 10; round++) {
            const name = `${person}-${round}`;
            await Promise.all([
              send(
                who,
                `update-${name}`,
                `mutation { updateBeehive(input: { id: "${hive}", state: { foodFrames: ${round} } }) { beehive { id } } }`,
              ),
              send(
                who,
                `create-${name}`,
                `mutation { createBeehive(input: { apiaryId: "${apiary}", state: { observations: "${name}" } }) { beehive { id } } }`,
              ),
            ]);
          }
        }),
      );
      const entries = await one.database.sql<{
        actor_id: string;
        owner_id: string;
        action: string;
        request_id: string;
      }>(
        `select actor_id, owner_id, action, request_id from changes where entity = 'Beehive' and request_id ~ '^(update|create)-'`,
      );
      expect(entries).toHaveLength(60);
      for (const { actor_id, owner_id, action, request_id } of entries) {
        const person = people.findIndex(({ id }) => id === owner_id);
        expect([actor_id, request_id]).toEqual([
          owner_id,
          expect.stringMatching(new RegExp(`^${action.slice(0, 6).toLowerCase()}-${person}-`)),
        ]);
      }
      expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(60);
      // What other programs write afterwards has no actor.
      await one.database.sql(`update beehives set observations = 'by hand'`);
      const byHand = await one.database.sql(
        `select distinct actor_id, request_id from changes where fields -> 'observations' ->> 1 = 'by hand'`,
      );
      expect(byHand).toEqual([{ actor_id: null, request_id: null }]);
      await expectLogExact(one.database);
    } finally {
      await one.close();
    }
  });
});
