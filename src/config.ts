// Parses and validates the settings once, before anything starts. This is the only file that reads the environment.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { readDevelopmentSecret } from './development-secret.js';
import { ENGINES, type EngineName } from './engine/engine.js';
import {
  databaseAddress,
  databaseAddresses,
  duration,
  linkPattern,
  MIN_SECRET_BYTES,
  mailServerAddress,
  onOff,
  rate,
  webAddress,
  wholeNumber,
} from './shared/setting-formats.js';
import { isProduction, parseSettings } from './shared/setting-rules.js';

const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  HOST: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(4000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URLS: databaseAddresses.default([]),
  DOCUMENT_LIMIT_KB: wholeNumber(1, 256).default(20),
  ACCOUNT_QUOTA_MB: wholeNumber(0, 1_000_000).default(2048),
  DB_POOL: wholeNumber(1, 1000).default(10),
  ENGINE: z.enum(ENGINES, 'must be fast or plain').default('fast'),
  DB_POOLER: z.enum(['off', 'transaction'], 'must be off or transaction').default('off'),
  WEB_CONCURRENCY: wholeNumber(1, 256).default(1),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  JWT_SECRET: z
    .string()
    .refine((s) => Buffer.byteLength(s) >= MIN_SECRET_BYTES, `must have at least ${MIN_SECRET_BYTES} bytes`)
    .optional(),
  ACCESS_TOKEN_TTL: duration.default(900),
  REST_ACCESS_TOKEN_TTL: duration.default(604_800),
  SMTP_URL: mailServerAddress.optional(),
  MAIL_FILES: onOff.optional(),
  MAIL_FROM: z.string().min(3, 'must be an address').default('Beekeeping <no-reply@localhost>'),
  PUBLIC_URL: webAddress.optional(),
  PASSWORD_RESET_URL: linkPattern.optional(),
  EMAIL_VERIFICATION_URL: linkPattern.optional(),
  INVITATION_URL: linkPattern.optional(),
  EMAIL_VERIFICATION: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
  RATE_LIMITS: onOff.default(true),
  RATE_LIMIT_GUESSES: rate.default({ points: 10, duration: 900 }),
  RATE_LIMIT_GUESSES_BY_ACCOUNT: rate.default({ points: 100, duration: 3600 }),
  RATE_LIMIT_LOGINS: rate.default({ points: 100, duration: 900 }),
  RATE_LIMIT_REGISTRATIONS: rate.default({ points: 20, duration: 3600 }),
  RATE_LIMIT_MAILS: rate.default({ points: 5, duration: 3600 }),
  RATE_LIMIT_MAILS_BY_ADDRESS: rate.default({ points: 30, duration: 3600 }),
  RATE_LIMIT_REFRESHES: rate.default({ points: 300, duration: 900 }),
  RATE_LIMIT_REQUESTS: rate.default({ points: 3000, duration: 60 }),
  REFRESH_TOKEN_TTL: duration.default(2_592_000),
  TRUST_PROXY: z
    .string()
    .regex(/^(off|[1-9]|[\d.:a-f/, ]+)$/i, 'must be off, a number of proxies, or their addresses')
    .optional(),
  INTROSPECTION: onOff.optional(),
  LANDING_PAGE: z.enum(['sandbox', 'graphiql', 'status', 'off'], 'must be sandbox, graphiql, status or off').optional(),
  DEMO_DATA: onOff.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .optional(),
});

type Settings = z.infer<typeof settings>;

