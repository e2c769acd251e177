// A mail server that takes longer than a minute to accept a mail, and two processes that share the outbox.
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { startTestApp } from '../support/client.js';
import { allSent } from '../support/mail.js';
import { beekeeper } from '../support/world.js';

const DELAY_MS = 80_000;

it('a mail is sent once, however long the mail server takes', async () => {
  const messageIds: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData: (stream, _session, callback) => {
      let text = '';
      stream.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      stream.on('end', async () => {
        messageIds.push(/^Message-ID: *(\S+)/im.exec(text)![1]!);
        await wait(DELAY_MS);
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = { SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
  const one = await startTestApp(settings);
  const other = await startTestApp(settings, one.database);
  try {
    await beekeeper(one);
    const [mail] = await one.database.sql<{ id: string }>('select id from mails');
    await wait(DELAY_MS - 5000);
    expect(messageIds).toHaveLength(1);
    await allSent(one);
    expect(messageIds).toEqual([`<${mail!.id}@beekeeping-backend>`]);
  } finally {
    await other.close();
    await one.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}, 180_000);
