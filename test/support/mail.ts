// Reads the mails that the service wrote to files, and runs an SMTP server.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { TestApp } from './client.js';
import type { TestDatabase } from './database.js';

export interface ReceivedMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** By their names in lower case, as they were sent. */
  headers: Record<string, string>;
}

/** Polls until `read` returns a value. @throws Error after 20 seconds */
export async function eventually<T>(
  description: string,
  read: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  for (let tries = 400; tries > 0; tries--) {
    const value = await read();
    if (value !== undefined) return value;
    await wait(50);
  }
  throw new Error(`timeout: ${description}`);
}

/** The token in the link of a mail. */
export function tokenIn({ text }: ReceivedMail): string {
  const token = /\/(?:reset-password|verify-email|confirm-email|undo-email-change|accept-invitation)\/([\w-]+)/.exec(
    text,
  )?.[1];
  if (token === undefined) throw new Error(`no link in ${text}`);
  return token;
}

const RESET = 'reset-password';
const VERIFY = 'verify-email';
const INVITATION = 'accept-invitation';

export const resetMails = (app: Pick<TestApp, 'dataDir'>, address: string): ReceivedMail[] =>
  mailsTo(app, address).filter(({ text }) => text.includes(`/${RESET}/`));

/** Waits for `count` mails with a reset link. Returns the latest. */
export const resetMail = (app: Pick<TestApp, 'dataDir'>, address: string, count = 1): Promise<ReceivedMail> =>
  waitForLatest(app, address, RESET, count);
/** Waits for `count` mails with a verification link. Returns the latest. */
export const verificationMail = (app: Pick<TestApp, 'dataDir'>, address: string, count = 1): Promise<ReceivedMail> =>
  waitForLatest(app, address, VERIFY, count);

/** Waits for `count` mails with an invitation. Returns the latest. */
export const invitationMail = (app: Pick<TestApp, 'dataDir'>, address: string, count = 1): Promise<ReceivedMail> =>
  waitForLatest(app, address, INVITATION, count);

function waitForLatest(
  app: Pick<TestApp, 'dataDir'>,
  address: string,
  linkPath: string,
  count: number,
): Promise<ReceivedMail> {
  return eventually(`${count} mails with ${linkPath} to ${address}`, () => {
    const mails = mailsTo(app, address).filter(({ text }) => text.includes(`/${linkPath}/`));
    return mails.length >= count ? mails.at(-1) : undefined;
  });
}

/** The mails in the folder of a service without an SMTP server, the oldest first. */
export function mailsTo({ dataDir }: Pick<TestApp, 'dataDir'>, address: string): ReceivedMail[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml') && !name.startsWith('.'));
  return names
    .sort()
    .map((name) => parseMail(readFileSync(join(folder, name), 'utf8')))
    .filter(({ to }) => to === address);
}

/** Makes jobs due that wait for their next attempt. @returns how many */
export async function retryNow({ sql }: Pick<TestDatabase, 'sql'>): Promise<number> {
  return (await sql(`update jobs.job set start_after = now() where state = 'retry' returning id`)).length;
}

/** Waits until all mails have been sent. */
export async function allSent({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await eventually(
    'all mails are sent',
    async () => (await database.sql('select 1 from mails')).length === 0 || undefined,
  );
}

/** Parses a mail with a text and an HTML part. */
export function parseMail(eml: string): ReceivedMail {
  const { headers, body } = parsePart(eml);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) throw new Error(`not multipart/alternative: ${headers['content-type']}`);
  const alternatives = body.split(`--${boundary}`).slice(1, -1).map(parsePart);
  const alternative = (type: string): string => {
    const part = alternatives.find(({ headers }) => headers['content-type']?.startsWith(type));
    return part ? contentOf(part) : '';
  };
  const { from = '', to = '', subject = '' } = headers;
  const [text, html] = [alternative('text/plain'), alternative('text/html')];
  return { from, to, subject: decodeHeader(subject), text, html, headers };
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

function parsePart(source: string): Part {
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
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body.replaceAll('=\n', '')) : body;
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Decodes the encoded words of a header (RFC 2047). */
const decodeHeader = (header: string): string =>
  header
    .replaceAll(/\?= +=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    );

export interface MailServer {
  /** The value for SMTP_URL. */
  url: string;
  port: number;
  received: { from: string; recipients: string[]; mail: ReceivedMail }[];
  close: () => Promise<void>;
}

/** An SMTP server that requires a username and a password; without TLS, unless the options say otherwise. */
export async function startMailServer(
  port = 0,
  tls: SMTPServerOptions = { hideSTARTTLS: true, allowInsecureAuth: true },
): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const server = new SMTPServer({
    ...tls,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'bees' && password === 'honey' ? callback(null, { user: username }) : callback(new Error('no')),
    onData: (stream, { envelope }, callback) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          recipients: envelope.rcptTo.map(({ address }) => address),
          mail: parseMail(Buffer.concat(pieces).toString()),
        });
        callback();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const boundPort = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://bees:honey@127.0.0.1:${boundPort}`,
    port: boundPort,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
