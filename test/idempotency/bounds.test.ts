// What an Idempotency-Key is bound to, and how much is stored for one account.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

async function send(query: string, key: string, variables?: object) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}`, 'idempotency-key': key },
    body: JSON.stringify({ query, variables }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any JSON
  const { data, errors } = (await response.json()) as any;
  return {
    id: data?.createApiary?.apiary?.id,
    code: errors?.[0].extensions.reason,
    isReplay: response.headers.has('idempotency-replayed'),
  };
}

it('a key is bound to root fields and arguments, not to the text of the document', async () => {
  const key = randomUUID();
  const { id } = await send('mutation { createApiary(input: { name: "Hill" }) { apiary { id } } }', key);
  const same: [string, object?][] = [
    ['mutation Renamed { createApiary(input: { name: "Hill" }) { apiary { id name location } } }'],
    ['mutation ($n: String!) { createApiary(input: { name: $n }) { apiary { id } } }', { n: 'Hill' }],
    ['mutation ($i: CreateApiaryInput!) { createApiary(input: $i) { apiary { name id } } }', { i: { name: 'Hill' } }],
  ];
  for (const [query, variables] of same)
    expect(await send(query, key, variables)).toEqual({ id, code: undefined, isReplay: true });
  const other: [string, object?][] = [
    ['mutation { createApiary(input: { name: "Mill" }) { apiary { id } } }'],
    ['mutation ($n: String!) { createApiary(input: { name: $n }) { apiary { id } } }', { n: 'Mill' }],
    [
      'mutation { createApiary(input: { name: "Hill" }) { apiary { id } } b: createApiary(input: { name: "Hill" }) { apiary { id } } }',
    ],
    [`mutation { deleteApiary(input: { id: "${id}" }) { deletedId } }`],
  ];
  for (const [query, variables] of other)
    expect((await send(query, key, variables)).code).toBe('IDEMPOTENCY_KEY_REUSED');
});

it('of the responses stored for an account, the oldest go beyond 16 MB', async () => {
  const stored = async () =>
    (
      (await app.database.sql(
        `select count(*)::int as rows, coalesce(sum(pg_column_size(body)), 0)::int as bytes from idempotency_keys where owner_id = $1`,
        [ana.id],
      )) as [{ rows: number; bytes: number }]
    )[0];
  await app.database.sql(
    `insert into idempotency_keys (owner_id, key, request_hash, status, body, created_at)
     select $1, 'old ' || n, 'x', 200, (select string_agg(md5(random()::text), '') from generate_series(1, 3000) where n > 0), now() - n * interval '1 second'
     from generate_series(1, 400) n`,
    [ana.id],
  );
  expect((await stored()).bytes).toBeGreaterThan(20_000_000);
  const apiary = await ana.apiary({ location: 'x'.repeat(500) });
  const fields = Array.from({ length: 12 }, (_, i) => `f${i}: location`).join(' ');
  const key = randomUUID();
  const update = `mutation { updateApiary(input: { id: "${apiary}", name: "New" }) { apiary { id ${fields} } } }`;
  await send(update, key);
  const { bytes, rows } = await stored();
  expect(bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(rows).toBeGreaterThan(100);
  expect((await send(update, key)).isReplay).toBe(true);
  expect(await app.database.sql(`select key from idempotency_keys where key in ('old 1', 'old 400')`)).toEqual([
    { key: 'old 1' },
  ]);
});

it('of the ids that an account has chosen, the oldest are forgotten beyond 16 MB, too', async () => {
  const ben = await beekeeper(app);
  await app.database.sql(
    `insert into idempotency_keys (owner_id, key, request_hash, created_at)
     select $1, 'id ' || gen_random_uuid(), 'x', now() - n * interval '1 second' from generate_series(1, 60000) n`,
    [ben.id],
  );
  const apiaryId = await ben.apiary();
  const inputs = Array.from({ length: 100 }, () => ({ newId: randomUUID(), apiaryId }));
  const create = () =>
    ben.graphql(
      'mutation ($inputs: [CreateBeehiveInput!]!) { createBeehives(input: { beehives: $inputs }) { beehives { id } } }',
      { inputs },
    );
  const first = await create();
  const [{ rows }] = (await app.database.sql('select count(*)::int as rows from idempotency_keys where owner_id = $1', [
    ben.id,
  ])) as [{ rows: number }];
  expect(rows).toBeLessThan(56_000);
  expect(rows).toBeGreaterThan(50_000);
  expect(await create()).toEqual(first);
});