/** A limit: at most `points` within `duration` seconds. */
export interface Rate {
  points: number;
  duration: number;
}
/** The setting of each limit. */
const RATES = {
  /** Wrong passwords for an account from one network. */
  guesses: 'RATE_LIMIT_GUESSES',
  /** Wrong passwords for an account, wherever they come from. */
  guessesByAccount: 'RATE_LIMIT_GUESSES_BY_ACCOUNT',
  /** Log-ins from an IP address. */
  logIns: 'RATE_LIMIT_LOGINS',
  registrations: 'RATE_LIMIT_REGISTRATIONS',
  /** Mails requested for an account. */
  mails: 'RATE_LIMIT_MAILS',
  /** Mails requested from an IP address. */
  mailsByAddress: 'RATE_LIMIT_MAILS_BY_ADDRESS',
  refreshes: 'RATE_LIMIT_REFRESHES',
  /** Requests of any kind from an IP address. */
  requests: 'RATE_LIMIT_REQUESTS',
} as const;
export type Rates = Record<keyof typeof RATES, Rate>;

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Absolute path of the folder with the embedded database, the development secret and mail files. */
  dataDir: string;
  /** If undefined, the service runs its own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** Addresses of read replicas. */
  replicaUrls: string[];
  /** Maximum number of connections of each process. */
  databasePool: number;
  engine: EngineName;
  /** Whether a pooler (PgBouncer) may give each transaction another connection. */
  databasePooled: boolean;
  /** Number of processes that share the port. */
  concurrency: number;
  /** Port of the Prometheus metrics. If undefined, there are none. */
  metricsPort: number | undefined;
  metricsHost: string;
  jwtSecret: Buffer;
  /** Lifetimes of access tokens, in seconds. */
  accessTokenSeconds: number;
  longLivedTokenSeconds: number;
  /** Lifetime of a session without a refresh, in seconds. */
  refreshSeconds: number;
  /** If undefined, mails are written to files in `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The address at which people reach the service. If undefined, links lead to this machine. */
  publicUrl: string | undefined;
  /** Patterns of the links in mails. If undefined, they lead to the service's own pages. */
  passwordResetUrl: string | undefined;
  emailVerificationUrl: string | undefined;
  invitationUrl: string | undefined;
  demandVerification: boolean;
  /** If undefined, nothing is limited. */
  rates: Rates | undefined;
  /** The trusted proxies in front: their number or their addresses; false: none. */
  trustProxy: false | number | string;
  /** Characters that a GraphQL document may have. */
  documentLimit: number;
  /** Bytes that an account may hold. If undefined, any number. */
  accountQuota: number | undefined;
  introspection: boolean;
  /** `status`: a page with the state of the service at /, and none at /graphql. */
  landingPage: 'sandbox' | 'graphiql' | 'status' | 'off';
  demoData: boolean;
  logLevel: string;
}

/** One or more settings are invalid. The message names each and its valid values. */
export class ConfigError extends Error {}

/**
 * @param problems what is already known to be wrong
 * @throws ConfigError naming every setting that is missing or invalid
 */
export function loadConfig(env: Record<string, string | undefined>, problems: readonly string[] = []): Config {
  const parsed = parseSettings(settings, env);
  const found = [...problems, ...parsed.problems];
  if (found.length > 0) throw new ConfigError(found.join('\n'));
  const s = parsed.settings;
  const production = isProduction(s);

  const dataDir = resolve(s.DATA_DIR);
  return {
    production,
    host: s.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: s.PORT,
    dataDir,
    databaseUrl: s.DATABASE_URL,
    replicaUrls: s.DATABASE_REPLICA_URLS,
    databasePool: s.DB_POOL,
    engine: s.ENGINE,
    databasePooled: s.DB_POOLER === 'transaction',
    concurrency: s.WEB_CONCURRENCY,
    metricsPort: s.METRICS_PORT,
    metricsHost: s.METRICS_HOST,
    jwtSecret: s.JWT_SECRET ? Buffer.from(s.JWT_SECRET) : secretOf(dataDir),
    accessTokenSeconds: s.ACCESS_TOKEN_TTL,
    longLivedTokenSeconds: s.REST_ACCESS_TOKEN_TTL,
    refreshSeconds: s.REFRESH_TOKEN_TTL,
    smtpUrl: s.SMTP_URL,
    mailFrom: s.MAIL_FROM,
    publicUrl: s.PUBLIC_URL,
    passwordResetUrl: s.PASSWORD_RESET_URL,
    emailVerificationUrl: s.EMAIL_VERIFICATION_URL,
    invitationUrl: s.INVITATION_URL,
    rates: s.RATE_LIMITS ? ratesOf(s) : undefined,
    demandVerification: s.EMAIL_VERIFICATION === 'required',
    trustProxy: trustProxy(s.TRUST_PROXY),
    documentLimit: s.DOCUMENT_LIMIT_KB * 1024,
    accountQuota: s.ACCOUNT_QUOTA_MB > 0 ? s.ACCOUNT_QUOTA_MB * 1024 ** 2 : undefined,
    introspection: s.INTROSPECTION ?? !production,
    landingPage: s.LANDING_PAGE ?? (production ? 'status' : 'sandbox'),
    demoData: s.DEMO_DATA ?? (!production && !s.DATABASE_URL),
    logLevel: s.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

const ratesOf = (s: Settings): Rates =>
  Object.fromEntries(Object.entries(RATES).map(([limit, setting]) => [limit, s[setting]])) as Rates;

function trustProxy(setting = 'off'): false | number | string {
  if (setting === 'off') return false;
  return /^\d$/.test(setting) ? Number(setting) : setting;
}

/**
 * Reads the settings from the environment, which takes precedence, and from an optional `.env` file.
 * @throws ConfigError naming every setting that is missing or invalid, and every name in the file that is not a setting
 */
export function readConfig(file = '.env'): Config {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const unknown = Object.keys(fromFile).filter((name) => !Object.hasOwn(settings.shape, name));
  return loadConfig(
    { ...fromFile, ...process.env },
    unknown.map((name) => `${name} in ${file} is not a setting`),
  );
}

function secretOf(dataDir: string): Buffer {
  try {
    return readDevelopmentSecret(dataDir);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
