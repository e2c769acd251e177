// Restricted zones of an account in archives: they are restored as others are, by the rules of the operations.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { FileLine } from '../../../src/formats/file-line.js';
import {
  contextOf,
  exportArchive,
  exportJson,
  linesOf,
  type Restored,
  type Row,
  restore,
} from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { act, upload } from '../../support/imports.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

const ZONE = { name: 'Jerte', disease: 'AMERICAN_FOULBROOD', from: '2026-01-01', source: 'Order 7/2026' };
const CIRCLE = { latitude: 40.4, longitude: -3.7, radiusKm: 5 };
/** With a hole, over the date line. */
const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [179, 0],
      [-179, 0],
      [-179, 2],
      [179, 2],
      [179, 0],
    ],
    [
      [179.5, 0.5],
      [-179.5, 0.5],
      [-179.5, 1.5],
      [179.5, 1.5],
      [179.5, 0.5],
    ],
  ],
};

let app: TestApp;
let owner: Beekeeper;
let archive: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app);
  const admin = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
  await create(admin, { shape: { circle: CIRCLE }, isForAll: true });
  await create(owner, { shape: { circle: CIRCLE }, until: '2026-12-31' });
  await create(owner, { shape: { area: AREA }, name: 'Pacific' });
  await remove(owner, await create(owner, { shape: { circle: CIRCLE } }));
  archive = await exportArchive(owner);
});
afterAll(() => app.close());

async function create(who: Beekeeper, fields: object): Promise<string> {
  const { createRestrictedZone } = await who.ask(
    'mutation ($input: CreateRestrictedZoneInput!) { createRestrictedZone(input: $input) { restrictedZone { id } } }',
    { input: { ...ZONE, ...fields } },
  );
  return createRestrictedZone.restrictedZone.id;
}
const remove = (who: Beekeeper, id: string) =>
  who.ask('mutation ($input: DeleteRestrictedZoneInput!) { deleteRestrictedZone(input: $input) { deletedId } }', {
    input: { id },
  });
const zonesOf = async (who: Beekeeper): Promise<Row[]> => (await exportJson(who)).restrictedZones!;
const namesOf = async (who: Beekeeper) => (await zonesOf(who)).map(({ name }) => name).sort();

/** The lines of the archive with other zones. */
async function linesWith(change: (zones: Row[]) => object[]): Promise<FileLine[]> {
  const lines = await linesOf(archive);
  const sheet = lines.find((line) => line.type === 'sheet' && line.name === 'restrictedZones') as { sheet: number };
  const isZone = (line: FileLine): boolean => line.type === 'row' && line.sheet === sheet.sheet;
  const zones = lines.filter(isZone).map((line) => (line as { cells: unknown }).cells as Row);
  const changed = change(zones).map((cells, i) => ({ type: 'row', sheet: sheet.sheet, row: i + 1, cells }) as FileLine);
  return [...lines.filter((line) => !isZone(line)), ...changed];
}
const restoreInto = async (who: Beekeeper, lines: FileLine[], ignoreProblems = false): Promise<Restored> =>
  restore(await contextOf(app, who.id), lines, ignoreProblems);

