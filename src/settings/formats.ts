// The formats of settings, each with the message that an invalid value gets.
import * as z from 'zod';
import { isCountry } from '../shared/country.js';
import { readTimeZone, TIME_ZONE_RULE } from '../shared/time-zone.js';

/** The length of the secret that signs access tokens. */
export const MIN_SECRET_BYTES = 32;

const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };

export const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
export const timeZone = z.string().refine((text) => readTimeZone(text) !== undefined, TIME_ZONE_RULE);
/** Parses `90s`, `15m`, `12h` or `7d` to seconds. */
export const duration = z
  .string()
  .regex(/^[1-9]\d{0,6}[smhd]$/, 'must be a number followed by s, m, h or d, such as 15m or 7d')
  .transform((text) => Number(text.slice(0, -1)) * UNIT_SECONDS[text.at(-1) as keyof typeof UNIT_SECONDS]);
/** Parses `10/15m`: a count and the period that it applies to. */
export const rate = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,5}[smhd]$/, 'must be a count and a period, such as 10/15m')
  .transform((text) => {
    const [points, time] = text.split('/') as [string, string];
    return { points: Number(points), duration: duration.parse(time) };
  });
export const secret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES, `must have at least ${MIN_SECRET_BYTES} bytes`);

/** What an operator overlooks in a password that was generated. The address is not repeated: it contains the password. */
const ENCODING =
  'cannot be read as an address: characters of the user name and the password other than letters, digits and - . _ ~ must be percent-encoded, such as %2F for /, %40 for @, %23 for #, %3F for ?, %2C for a comma and %25 for %';

/** Whether a part of the address that is not encoded ends the user name and the password before their @. */
function isMisread(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password, pathname, search, hash } = new URL(url);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
  } catch {
    return true;
  }
  // An @ of the password ends it, too: what follows is then the host. The value of a parameter may have an @.
  return (pathname + hash).includes('@') || (username === '' ? search.includes('@') : /^\?[^=]*@/.test(search));
}

/** Checks the text as addresses of servers, which may have passwords. @param message for one of another kind */
const checkAddresses =
  <T>(read: (value: T) => string[], schemes: RegExp, message: string) =>
  ({ value, issues }: { value: T; issues: unknown[] }): void => {
    const urls = read(value);
    const problem = urls.every((url) => schemes.test(url)) ? urls.some(isMisread) && ENCODING : message;
    if (problem) issues.push({ code: 'custom', input: value, message: problem });
  };

const DATABASE = /^postgres(ql)?:/i;
export const databaseAddress = z
  .string()
  .check(checkAddresses((url) => [url], DATABASE, 'must be a postgresql:// address'));
/** Addresses that are separated by commas. */
export const databaseAddresses = z
  .string()
  .transform((urls) => urls.split(',').map((url) => url.trim()))
  .check(checkAddresses((urls) => urls, DATABASE, 'must be postgresql:// addresses, separated by commas'));
export const mailServerAddress = z
  .string()
  .check(checkAddresses((url) => [url], /^smtps?:/i, 'must be an smtp:// or smtps:// address'));
/** An address of this service or of a web app. */
export const webAddress = z
  .string()
  .refine(
    (url) => URL.canParse(url) && /^https?:\/\/[^/?#]+\/?$/.test(url),
    'must be an http:// or https:// address without a path',
  )
  .transform((url) => (url.endsWith('/') ? url.slice(0, -1) : url));
/** The address of a collector of traces, which may have a path. */
export const collectorAddress = z
  .string()
  .refine(
    // The address is logged: a password belongs into the headers.
    (url) => URL.canParse(url) && /^https?:\/\/[^?#@]+$/.test(url),
    'must be an http:// or https:// address without a password, such as http://localhost:4318',
  )
  .transform((url) => url.replace(/\/$/, ''));
/** Parses `name=value,other=value`: values may be percent-encoded. */
export const headerList = z.string().transform((text, { addIssue }) => {
  try {
    return Object.fromEntries(
      text.split(',').map((header): [string, string] => {
        const [, name, value] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e]+)\s*$/.exec(header)!;
        return [name!, decodeURIComponent(value!)];
      }),
    );
  } catch {
    addIssue('must be headers such as name=value,other=value');
    return z.NEVER;
  }
});
export const ratio = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/, 'must be a number from 0 to 1')
  .transform(Number);
/** A key of web push (RFC 8292). */
export const vapidKey = (bytes: number) =>
  z
    .string()
    .refine(
      (key) => /^[\w-]+$/.test(key) && Buffer.from(key, 'base64url').length === bytes,
      `must be ${bytes} bytes in base64url, as \`npm run admin -- vapid-keys\` prints them`,
    );
/** Whom a push service writes to if something is wrong with the messages. */
export const contact = z
  .string()
  .refine(
    (text) => /^mailto:[^\s@]+@[^\s@]+$/.test(text) || (URL.canParse(text) && /^https:\/\/[^/?#@]+/.test(text)),
    'must be a mailto: or https:// address',
  );
/** Parses hosts that are separated by commas. */
export const pushServices = z
  .string()
  .transform((hosts) => hosts.split(',').map((host) => host.trim()))
  .refine(
    (hosts) => hosts.every((host) => /^(http:\/\/)?(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/.test(host)),
    'must be hosts in lower case, separated by commas, such as push.example.org or *.push.example.org',
  );
/** Parses hosts that are separated by commas, without patterns: whoever is named can be reached. */
export const namedHosts = z
  .string()
  .transform((hosts) => hosts.split(',').map((host) => host.trim()))
  .refine(
    (hosts) => hosts.every((host) => /^(http:\/\/)?[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/.test(host)),
    'must be hosts in lower case, separated by commas, such as hooks.internal or http://localhost:8080',
  );
const DISTANCES = 'must be codes of countries with kilometres from 0 to 50, separated by commas, such as ES=0.5,PT=0.8';
/** Parses distances in kilometres by country: `ES=0.5,PT=0.8`. */
export const distances = z
  .string()
  .regex(/^\s*[A-Z]{2}=\d{1,2}(\.\d{1,3})?\s*(,\s*[A-Z]{2}=\d{1,2}(\.\d{1,3})?\s*)*$/, DISTANCES)
  .transform((text) => text.split(',').map((one) => one.trim().split('=') as [string, string]))
  .refine((all) => all.every(([country, km]) => isCountry(country) && Number(km) <= 50), DISTANCES)
  .transform((all): Record<string, number> => Object.fromEntries(all.map(([country, km]) => [country, Number(km)])));
/** The trusted proxies: none, their number or their addresses. */
export function readTrustProxy(setting = 'off'): false | number | string {
  if (setting === 'off') return false;
  return /^\d$/.test(setting) ? Number(setting) : setting;
}
/** A link in a mail, with a placeholder for the token. */
export const linkPattern = z.string().refine((link) => link.includes('{token}'), 'must contain {token}');
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);
