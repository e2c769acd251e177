// A password is never sent to a mail server in clear, and never to one whose certificate is not trusted.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { smtpTransport } from '../../src/mail/transport.js';
import { CertificateAuthority, hasOpenssl } from '../support/certificates.js';
import { Client } from '../support/client.js';
import { cloneDatabase } from '../support/database.js';
import { eventually, retryNow, startMailServer } from '../support/mail.js';
import { beekeeper } from '../support/world.js';
import { createFolder, removeFolder, Service } from './service.js';

const MAIL = { id: '1', recipient: 'ana@example.org', subject: 'Bees', text: 'Bees', html: '<p>Bees</p>' };
async function send(url: string): Promise<string> {
  const transport = smtpTransport(url, 'bees@example.org');
  try {
    await transport.send(MAIL);
    return 'sent';
  } catch (error) {
    return (error as Error).message;
  } finally {
    transport.close();
  }
}

it('a server without STARTTLS gets no password, unless it is local or the address allows it', async () => {
  const server = await startMailServer();
  // An address of this machine that does not say so.
  const elsewhere = `smtp://bees:honey@0.0.0.0:${server.port}`;
  try {
    expect(await send(elsewhere)).toMatch(/STARTTLS|certificate/);
    expect(await send(`${elsewhere}?ignoreTLS=true`)).toMatch(/STARTTLS|certificate/);
    expect(server.received).toHaveLength(0);
    expect(await send(`${elsewhere}?requireTLS=false`)).toBe('sent');
    expect(await send(server.url)).toBe('sent');
  } finally {
    await server.close();
  }
});

it.each([false, true])(
  'a certificate that is not trusted is refused before the password is sent (smtps: %s)',
  async (secure) => {
    const users: (string | undefined)[] = [];
    const server = new SMTPServer({
      secure,
      onAuth: ({ username }, _session, callback) => {
        users.push(username);
        callback(null, { user: username });
      },
    });
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    try {
      expect(await send(`${secure ? 'smtps' : 'smtp'}://bees:honey@127.0.0.1:${port}`)).toMatch(/certificate/i);
      expect(users).toEqual([]);
    } finally {
      await new Promise<void>((resolve) => server.close(resolve));
    }
  },
);

(hasOpenssl ? describe : describe.skip)('a certificate of an authority that the operator names', () => {
  it.each([false, true])('mails wait until NODE_EXTRA_CA_CERTS names it (smtps: %s)', async (secure) => {
    const folder = createFolder();
    const authority = new CertificateAuthority(folder, 'authority');
    const { cert, key } = authority.issue('localhost');
    const server = await startMailServer(0, { secure, cert: readFileSync(cert), key: readFileSync(key) });
    const database = await cloneDatabase();
    const { host, port, user, database: name } = database.server as unknown as Record<string, string>;
    const settings = {
      DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`,
      SMTP_URL: `${secure ? 'smtps' : 'smtp'}://bees:honey@localhost:${server.port}`,
    };
    const services = [new Service(folder, settings)];
    try {
      const url = await services[0]!.ready();
      const { email } = await beekeeper({ url, anyone: new Client(url) });
      const line = await eventually('a log line', () => services[0]!.log.find(({ msg }) => msg === 'a job failed'));
      expect(line).toMatchObject({
        kind: 'mail',
        attempt: 1,
        err: { originalCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
      });
      expect(await services[0]!.stop()).toBe(0);
      expect(services[0]!.output).not.toContain('honey');
      // Otherwise due after a minute.
      expect(await retryNow(database)).toBe(1);
      expect(await database.sql('select recipient from mails')).toEqual([{ recipient: email }]);
      expect(server.received).toHaveLength(0);

      services.push(new Service(folder, { ...settings, NODE_EXTRA_CA_CERTS: authority.cert }));
      await services[1]!.ready();
      const [mail] = await eventually('the mail', () => (server.received.length > 0 ? server.received : undefined));
      expect(mail!.recipients).toEqual([email]);
      await eventually(
        'all mails are sent',
        async () => (await database.sql('select from mails')).length === 0 || undefined,
      );
    } finally {
      for (const service of services) await service.stop();
      await server.close();
      await database.drop();
      removeFolder(folder);
    }
  });
});
