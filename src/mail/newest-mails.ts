// Reads the newest mails that fileTransport (transport.ts) has written, for the start page in development.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface WrittenMail {
  at: Date;
  to: string;
  subject: string;
  /** The first address in the mail. */
  link: string | undefined;
}

/** @returns at most `count` mails, the newest first; none if the folder does not exist */
export async function readNewestMails(folder: string, count: number): Promise<WrittenMail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d.*\.eml$/.test(name));
  // The names begin with the time.
  const newest = names.sort().reverse().slice(0, count);
  const mails = newest.map(async (name) => parseMail(name, await readFile(join(folder, name), 'utf8')));
  return Promise.all(mails);
}

function parseMail(name: string, eml: string): WrittenMail {
  const [time, clock] = name.split('T') as [string, string];
  const header = (field: string): string =>
    new RegExp(`^${field}: (.*(?:\\r\\n[ \\t].*)*)`, 'm').exec(eml)?.[1]?.replace(/\r\n[ \t]+/g, ' ') ?? '';
  return {
    at: new Date(`${time}T${clock.slice(0, 8).replaceAll('-', ':')}Z`),
    to: header('To'),
    subject: decodeWords(header('Subject')),
    link: /^https?:\S+/m.exec(eml)?.[0],
  };
}

/** Decodes the encoded words of a header (RFC 2047), which are in UTF-8. */
function decodeWords(header: string): string {
  return header
    .replaceAll('?= =?', '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      Buffer.from(encoding.toUpperCase() === 'B' ? text : toBase64(text), 'base64').toString(),
    );
}

function toBase64(quoted: string): string {
  const bytes = quoted
    .replaceAll('_', ' ')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return btoa(bytes);
}
