// A change of a hive arrives once, a test event does, and what the service has not signed is refused.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createReceiver } from './receiver.mjs';
import { createWebhook, deleteWebhook, logIn, readHive, request } from './service.mjs';

const events = [];
async function until(read) {
  for (let tries = 0; tries < 200; tries++) {
    const found = read();
    if (found) return found;
    await wait(100);
  }
  throw new Error(`nothing arrived: ${JSON.stringify(events)}`);
}

const token = await logIn();
let secret = '';
const receiver = createReceiver(
  () => secret,
  async (event) => events.push(event),
);
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${receiver.address().port}/`;
const { webhook, secret: given } = await createWebhook(token, { url, kinds: ['BEEHIVE'] });
secret = given;
try {
  const { apiaries } = await request('{ apiaries(first: 1) { nodes { id } } }', {}, token);
  const { createBeehive } = await request(
    'mutation ($id: ID!) { createBeehive(input: { apiaryId: $id }) { beehive { id version } } }',
    { id: apiaries.nodes[0].id },
    token,
  );
  const { id } = createBeehive.beehive;
  const created = await until(() => events.find(({ data }) => data.recordId === id));
  assert.equal(created.type, 'beehive.created');
  assert.equal(created.data.version, 1);
  assert.equal((await readHive(token, id)).id, id);
  await request('mutation ($id: ID!) { deleteBeehive(input: { id: $id }) { deletedId } }', { id }, token);
  await until(() => events.find(({ type, data }) => type === 'beehive.deleted' && data.recordId === id));
  assert.equal(await readHive(token, id), null);

  await request(
    'mutation ($id: ID!) { sendWebhookTestEvent(input: { id: $id }) { webhookDelivery { id } } }',
    { id: webhook.id },
    token,
  );
  await until(() => events.find(({ type }) => type === 'webhook.test'));

  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': '1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,a',
    },
    body: '{}',
  });
  assert.equal(forged.status, 401);
  assert.equal((await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) })).status, 413);
} finally {
  await deleteWebhook(token, webhook.id);
  receiver.close();
  receiver.closeAllConnections();
}
console.log('The receiver got what has changed, and refused what nobody had signed.');
