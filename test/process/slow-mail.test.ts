// A mail server that takes longer than a minute to accept a mail, and two processes.
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { startTestApp } from '../support/client.js';
import { allSent } from '../support/mail.js';
import { SlowMailServer } from '../support/slow-mail-server.js';
import { beekeeper } from '../support/world.js';

const DELAY_MS = 80_000;

it('a mail is sent once, however long the mail server takes', async () => {
  const server = await SlowMailServer.listen(DELAY_MS);
  const settings = { SMTP_URL: server.url };
  const one = await startTestApp(settings);
  const other = await startTestApp(settings, one.database);
  try {
    await beekeeper(one);
    const [mail] = await one.database.sql<{ id: string }>('select id from mails');
    await wait(DELAY_MS - 5000);
    expect(server.begun).toHaveLength(1);
    await allSent(one);
    expect(server.begun).toEqual([`<${mail!.id}@beekeeping-backend>`]);
  } finally {
    await other.close();
    await one.close();
    await server.close();
  }
}, 180_000);
