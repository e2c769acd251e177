// A password is never sent to a mail server in clear, and never to one whose certificate is not trusted.
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { smtpTransport } from '../../src/mail/transport.js';
import { startMailServer } from '../support/mail.js';

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
