// What people find in their mailboxes, and a mail server of the tests' own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { TestApp } from './client.js';

export interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Asks until there is an answer. How long that takes is the service's affair; that it comes is the test's. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 400; tries > 0; tries--) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await wait(50);
  }
  throw new Error(`it never came about: ${what}`);
}

/** The token in a link of a letter. */
export function tokenIn({ text }: Letter): string {
  const token = /\/(?:reset-password|verify-email)\/([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link in ${text}`);
  return token;
}

const RESET = 'reset-password';
const VERIFY = 'verify-email';

export const resetLetters = (app: Pick<TestApp, 'dataDir'>, address: string): Letter[] =>
  lettersTo(app, address).filter(({ text }) => text.includes(`/${RESET}/`));

/** The latest of so many letters with a reset link, as soon as they are there. */
export const resetLetter = (app: Pick<TestApp, 'dataDir'>, address: string, count = 1): Promise<Letter> =>
  latest(app, address, RESET, count);
/** The same of letters with a link that verifies the address. */
export const verificationLetter = (app: Pick<TestApp, 'dataDir'>, address: string, count = 1): Promise<Letter> =>
  latest(app, address, VERIFY, count);

function latest(app: Pick<TestApp, 'dataDir'>, address: string, link: string, count: number): Promise<Letter> {
  return eventually(`${count} letters with ${link} to ${address}`, () => {
    const letters = lettersTo(app, address).filter(({ text }) => text.includes(`/${link}/`));
    return letters.length >= count ? letters.at(-1) : undefined;
  });
}

/** The letters in the folder of a service that has no mail server, the oldest first. */
export function lettersTo({ dataDir }: Pick<TestApp, 'dataDir'>, address: string): Letter[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml') && !name.startsWith('.'));
  return names
    .sort()
    .map((name) => letterFrom(readFileSync(join(folder, name), 'utf8')))
    .filter(({ to }) => to === address);
}

/** Nothing waits to be sent any more. */
export async function allSent({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await eventually(
    'all mail is sent',
    async () => (await database.sql('select 1 from mails')).length === 0 || undefined,
  );
}

/** Reads a mail of two alternatives. */
export function letterFrom(eml: string): Letter {
  const { headers, body } = partOf(eml);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) throw new Error(`not of two alternatives: ${headers['content-type']}`);
  const alternatives = body.split(`--${boundary}`).slice(1, -1).map(partOf);
  const alternative = (type: string): string => {
    const part = alternatives.find(({ headers }) => headers['content-type']?.startsWith(type));
    return part ? contentOf(part) : '';
  };
  const { from = '', to = '', subject = '' } = headers;
  return { from, to, subject: wordsOf(subject), text: alternative('text/plain'), html: alternative('text/html') };
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

function partOf(source: string): Part {
  const text = source.replaceAll('\r\n', '\n').replace(/^\n/, '');
  const end = text.indexOf('\n\n');
  const lines = text
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const headers = lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.replace(/^[^:]*: */, '')] as const);
  return { headers: Object.fromEntries(headers), body: text.slice(end + 2) };
}

function contentOf({ headers, body }: Part): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? unquoted(body.replaceAll('=\n', '')) : body;
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** RFC 2047. */
const wordsOf = (header: string): string =>
  header
    .replaceAll(/\?= +=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
    );

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  port: number;
  received: { from: string; recipients: string[]; letter: Letter }[];
  close: () => Promise<void>;
}

/** A mail server that wants a name and a password. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'bees' && password === 'honey' ? callback(null, { user: username }) : callback(new Error('no')),
    onData: (stream, { envelope }, callback) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          recipients: envelope.rcptTo.map(({ address }) => address),
          letter: letterFrom(Buffer.concat(pieces).toString()),
        });
        callback();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const at = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://bees:honey@127.0.0.1:${at}`,
    port: at,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
