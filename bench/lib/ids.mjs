// Deterministic ids: the tables, the requests and the checks derive the same ones independently. They grow with the rows, as the
// service's own (UUID v7) do, and have their format.
import { createHmac } from 'node:crypto';
import { AUDIENCE, ISSUER, JWT_SECRET } from './places.mjs';

const KINDS = { user: 1, session: 2, apiary: 3, hive: 4, item: 5 };
const TOKEN_LIFETIME_S = 30 * 86_400;

/** Equals bench_id() in sql/seed.sql. */
export const id = (kind, n) => `0190000${KINDS[kind]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** The number of a row in its whole table, from 1. */
export const apiaryNumber = (size, user, apiary) => (user - 1) * size.apiaries + apiary;
export const hiveNumber = (size, user, apiary, hive) => (apiaryNumber(size, user, apiary) - 1) * size.hives + hive;
export const itemNumber = (size, user, apiary, item) => (apiaryNumber(size, user, apiary) - 1) * size.items + item;

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN_HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** Returns an access token like those of the service. */
export function tokenOf(user) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sid: id('session', user),
    iat: now,
    exp: now + TOKEN_LIFETIME_S,
    aud: AUDIENCE,
    iss: ISSUER,
    sub: id('user', user),
  };
  const signed = `${TOKEN_HEADER}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`;
}
