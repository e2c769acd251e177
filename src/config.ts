// Parses and validates the settings once, before anything starts. This is the only file that reads the environment.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { MIN_SECRET_BYTES, readDevelopmentSecret } from './development-secret.js';
import { duration, linkPattern, onOff, rate, webAddress, wholeNumber } from './shared/setting-formats.js';

const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  HOST: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(4000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .refine(
      (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
      'must be a postgresql:// address',
    )
    .optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .transform((urls) => urls.split(',').map((url) => url.trim()))
    .refine(
      (urls) => urls.every((url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)),
      'must be postgresql:// addresses, separated by commas',
    )
    .default([]),
  DOCUMENT_LIMIT_KB: wholeNumber(1, 256).default(20),
  DB_POOL: wholeNumber(1, 1000).default(10),
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
  SMTP_URL: z
    .string()
    .refine(
      (url) => URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol),
      'must be an smtp:// or smtps:// address',
    )
    .optional(),
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
  introspection: boolean;
  /** `status`: a page with the state of the service at /, and none at /graphql. */
  landingPage: 'sandbox' | 'graphiql' | 'status' | 'off';
  demoData: boolean;
  logLevel: string;
}

/** One or more settings are invalid. The message names each and its valid values. */
export class ConfigError extends Error {}

/** @throws ConfigError naming every setting that is missing or invalid */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(nonEmpty);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const s = parsed.data;
  const production = s.NODE_ENV === 'production';
  const demoData = s.DEMO_DATA ?? (!production && !s.DATABASE_URL);
  const problems = [
    s.DATABASE_REPLICA_URLS.length > 0 &&
      !s.DATABASE_URL &&
      'DATABASE_REPLICA_URLS requires DATABASE_URL: the embedded database has no replicas',
    production && !s.JWT_SECRET && `JWT_SECRET must be set in production, to at least ${MIN_SECRET_BYTES} bytes`,
    production &&
      s.SMTP_URL &&
      !s.PUBLIC_URL &&
      !(s.PASSWORD_RESET_URL && s.EMAIL_VERIFICATION_URL && s.INVITATION_URL) &&
      'PUBLIC_URL must be set in production with SMTP_URL: the links in mails lead to it',
    production && demoData && 'DEMO_DATA must be off in production: the demo account has a public password',
    demoData &&
      s.DATABASE_URL &&
      'DEMO_DATA must be off with DATABASE_URL: demo data is for the embedded database only',
  ].filter((problem) => typeof problem === 'string');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));

  const dataDir = resolve(s.DATA_DIR);
  return {
    production,
    host: s.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: s.PORT,
    dataDir,
    databaseUrl: s.DATABASE_URL,
    replicaUrls: s.DATABASE_REPLICA_URLS,
    databasePool: s.DB_POOL,
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
    introspection: s.INTROSPECTION ?? !production,
    landingPage: s.LANDING_PAGE ?? (production ? 'status' : 'sandbox'),
    demoData,
    logLevel: s.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

const ratesOf = (s: z.infer<typeof settings>): Rates =>
  Object.fromEntries(Object.entries(RATES).map(([limit, setting]) => [limit, s[setting]])) as Rates;

function trustProxy(setting = 'off'): false | number | string {
  if (setting === 'off') return false;
  return /^\d$/.test(setting) ? Number(setting) : setting;
}

/**
 * Returns the process's environment, merged over an optional `.env` file.
 * @throws ConfigError if a name in the file is not a setting
 */
export function readEnvironment(file = '.env'): Record<string, string | undefined> {
  if (!existsSync(file)) return process.env;
  const fromFile = parseEnv(readFileSync(file, 'utf8'));
  const unknown = Object.keys(fromFile).filter((name) => !Object.hasOwn(settings.shape, name));
  if (unknown.length > 0)
    throw new ConfigError(unknown.map((name) => `${name} in ${file} is not a setting`).join('\n'));
  return { ...fromFile, ...process.env };
}

function secretOf(dataDir: string): Buffer {
  try {
    return readDevelopmentSecret(dataDir);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
