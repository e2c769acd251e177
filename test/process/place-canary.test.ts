// The exact position of an apiary, with digits that nothing else has, is looked for in all that others than its owner and managers get, and in
// all that the service writes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { GraphQLSchema } from 'graphql';
import { LISTS } from '../../src/documents/lists/index.js';
import { type Members, membersOf, NEAR, NEAREST, UPDATE } from '../features/apiaries/places.fixture.js';
import { exportArchive, exportJson, linesOf } from '../support/archives.js';
import { Client } from '../support/client.js';
import { Collector } from '../support/collector.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { readAll, readSchema } from '../support/deep-reader.js';
import { act, upload } from '../support/imports.js';
import { eventually } from '../support/mail.js';
import { SocketClient } from '../support/socket.js';
import { withToken } from '../support/tokens.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { type Beekeeper, beekeeper, treat } from '../support/world.js';
import { createFolder, removeFolder, Service } from './service.js';

jest.setTimeout(60_000);

/** Before a move and after it. Rounded, they have none of these digits. */
const [FIRST, EXACT] = [
  { latitude: 12.36789, longitude: -71.94321 },
  { latitude: 12.34567, longitude: -71.98765 },
];
/** With the point, because ids and times have all kinds of digits. */
const CANARIES = ['.36789', '.94321', '.34567', '.98765', '.35791', '.97531'];
/** The last two come with an import: as a sheet of apiaries, beside a hive, and in rows that are refused. */
const SHEETS = {
  apiaries: 'Apiary,Latitude,Longitude\nImported,12.35791,-71.97531\nRefused,112.35791,-71.97531\nRefused,12.35791,\n',
  hives: 'Apiary,Hive,Placed on,Latitude,Longitude\nCanary,2,2024-04-03,12.35791,-71.97531\n',
};
/** What is kept of a file belongs to the account that has sent it. */
const IMPORTS = ['public.imports', 'public.import_rows', 'public.import_files'];

let database: TestDatabase;
let folder: string;
let service: Service;
let receiver: WebhookReceiver;
let app: { url: string; anyone: Client; database: TestDatabase };
let ana: Beekeeper;
let admin: Beekeeper;
let members: Members;
let apiary: string;
let hive: string;
let schema: GraphQLSchema;
let calendar: string;
let socket: SocketClient;
const collector = new Collector();
const LEVELS = { nearestApiaries: 2 };

/** A text, and what the opaque texts in it say, such as cursors. */
const readable = (text: string): string =>
  [text, ...(text.match(/[\w-]{16,}/g) ?? []).map((one) => Buffer.from(one, 'base64url').toString('latin1'))].join(
    '\n',
  );
const canariesIn = (text: string): string[] => CANARIES.filter((digits) => readable(text).includes(digits));
/** What of many texts has a canary, by name. */
const leaks = (texts: Iterable<readonly [string, string]>): string[] =>
  [...texts].filter(([, text]) => canariesIn(text).length > 0).map(([name]) => name);
