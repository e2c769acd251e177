// REST with types from openapi.json: the compiler checks paths, parameters, bodies and responses.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/rest.js';

type ErrorBody = components['schemas']['Error'];

const baseUrl = `${process.env.SERVICE ?? 'http://127.0.0.1:4000'}/api/v1`;

/** Returns the data of a response. @throws for an error response */
function dataOf<Data>({ data, error, response }: { data?: Data; error?: ErrorBody; response: Response }): Data {
  if (error) throw new Error(`${response.status} ${error.error_code}: ${error.message}`);
  return data as Data;
}

const credentials = { email: 'demo@example.org', password: 'Demo-hives-1' };
const session = dataOf(await createClient<paths>({ baseUrl }).POST('/auth/login', { body: credentials }));
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${session.access_token}` } });
console.log(`REST: logged in as ${session.user.username}`);

const apiaries = dataOf(await api.GET('/apiaries'));
for (const { name, beehives_count } of apiaries) console.log(`  ${name}: ${beehives_count} hives`);
const [apiary] = apiaries;
assert(apiary, 'the demo account has apiaries');
const hives = { params: { path: { apiary_id: apiary.id } } };

// With an Idempotency-Key, a request whose response was lost can be retried safely.
const key = randomUUID();
const create = () =>
  api.POST('/beehives', {
    params: { header: { 'Idempotency-Key': key } },
    body: { apiary_id: apiary.id, brood_frames: 5, observations: key },
  });
const first = await create();
const hive = dataOf(first);
try {
  const second = await create();
  assert.deepEqual(dataOf(second), hive);
  assert.equal(first.response.headers.get('Idempotency-Replayed'), null);
  assert.equal(second.response.headers.get('Idempotency-Replayed'), 'true');
  const created = dataOf(await api.GET('/beehives/apiary/{apiary_id}', hives)).filter(
    (one) => one.observations === key,
  );
  assert.equal(created.length, 1);
  console.log('  created a hive: sent twice with the same Idempotency-Key, created once');

  const path = { id: hive.id };
  const updated = dataOf(await api.PUT('/beehives/{id}', { params: { path }, body: { brood_frames: 7 } }));
  assert.equal(updated.brood_frames, 7);
  assert.equal(updated.observations, key, 'an omitted field remains unchanged');
  console.log(`  updated it: ${hive.brood_frames} brood frames became ${updated.brood_frames}`);
} finally {
  dataOf(await api.DELETE('/beehives/{id}', { params: { path: { id: hive.id } } }));
}
console.log('  deleted it');

// openapi-fetch does not throw on an error response: either `data` or `error` is set, never both.
const { data, error, response } = await api.GET('/beehives/{id}', { params: { path: { id: hive.id } } });
assert.equal(data, undefined);
assert(error);
assert.equal(response.status, 404);
assert.equal(error.error_code, 'NOT_FOUND');
console.log(`  requested it again: ${response.status} ${error.error_code}, "${error.message}"`);

dataOf(await api.POST('/auth/logout'));
console.log('  logged out');