describe('the zones in an archive', () => {
  it('are those of the account, and apply where they are restored', async () => {
    const account = await beekeeper(app);
    expect(await restoreInto(account, await linesOf(archive))).toMatchObject({ problems: [], counts: { DONE: 2 } });
    expect(await namesOf(account)).toEqual(['Jerte', 'Pacific']);
    for (const [latitude, longitude, names] of [
      [40.4, -3.7, ['Jerte']],
      [0.2, 180, ['Pacific']],
      [1, 180, []],
    ] as const) {
      const apiary = await account.apiary();
      await app.database.sql('update apiaries set latitude = $2, longitude = $3 where id = $1', [
        ...[apiary, latitude, longitude],
      ]);
      const { restrictedZones } = await account.ask(
        `{ restrictedZones(apiaryId: "${apiary}", filter: { isForAll: false }) { nodes { name version } } }`,
      );
      expect(restrictedZones.nodes).toEqual(names.map((name) => ({ name, version: 1 })));
    }
  });

  it('have problems by list, line and column where they break a rule of the operations', async () => {
    const account = await beekeeper(app);
    const ring = AREA.coordinates[0]!;
    const area = (...coordinates: unknown[]) => ({ area: { type: 'Polygon', coordinates } });
    const wrong: [object, heading: string, value?: string][] = [
      [area(ring.map((position, i) => (i === 2 ? [-179, 91] : position))), 'area.coordinates.0.2.1', '91'],
      [area([ring[0], ring[2], ring[1], ring[3], ring[4]]), 'area.coordinates.0'],
      [{ area: { type: 'Point', coordinates: [1, 1] } }, 'area.type', '"Point"'],
      [{ area: 'everywhere' }, 'area', '"everywhere"'],
      [{ area: null }, 'area'],
      [{ latitude: 40 }, 'latitude'],
      [{ area: null, ...CIRCLE, longitude: null }, 'longitude'],
      [{ area: null, ...CIRCLE, radiusKm: 1001 }, 'radiusKm', '1001'],
      [{ area: null, ...CIRCLE, latitude: -91 }, 'latitude', '-91'],
      [{ until: '2025-12-31' }, 'until', '"2025-12-31"'],
      [{ from: '2026-02-30' }, 'from', '"2026-02-30"'],
      [{ disease: 'PLAGUE' }, 'disease', '"PLAGUE"'],
      [{ name: ' ' }, 'name', '" "'],
    ];
    const lines = await linesWith((zones) => {
      const pacific = zones.find(({ name }) => name === 'Pacific')!;
      return wrong.map(([fields], i) => ({ ...pacific, id: `01956f61-3bd1-796b-8521-9c875c5dfe${10 + i}`, ...fields }));
    });
    const { problems, counts } = await restoreInto(account, lines, true);
    expect(problems.map(({ list, row, problems: [first] }) => [list, row, first!.heading])).toEqual(
      wrong.map(([, heading], i) => ['restrictedZones', i + 1, heading]),
    );
    for (const [i, [, , value]] of wrong.entries())
      if (value !== undefined) expect(problems[i]!.problems[0]!.value).toBe(value);
    expect(counts).toEqual({ FAILED: wrong.length });
    expect(await zonesOf(account)).toEqual([]);
  });

  it('are stored as the operations store them', async () => {
    const account = await beekeeper(app);
    const lines = await linesWith((zones) =>
      zones.map((zone) =>
        zone.area
          ? {
              ...zone,
              area: { ...AREA, bbox: [1], coordinates: [AREA.coordinates[0]!.map(([x, y]) => [x! + 1e-7, y!, 99])] },
            }
          : { ...zone, latitude: 40.1234567 },
      ),
    );
    expect((await restoreInto(account, lines)).problems).toEqual([]);
    const stored = await zonesOf(account);
    expect(stored.find(({ area }) => area)!.area).toEqual({ type: 'Polygon', coordinates: [AREA.coordinates[0]] });
    expect(stored.find(({ area }) => !area)).toMatchObject({ latitude: 40.12346, longitude: -3.7, radiusKm: 5 });
  });

  it('are at most as many as an account can have', async () => {
    const account = await beekeeper(app);
    await create(account, { shape: { circle: CIRCLE } });
    const idOf = (i: number): string => `01956f61-3bd1-796b-8521-${String(i).padStart(12, '0')}`;
    const many = (count: number) =>
      linesWith(([zone]) => Array.from({ length: count }, (_, i) => ({ ...zone, id: idOf(i) })));
    const { problems, results } = await restoreInto(account, await many(100));
    expect(problems).toEqual([]);
    expect(results.filter(({ status }) => status === 'FAILED')).toMatchObject([{ n: 100 }]);
    expect(await zonesOf(account)).toHaveLength(100);
    expect((await restoreInto(account, await many(101))).problems).toMatchObject([{ row: 101 }]);
  });
});

it('zones that were deleted or changed since stay as they are, also when the import is undone', async () => {
  const account = await beekeeper(app);
  await create(account, { shape: { circle: CIRCLE }, name: 'Own' });
  const run = async (): Promise<string> => {
    const { id } = await upload(account, new Uint8Array(archive));
    expect(await act(account, id, 'run')).toMatchObject({ status: 'DONE', rows_with_problems: 0 });
    return id;
  };
  await act(account, await run(), 'undo');
  expect(await namesOf(account)).toEqual(['Own']);
  const id = await run();
  expect(await namesOf(account)).toEqual(['Jerte', 'Own', 'Pacific']);
  const restored = await zonesOf(account);
  await remove(account, restored.find(({ name }) => name === 'Pacific')!.id);
  await account.ask(
    'mutation ($input: UpdateRestrictedZoneInput!) { updateRestrictedZone(input: $input) { restrictedZone { id } } }',
    { input: { id: restored.find(({ name }) => name === 'Jerte')!.id, name: 'Mine' } },
  );
  await run();
  expect(await namesOf(account)).toEqual(['Mine', 'Own']);
  expect(await act(account, id, 'undo')).toMatchObject({ status: 'UNDONE', records_created: 1 });
  await run();
  expect(await namesOf(account)).toEqual(['Mine', 'Own']);
});

it('moves that have begun are over before zones are restored: their lock comes first', async () => {
  const account = await beekeeper(app);
  const { server, sql } = app.database;
  const move = new pg.Client('url' in server ? server.url : server);
  await move.connect();
  await move.query('begin');
  await move.query('select pg_advisory_xact_lock_shared(zone_lock($1))', [account.id]);
  const restored = restoreInto(account, await linesOf(archive));
  const WAITING = `select array_agg(held.pid) filter (where held.granted) as others from pg_locks waits
    left join pg_locks held on held.pid = waits.pid and held.locktype = 'advisory'
    where waits.locktype = 'advisory' and not waits.granted group by waits.pid`;
  let waiting: { others: number[] | null }[] = [];
  for (let i = 0; waiting.length === 0 && i < 100; i++) {
    await sleep(50);
    waiting = await sql(WAITING);
  }
  expect(waiting).toEqual([{ others: null }]);
  expect(await zonesOf(account)).toEqual([]);
  await move.end();
  expect((await restored).counts).toEqual({ DONE: 2 });
});