const getText = async ({ url, token }: { url: string; token?: string | undefined }, path: string): Promise<string> => {
  const response = await fetch(`${url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
};

beforeAll(async () => {
  database = await cloneDatabase();
  folder = createFolder();
  receiver = await WebhookReceiver.listen();
  const { host, port, database: name, user } = database.server as unknown as Record<string, string>;
  service = new Service(folder, {
    DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`,
    ...{ LOG_LEVEL: 'debug', RATE_LIMITS: 'off', DOCUMENT_LIMIT_KB: '256', WEBHOOK_HOSTS: 'http://127.0.0.1' },
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen(),
  });
  const url = await service.ready();
  app = { url, anyone: new Client(url), database };
  [ana, admin] = [await beekeeper(app), await beekeeper(app)];
  await database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
  await database.sql(`update users set is_verified = true where id = $1`, [ana.id]);
  await ana.ask('mutation ($url: URL!) { createWebhook(input: { url: $url }) { secret } }', {
    url: `${receiver.url}/hook`,
  });
  calendar = (await ana.ask('mutation { createCalendarFeed(input: {}) { link } }')).createCalendarFeed.link;
  apiary = await ana.apiary({ name: 'Canary', position: FIRST, country: 'PT', registerNumber: '7' });
  await ana.apiary({ name: 'Neighbour', position: { latitude: 12.36788, longitude: -71.94321 }, country: 'PT' });
  hive = await ana.beehive(apiary, { beehiveNumber: 1 });
  await treat(ana, hive);
  members = await membersOf(app as never, ana, apiary);
  schema = await readSchema(ana);
  socket = await SocketClient.connect(members.WORKER);
  const changes = 'subscription { apiaryChanged { apiaryId cursor } }';
  socket.subscribe('1', undefined, changes);
  await ana.ask(UPDATE, { input: { id: apiary, position: EXACT } });
  // In the text of a document, in an address, and in requests that are refused.
  const literal = (latitude: number): string => `{ latitude: ${latitude}, longitude: ${EXACT.longitude} }`;
  await ana.graphql(
    `mutation { updateApiary(input: { id: "${apiary}", position: ${literal(EXACT.latitude)} }) { apiary { id } } }`,
  );
  await ana.graphql(
    `mutation { updateApiary(input: { id: "${apiary}", position: ${literal(112.34567)} }) { apiary { id } } }`,
  );
  await ana.graphql(
    `mutation { updateApiary(input: { id: "${apiary}", position: { latitude: "12.34567" } }) { apiary { id } } }`,
  );
  await ana.graphql(UPDATE, { input: { id: apiary, expectedVersion: 99, position: EXACT } });
  await ana.graphql(UPDATE, { input: { id: apiary, position: EXACT, elevation: 99_999 } });
  for (const [name, file] of Object.entries(SHEETS)) {
    const { id } = await upload(ana, file, `${name}.csv`);
    await act(ana, id, 'run', { skip_problems: true });
  }
  const query = `{ apiaries(filter: { near: ${literal(EXACT.latitude)}, withinKm: 1 }) { nodes { id } } }`;
  await getText(ana, `/graphql?query=${encodeURIComponent(query)}`);
  await ana.ask(
    'mutation ($input: ExecuteOperationsInput!) { executeOperations(input: $input) { results { status } } }',
    {
      input: { operations: [{ key: 'one', mutation: { updateApiary: { id: apiary, position: EXACT } } }] },
    },
  );
});
afterAll(async () => {
  socket?.close();
  await service?.stop('SIGKILL');
  collector.close();
  await receiver?.close();
  await database?.drop();
  if (folder) removeFolder(folder);
});

const given = (): Record<string, string> => ({
  ...{ apiaryId: `"${apiary}"`, beehiveId: `"${hive}"`, id: `"${apiary}"`, 'beehive.id': `"${hive}"` },
  ...{ ids: `["${apiary}"]`, query: '"Canary"', text: '"Canary"', position: '{ latitude: 12.3, longitude: -71.9 }' },
});

it('its owner and managers find it: the search finds what is there', async () => {
  for (const who of [ana, members.MANAGER]) {
    const found = leaks(await readAll(who, schema, given(), LEVELS));
    expect(found).toEqual(
      expect.arrayContaining(['apiaries', 'apiary', 'changes', 'nearestApiaries', 'node', 'nodes']),
    );
  }
  expect(canariesIn(await getText(ana, '/api/v1/lists/apiaries?format=geojson'))).toEqual(
    expect.arrayContaining(['.34567', '.98765']),
  );
  expect(leaks([['json', JSON.stringify(await exportJson(ana))]])).toEqual(['json']);
});

