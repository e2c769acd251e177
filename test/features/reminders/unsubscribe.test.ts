// The link that ends a digest: what a mail program does with it (RFC 8058), a reader, a program that checks links, and somebody who guesses.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startTestApp } from '../../support/client.js';
import { allSent, type ReceivedMail } from '../../support/mail.js';
import type { Beekeeper } from '../../support/world.js';
import { account, app, digestOf, digestsAfter, digestsTo, switchOn, task } from './reminders.fixture.js';

const linkIn = ({ headers }: ReceivedMail): string => /^<(.*)>$/.exec(headers['list-unsubscribe']!)![1]!;
const isOn = async (who: Beekeeper): Promise<boolean> => (await digestOf(who)).frequency !== 'OFF';
/** As a mail program does. */
const oneClick = (link: string, init: RequestInit = {}) =>
  fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'error',
    ...init,
  });

/** An account that has got a digest. */
async function recipient(): Promise<{ who: Beekeeper; mail: ReceivedMail; link: string }> {
  const who = await account();
  await task(who, await who.apiary(), 'Feed');
  await switchOn(who);
  const [mail] = await digestsAfter(who);
  return { who, mail: mail!, link: linkIn(mail!) };
}

describe('the link of a digest', () => {
  it('is in the headers that mail programs read, and in both parts', async () => {
    const { mail, link } = await recipient();
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(link).toMatch(new RegExp(`^${app.url}/unsubscribe/[\\w-]{43}$`));
    expect(mail.text.split('\n')).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
  });

  it('ends it by one request without a log-in, and a second changes nothing', async () => {
    const { who, link } = await recipient();
    for (let n = 0; n < 2; n++) {
      const response = await oneClick(link);
      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
      expect(await isOn(who)).toBe(false);
    }
    expect((await digestOf(who)).nextAt).toBeNull();
    await app.app.digests.send();
    await allSent(app);
    expect(digestsTo(who)).toHaveLength(1);
  });

  it.each(['GET', 'HEAD'])('does not end it for a program that follows it with %s', async (method) => {
    const { who, link } = await recipient();
    expect((await fetch(link, { method })).status).toBe(200);
    expect(await isOn(who)).toBe(true);
  });

  it('asks a reader, in their language, by a form that needs no script', async () => {
    const { who, link } = await recipient();
    const read = async (language: string): Promise<string> =>
      (await fetch(link, { headers: { 'accept-language': language } })).text();
    expect(await read('es')).toContain('¿Dejar de recibir el resumen?');
    const response = await fetch(link, { headers: { 'accept-language': 'en' } });
    const page = await response.text();
    expect(page).toContain('<h1>Stop the digest?</h1>');
    expect(page).toContain('<form method="post"><button type="submit">Send no more digests</button></form>');
    expect(page).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const done = await oneClick(link, { headers: { 'accept-language': 'en' }, body: '' });
    expect(await done.text()).toContain('No more digests will be sent');
    expect(await isOn(who)).toBe(false);
  });

  it('works after another digest, and after the account has switched it on again', async () => {
    const { who, link } = await recipient();
    await digestsAfter(who);
    expect(linkIn(digestsTo(who)[1]!)).toBe(link);
    await oneClick(link);
    await switchOn(who);
    await oneClick(link);
    expect(await isOn(who)).toBe(false);
  });

  it('ends nothing else: not the digest of others, and no session', async () => {
    const { who, link } = await recipient();
    const { who: bea } = await recipient();
    await oneClick(link);
    expect([await isOn(who), await isOn(bea)]).toEqual([false, true]);
    const token = link.split('/').at(-1)!;
    expect((await app.anyone.rest('POST', '/auth/verify-email', { token })).status).toBe(400);
    expect((await fetch(`${app.url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      401,
    );
  });

  it('of a service with a secret of its own ends nothing here; of the one before it does', async () => {
    const { who, link } = await recipient();
    const path = new URL(link).pathname;
    const secrets = { JWT_SECRET: 'another secret of the tests, of 32 bytes and more' };
    const other = await startTestApp(secrets, app.database);
    expect((await oneClick(`${other.url}${path}`)).status).toBe(200);
    expect(await isOn(who)).toBe(true);
    await other.close();
    const rotated = await startTestApp(
      { ...secrets, JWT_SECRET_PREVIOUS: 'a secret of the tests, of 32 bytes and more' },
      app.database,
    );
    await oneClick(`${rotated.url}${path}`);
    await rotated.close();
    expect(await isOn(who)).toBe(false);
  });
});

describe('a token that is none', () => {
  it('gets the same page and the same answer, and ends nothing', async () => {
    const { who, link } = await recipient();
    const token = link.split('/').at(-1)!;
    const flipped = Buffer.from(token, 'base64url');
    flipped[31]! ^= 1;
    const guesses = [
      flipped.toString('base64url'),
      Buffer.concat([Buffer.from(who.id.replaceAll('-', ''), 'hex'), randomBytes(16)]).toString('base64url'),
      randomBytes(32).toString('base64url'),
      token.slice(1),
      `${token}AAAA`,
      who.id,
      'x',
      '%F0%9F%90%9D',
    ];
    const answerTo = async (address: string): Promise<unknown[]> => {
      const page = await fetch(address);
      const answer = await oneClick(address);
      return [page.status, await page.text(), answer.status, await answer.text()];
    };
    const unknown = await Promise.all(guesses.map((guess) => answerTo(`${app.url}/unsubscribe/${guess}`)));
    expect(await isOn(who)).toBe(true);
    const known = await answerTo(link);
    for (const answer of unknown) expect(answer).toEqual(known);
    expect(await isOn(who)).toBe(false);
  });

  it('and one that is known leave other methods and paths as they are', async () => {
    const { who, link } = await recipient();
    for (const [method, address] of [
      ['PUT', link],
      ['DELETE', link],
      ['POST', `${link}/more`],
      ['POST', `${app.url}/unsubscribe`],
    ] as const)
      expect([method, (await fetch(address, { method })).status]).toEqual([method, 404]);
    expect(await isOn(who)).toBe(true);
  });
});
