// Deterministic ids: the tables, the requests and the checks derive the same ones independently. They grow with the rows, as the
// service's own (UUID v7) do, and have their format.
import { createHash, createHmac } from 'node:crypto';
import { AUDIENCE, ISSUER, JWT_SECRET } from './places.mjs';

const KINDS = { user: 1, session: 2, apiary: 3, hive: 4, item: 5 };
const TOKEN_LIFETIME_S = 30 * 86_400;

const STARTED_MS = 1_717_200_000_000;

/** Equals bench_id() in sql/seed.sql. */
export function id(kind, n) {
  const hash = createHash('md5').update(`${KINDS[kind]}:${n}`).digest('hex');
  const time = (STARTED_MS + n).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** The number of a row in its whole table, from 1. */
export const apiaryNumber = (size, user, apiary) => (user - 1) * size.apiaries + apiary;
export const hiveNumber = (size, user, apiary, hive) => (apiaryNumber(size, user, apiary) - 1) * size.hives + hive;
export const itemNumber = (size, user, apiary, item) => (apiaryNumber(size, user, apiary) - 1) * size.items + item;

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** As the service derives it (access/access-tokens.ts). */
const KEY_ID = createHmac('sha256', JWT_SECRET).update('id of the key').digest().toString('base64url', 0, 9);
const TOKEN_HEADER = encode({ alg: 'HS256', typ: 'JWT', kid: KEY_ID });

/** Returns an access token like those of the service. */
export const tokenOf = (user) => signToken(id('user', user), id('session', user));

export function signToken(userId, sessionId) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sid: sessionId,
    iat: now,
    exp: now + TOKEN_LIFETIME_S,
    aud: AUDIENCE,
    iss: ISSUER,
    sub: userId,
  };
  const signed = `${TOKEN_HEADER}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`;
}
