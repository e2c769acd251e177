// What an account exports, another account imports, and exports again: the same but for ids, people and times of recording.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveId } from '../../../src/features/archives/archived-ids.queries.js';
import { RESTORED_LISTS } from '../../../src/records/archived.js';
import { comparable, contextOf, exportArchive, exportJson, linesOf, restore } from '../../support/archives.js';
import { expectLogExact } from '../../support/change-log.js';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { Crew } from '../../support/colony-and-honey/crew.js';
import { Farm } from '../../support/colony-and-honey/farm.js';
import * as fc from '../../support/fast-check.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { seedBeekeepers, seededBeekeeper } from '../../support/seed-beekeepers.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { areas } from '../../support/zone-areas.js';

const NAMES = [...RESTORED_LISTS.keys()];
const OPERATIONS = process.env.SLOW_TESTS === 'on' ? 1500 : 120;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  await expectOwnersTrue(app.database);
  await app.close();
});

/** Restores the archive of one account in another one, and expects the same exports. */
async function expectRoundTrip(from: Client, to: Beekeeper): Promise<void> {
  const archive = await exportArchive(from);
  const lines = await linesOf(archive);
  const context = await contextOf(app, to.id);
  const restored = await restore(context, lines);
  expect(restored.problems).toEqual([]);
  expect(restored.results.filter(({ problem }) => problem)).toEqual([]);
  expect(restored.counts).toEqual({ DONE: lines.filter(({ type }) => type === 'row').length });
  const [before, after] = [await exportJson(from), await exportJson(to)];
  const derived = comparable(before, NAMES, (id) => deriveId(to.id, id));
  expect(comparable(after, NAMES, (id) => id)).toEqual(derived);
  // Again: nothing is written.
  const again = await restore(context, lines);
  expect(again.counts).toEqual({ SKIPPED: restored.counts.DONE });
  const { exportedAt: _, sessions: _sessions, ...unchanged } = await exportJson(to);
  const { exportedAt: _at, sessions: _all, ...first } = after;
  expect(unchanged).toEqual(first);
}

/** Areas and circles anywhere, of which one was deleted. */
async function drawZones(who: Beekeeper, seed: number): Promise<void> {
  const circle = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    radiusKm: fc.double({ min: 0.1, max: 1000, noNaN: true }),
  });
  const zone = fc.tuple(
    fc.oneof(
      areas.map((area) => ({ area })),
      circle.map((one) => ({ circle: one })),
    ),
    fc.record({
      name: fc.constantFrom('Jerte', '  ¿Dónde? 🐝 '),
      disease: fc.constantFrom('AMERICAN_FOULBROOD', 'OTHER'),
      from: fc.constantFrom('2024-02-29', '2026-11-15'),
      until: fc.constantFrom(null, '2027-01-01'),
      source: fc.constantFrom(null, 'Order 7'),
    }),
  );
  const ids: string[] = [];
  for (const [shape, fields] of fc.sample(zone, { seed, numRuns: 12 })) {
    const { createRestrictedZone } = await who.ask(
      'mutation ($input: CreateRestrictedZoneInput!) { createRestrictedZone(input: $input) { restrictedZone { id } } }',
      { input: { ...fields, shape } },
    );
    ids.push(createRestrictedZone.restrictedZone.id);
  }
  await who.ask('mutation ($input: DeleteRestrictedZoneInput!) { deleteRestrictedZone(input: $input) { deletedId } }', {
    input: { id: ids[0] },
  });
}

describe('an archive', () => {
  it('has every kind of record', async () => {
    await seedBeekeepers(app.database, {
      accounts: 'values (900001, 2, 6), (900002, 1, 3)',
      members: `values (900001, 900002, 1, 'MANAGER'), (900002, 900001, 1, 'WORKER')`,
    });
    const firm = await seededBeekeeper(app, 900_001);
    const lists = await exportJson(firm);
    expect(NAMES.filter((name) => lists[name]!.length === 0)).toEqual([]);
    await expectRoundTrip(firm, await beekeeper(app));
  });

  it('is restored as it was, whatever people have recorded', async () => {
    const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 1_000_000);
    const farm = await Farm.start({ urls: [app.url], anyone: app.anyone, database: app.database }, seed);
    const crew = new Crew(farm, 4, seed);
    for (let i = 0; i < OPERATIONS; i++) {
      if (i % 25 === 0) await farm.refresh();
      await crew.act(i % 4);
    }
    const { owner } = farm;
    await drawZones(owner, seed);
    await expectRoundTrip(owner, await beekeeper(app));
    await expectLogExact(app.database);
  }, 120_000);
});
