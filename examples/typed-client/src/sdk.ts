// REST with a function for each operation, generated from openapi.json: the compiler checks parameters, bodies and responses.
import assert from 'node:assert/strict';
import { client } from './generated/sdk/client.gen.js';
import {
  adjustStock,
  createInventoryItem,
  deleteInventoryItem,
  getInventoryItem,
  listApiaries,
  logIn,
  logOut,
} from './generated/sdk/index.js';

let token: string | undefined;
client.setConfig({
  baseUrl: `${process.env.SERVICE ?? 'http://127.0.0.1:4000'}/api/v1`,
  auth: () => token,
});

const credentials = { email: 'demo@example.org', password: 'Demo-hives-1' };
const { data: session } = await logIn({ body: credentials, throwOnError: true });
token = session.access_token;
console.log(`SDK: logged in as ${session.user.username}`);

const { data: apiaries } = await listApiaries({ throwOnError: true });
const [apiary] = apiaries;
assert(apiary, 'the demo account has apiaries');
const body = { apiary_id: apiary.id, name: 'Smoker fuel', unit: 'kg', quantity: 3 };
const { data: item } = await createInventoryItem({ body, throwOnError: true });
const path = { id: item.id };
try {
  const { data: same } = await getInventoryItem({ path, throwOnError: true });
  assert.deepEqual(same, item);
  console.log(`  created an item and read it: ${same.quantity} ${same.unit} of ${same.name}`);

  const { data, error, response } = await adjustStock({ path, body: { amount: -5 } });
  assert.equal(data, undefined);
  assert.equal(response?.status, 409);
  assert.equal(error?.error_code, 'INSUFFICIENT_STOCK');
  console.log(`  tried to take 5: ${response.status} ${error.error_code}, "${error.message}"`);
} finally {
  await deleteInventoryItem({ path, throwOnError: true });
}
console.log('  deleted it');

await logOut({ throwOnError: true });
console.log('  logged out');
