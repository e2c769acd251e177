// Prints what changes in the demo account, until Ctrl-C.
import { once } from 'node:events';
import { createReceiver } from './receiver.mjs';
import { createWebhook, deleteWebhook, logIn, readHive } from './service.mjs';

const token = await logIn();
let secret = '';
const receiver = createReceiver(
  () => secret,
  async ({ type, timestamp, data }) => {
    const hive = data.kind === 'BEEHIVE' ? await readHive(token, data.recordId) : undefined;
    console.log(timestamp, type, data.recordId ?? '', hive ? `hive ${hive.label}` : '');
  },
);
receiver.listen(Number(process.env.PORT ?? 4200), '127.0.0.1');
await once(receiver, 'listening');
const created = await createWebhook(token, {
  name: 'Example receiver',
  url: `http://127.0.0.1:${receiver.address().port}/`,
});
secret = created.secret;
console.log(`Receives at ${created.webhook.url}`);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await deleteWebhook(token, created.webhook.id);
    process.exit();
  });
