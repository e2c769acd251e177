// What PostgreSQL reads for the series of a hive: years of one hive among those of many, by days, by hours and as they are.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Explainer, PLANS } from '../support/buffers.js';
import { queriesOf, startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

/** The hives of others, each with readings of the same times. */
const OTHERS = 60;
let app: TestApp;
let ana: Beekeeper;
let hive: string;
let explainer: Explainer;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  hive = await ana.beehive(await ana.apiary());
  const { sql } = app.database;
  await sql(
    `insert into readings.series (beehive_id, beehive_created_at, owner_id, kind, quantity, custom_unit, last_at, last_value)
     select id, created_at, id, kind, '', '', now(), 40 from (
         select id, created_at from beehives where id = $1 union all select gen_random_uuid(), now() from generate_series(1, ${OTHERS})) hives,
       unnest(array['WEIGHT', 'TEMPERATURE']) kind`,
    [hive],
  );
  // In the order in which readings arrive: those of all hives of a time are together.
  await sql(`insert into readings.days select s.id, day, 39, 41, 3840, 96
    from generate_series(date_trunc('day', now(), 'UTC') - interval '1825 days', now(), interval '1 day') day, readings.series s`);
  await sql(`insert into readings.hours select s.id, hour, 39, 41, 160, 4
    from generate_series(date_trunc('hour', now()) - interval '90 days', now(), interval '1 hour') hour, readings.series s`);
  await sql(`insert into readings.raw select s.id, at, 40
    from generate_series(date_trunc('hour', now()) - interval '3 days', now(), interval '15 minutes') at, readings.series s`);
  // As autovacuum does: what every transaction sees is read in the index alone. One that runs meanwhile, of a job, delays it.
  const count = `select count(*)::int as n from pg_class
    where relnamespace = 'readings'::regnamespace and relkind = 'r' and relallvisible < relpages`;
  for (let hidden = 1; hidden > 0; ) {
    for (const table of ['days', 'hours', 'raw', 'series']) await sql(`vacuum analyze readings.${table}`);
    hidden = (await sql<{ n: number }>(count))[0]!.n;
  }
  explainer = await Explainer.connect(app, { random_page_cost: 1.1, enable_seqscan: 'off' });
});
afterAll(async () => {
  await explainer?.end();
  await app.close();
});

it.each([
  ['five years, by days', 1825, 500, 450, 100],
  ['three months, by hours', 88, 500, 350, 120],
  ['two days, as they are', 2, 500, 180, 50],
])('%s', async (_, days, points, least, buffers) => {
  const from = new Date(Date.now() - days * 86_400_000).toISOString();
  const read = async () =>
    (
      await ana.ask(
        `{ beehive(id: "${hive}") { series(kind: WEIGHT, from: "${from}", points: ${points}) { points { mean } } } }`,
      )
    ).beehive.series.points;
  const queries = await queriesOf(app.app, read);
  expect((await read()).length).toBeGreaterThanOrEqual(least);
  const [series] = queries.filter(({ text }) => text.includes('readings.'));
  for (const plan of PLANS) {
    const reading = await explainer.read(series!, plan);
    expect([plan, reading.scanned]).toEqual([plan, []]);
    expect(reading.buffers).toBeLessThanOrEqual(buffers);
  }
});