it.each(['WORKER', 'VIEWER', 'INSPECTOR', 'stranger', 'READ', 'RECORD', 'nobody'] as const)(
  '%s finds it nowhere',
  async (name) => {
    const who: Client =
      name === 'nobody'
        ? app.anyone
        : name === 'stranger'
          ? await beekeeper(app)
          : name === 'READ' || name === 'RECORD'
            ? await withToken(app as never, ana, { scope: name })
            : members[name];
    const answers = await readAll(who, schema, given(), name === 'WORKER' ? { ...LEVELS, apiary: 2 } : LEVELS);
    expect(answers.size).toBeGreaterThan(40);
    expect(leaks(answers)).toEqual([]);
    if (who instanceof Object && name in members) expect(answers.get('apiary')).toContain('"latitude":12.35');
    const paths = ['/apiaries', `/apiaries/${apiary}`, '/users/me', '/users/me/export', '/treatments/register/html'];
    const lists = LISTS.flatMap((list) => [
      `/lists/${list.name}`,
      ...(list.map ? [`/lists/${list.name}?format=geojson`] : []),
    ]);
    const texts = await Promise.all(
      [...paths, ...lists].map(
        async (path) => [path, await getText({ url: app.url, token: who.token }, `/api/v1${path}`)] as const,
      ),
    );
    expect(leaks(texts)).toEqual([]);
  },
);

it('an import has written it to the apiary that it has created', async () => {
  const found = await database.sql(
    'select latitude::float8 as y, longitude::float8 as x from apiaries where name = $1',
    ['Imported'],
  );
  expect(found).toEqual([{ y: 12.35791, x: -71.97531 }]);
  const hives = await database.sql('select observations from beehives where beehive_number = 2');
  expect(hives).toEqual([{ observations: null }]);
});

it('a member below MANAGER searches by the rounded position: no distance tells more', async () => {
  const near = async (position: object, km: number): Promise<number> =>
    (await members.WORKER.ask(NEAR, { near: position, km })).apiaries.totalCount;
  const rounded = { latitude: 12.35, longitude: -71.99 };
  expect([await near(rounded, 0.1), await near(EXACT, 0.1)]).toEqual([1, 0]);
  const { nearestApiaries: found } = await members.WORKER.ask(NEAREST, { position: rounded });
  expect(found).toMatchObject([{ distanceKm: 0 }]);
  const warnings = `{ apiary(id: "${apiary}") { placeWarnings { kind } } }`;
  expect((await members.WORKER.ask(warnings)).apiary.placeWarnings).toEqual([]);
});

it('an administrator who exports the account gets it rounded, in either format', async () => {
  const request = 'mutation ($id: ID!) { requestUserExport(input: { id: $id, reason: "A request" }) { path } }';
  const path = async (): Promise<string> => (await admin.ask(request, { id: ana.id })).requestUserExport.path;
  const json = await getText(admin, await path());
  expect([json.includes('"latitude":12.35'), canariesIn(json)]).toEqual([true, []]);
  const response = await fetch(`${app.url}${await path()}?format=zip`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const lines = JSON.stringify(await linesOf(Buffer.from(await response.arrayBuffer())));
  expect([lines.includes('12.35'), canariesIn(lines)]).toEqual([true, []]);
  expect(canariesIn(JSON.stringify(await linesOf(await exportArchive(ana))))).toEqual(
    expect.arrayContaining(['.34567', '.98765']),
  );
});

it('no page, calendar, webhook, event, mail, log, trace or other table has it', async () => {
  const received = await eventually('a delivery of the change', () =>
    // Nobody has told it the secret.
    receiver.forged.find((text) => text.includes(apiary)),
  );
  const pages = ['/', '/graphiql', '/graphql', '/api/v1/docs', '/readyz', new URL(calendar).pathname];
  const texts = await Promise.all(pages.map(async (path) => [path, await getText({ url: app.url }, path)] as const));
  const mails = join(folder, 'data', 'mail');
  const written = readdirSync(mails, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of written) texts.push([entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]);
  expect(received).toBeDefined();
  texts.push(['webhooks', receiver.forged.join()], ['events', JSON.stringify(socket.received)]);
  texts.push(['log', service.output], ['traces', collector.bytes]);
  const tables = await database.sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and c.relname <> 'apiaries'`,
  );
  for (const { name } of tables.filter(({ name }) => !IMPORTS.includes(name))) {
    const rows = await database.sql<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push([name, rows.map(({ text }) => text).join('\n')]);
  }
  expect(leaks(texts)).toEqual([]);
  expect([service.output.includes('"request"'), collector.bytes.length > 1000, tables.length > 40]).toEqual([
    true,
    true,
    true,
  ]);
});
