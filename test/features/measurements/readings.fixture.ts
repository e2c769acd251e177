// A hive with devices, and what sends their readings.
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let luz: Beekeeper;
export let apiary: string;
export let hive: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, luz] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
});
beforeEach(async () => {
  hive = await ana.beehive(apiary);
});
afterAll(() => app.close());

interface Answered {
  recorded_count: number;
  refused: { line: number; field: string; message: string }[];
}
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The beginning of an hour some days ago. */
export const ago = (days: number, minutes = 0): string =>
  new Date(Math.floor((Date.now() - days * DAY) / HOUR) * HOUR + minutes * 60_000).toISOString();

export async function send(who: Client, body: unknown, type = 'application/json', path = '/measurements') {
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'accept-language': 'en',
      ...(who.token && { authorization: `Bearer ${who.token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answered };
}
export const latest = async (id = hive) =>
  (
    await ana.ask(
      `{ beehive(id: "${id}") { latestMeasurements { kind quantity value unit customUnit measuredAt isOfDevice } } }`,
    )
  ).beehive.latestMeasurements;
export const pointsOf = async (args: string, id = hive) =>
  (await ana.ask(`{ beehive(id: "${id}") { series(${args}) { seconds gain points { at min mean max count } } } }`))
    .beehive.series;
/** The names of the partitions of a table, the oldest first. */
export const partitionsOf = async (
  { database }: Pick<TestApp, 'database'>,
  table: 'raw' | 'hours',
): Promise<string[]> =>
  (
    await database.sql<{ name: string }>(
      'select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1',
      [`readings.${table}`],
    )
  ).map(({ name }) => name);
