// Paths, ports, sizes, and the settings that every server receives.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const BENCH = resolve(import.meta.dirname, '..');
export const ROOT = resolve(BENCH, '..');
export const OUT = join(BENCH, 'out');
mkdirSync(OUT, { recursive: true });

export const POOL = 10;
export const FIRST_PORT = Number(process.env.BENCH_PORT ?? 4100);
/** The server under test has a core to itself; PostgreSQL, the load generator and this program share the other one. */
export const SERVER_CPU = process.env.BENCH_SERVER_CPU ?? '0';
export const LOAD_CPU = process.env.BENCH_LOAD_CPU ?? '1';

/** Signs the tokens of accounts that exist in the throwaway database only. */
export const JWT_SECRET = 'measures-only-0123456789abcdef0123456789abcdef';
export const ISSUER = 'beekeeping-backend';
export const AUDIENCE = 'beekeeping-clients';

/** Apiaries of an account; hives and items of an apiary. */
const EACH = { apiaries: 3, hives: 20, items: 30 };
export const SIZES = { S: { accounts: 100, ...EACH }, L: { accounts: 5000, ...EACH } };
