// Parses and validates the settings once, before anything starts. This is the only file that reads the environment.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { EngineName } from './engine/engine.js';
import { changedSettings } from './settings/changed-settings.js';
import { readDevelopmentSecret } from './settings/development-secret.js';
import { readTrustProxy } from './settings/formats.js';
import { findMisspeltNames } from './settings/misspelt-names.js';
import { describeOldNode } from './settings/node-version.js';
import { type OidcSettings, oidcNames, oidcOf, oidcSecrets, parseProviders } from './settings/oidc.js';
import { isProduction, parseSettings } from './settings/rules.js';
import { readSecretFiles, SECRETS, secretFiles } from './settings/secret-files.js';
import { type Settings, settings } from './settings/settings.js';

export type { OidcSettings, ProviderSettings } from './settings/oidc.js';

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
  mailsByIp: 'RATE_LIMIT_MAILS_BY_IP',
  /** Invitations that an account creates. */
  invitations: 'RATE_LIMIT_INVITATIONS',
  /** Mails with invitations that an account sends, to any addresses. */
  invitationMails: 'RATE_LIMIT_INVITATION_MAILS',
  refreshes: 'RATE_LIMIT_REFRESHES',
  /** Requests of any kind from an IP address. */
  requests: 'RATE_LIMIT_REQUESTS',
} as const;
export type Rates = Record<keyof typeof RATES, Rate>;

export interface TraceSettings {
  /** The base address of the collector, to which `/v1/traces` is added. */
  endpoint: string;
  /** Sent with each export, such as an API key. */
  headers: Record<string, string>;
  /** The part of the traces that is recorded, from 0 to 1, unless the caller of a request has decided. */
  ratio: number;
  serviceName: string;
}

export interface PushSettings {
  /** The VAPID keys, in base64url. */
  publicKey: string;
  privateKey: string;
  /** Whom push services write to. */
  subject: string;
  /** The hosts to which messages are sent (features/reminders/push-services.rules.ts). */
  services: readonly string[];
}

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
  admission: boolean;
  /** Whether a pooler (PgBouncer) may give each transaction another connection. */
  databasePooled: boolean;
  /** Number of processes that share the port. */
  concurrency: number;
  /** Port of the Prometheus metrics. If undefined, there are none. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** If undefined, nothing is traced. */
  traces: TraceSettings | undefined;
  /** The first signs access tokens; those of each are accepted. */
  jwtSecrets: Buffer[];
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
  /** If undefined, web push is off. */
  push: PushSettings | undefined;
  /** If undefined, nobody logs in with OpenID Connect. */
  oidc: OidcSettings | undefined;
  /** Hosts to which webhooks may lead although they are private (http-client/web-address.ts). */
  webhookHosts: readonly string[];
  /** The time zone of accounts whose client names none. */
  defaultTimeZone: string;
  /** The least distances between apiaries in kilometres, by country: they replace those of features/apiaries/country.rules.ts. */
  minApiaryDistancesKm: Readonly<Record<string, number>>;
  /** If undefined, nothing is limited. */
  rates: Rates | undefined;
  /** The trusted proxies in front: their number or their addresses; false: none. */
  trustProxy: false | number | string;
  /** Bytes that a GraphQL document may have. */
  documentLimit: number;
  /** Bytes that an account may hold. If undefined, any number. */
  accountQuota: number | undefined;
  /** How long audit entries are kept, and readings as they were sent and by hours, in seconds. */
  retentionSeconds: { audit: number; raw: number; hours: number };
  introspection: boolean;
  /** `status`: a page with the state of the service at /, and none at /graphql. */
  landingPage: 'sandbox' | 'graphiql' | 'status' | 'off';
  demoData: boolean;
  logLevel: string;
  /** The settings that differ from their default values, for the log: without secrets. */
  changed: Record<string, string>;
  /** What is probably a mistake, but does not prevent the start. */
  warnings: string[];
}

/** A web app may have a page for every other link. */
const NO_PUBLIC_URL = 'PUBLIC_URL is not set: the links that end digests lead to this machine';

/** One or more settings are invalid. The message names each and its valid values, in a line of its own. */
export class ConfigError extends Error {}

/**
 * @param problems what is already known to be wrong
 * @param hints what may be wrong: a warning or, if something is wrong, perhaps its cause
 * @throws ConfigError naming every setting that is missing or invalid
 */
export function loadConfig(
  env: Record<string, string | undefined>,
  problems: readonly string[] = [],
  hints: readonly string[] = [],
): Config {
  const files = readSecretFiles(env, [...SECRETS, ...oidcSecrets(env)]);
  const parsed = parseSettings(settings, files.env, files.problems.keys());
  const s = parsed.settings;
  const production = isProduction(s);
  const oidc = parseProviders(files.env, s.OIDC_ALLOW_HTTP, files.problems.keys());
  const oldNode = describeOldNode() ?? [];
  const wrong = [...problems, ...files.problems.values(), ...parsed.problems, ...oidc.problems];
  const found = wrong.concat(production ? oldNode : []);
  if (found.length > 0) throw new ConfigError([...found, ...hints].join('\n'));

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
    admission: s.ADMISSION,
    databasePooled: s.DB_POOLER === 'transaction',
    concurrency: s.WEB_CONCURRENCY,
    metricsPort: s.METRICS_PORT,
    metricsHost: s.METRICS_HOST,
    traces: tracesOf(s),
    jwtSecrets: s.JWT_SECRET ? secretsOf(s.JWT_SECRET, s.JWT_SECRET_PREVIOUS) : [secretOf(dataDir)],
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
    push: pushOf(s),
    oidc: oidcOf(s, oidc.providers),
    webhookHosts: s.WEBHOOK_HOSTS,
    defaultTimeZone: s.DEFAULT_TIME_ZONE,
    minApiaryDistancesKm: s.MIN_APIARY_DISTANCES_KM,
    trustProxy: readTrustProxy(s.TRUST_PROXY),
    documentLimit: s.DOCUMENT_LIMIT_KB * 1024,
    accountQuota: s.ACCOUNT_QUOTA_MB > 0 ? s.ACCOUNT_QUOTA_MB * 1024 ** 2 : undefined,
    retentionSeconds: { audit: s.AUDIT_RETENTION, raw: s.READINGS_RETENTION, hours: s.HOURLY_READINGS_RETENTION },
    introspection: s.INTROSPECTION ?? !production,
    landingPage: s.LANDING_PAGE ?? (production ? 'status' : 'sandbox'),
    demoData: s.DEMO_DATA ?? (!production && !s.DATABASE_URL),
    logLevel: s.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    changed: changedSettings(files.env, s),
    warnings: [...hints].concat(oldNode, production && s.SMTP_URL && !s.PUBLIC_URL ? NO_PUBLIC_URL : []),
  };
}

const ratesOf = (s: Settings): Rates =>
  Object.fromEntries(Object.entries(RATES).map(([limit, setting]) => [limit, s[setting]])) as Rates;

function tracesOf(s: Settings): Config['traces'] {
  const endpoint = s.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return undefined;
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_TRACES_SAMPLER_ARG: ratio, OTEL_SERVICE_NAME: serviceName } = s;
  return { endpoint, headers, ratio, serviceName };
}

function pushOf(s: Settings): PushSettings | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = s;
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject, services: s.PUSH_SERVICES } : undefined;
}

/**
 * Reads the settings from the environment, which takes precedence, and from an optional `.env` file.
 * @throws ConfigError naming every setting that is missing or invalid, and every name in the file that is not a setting
 */
export function readConfig(file = '.env'): Config {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const env = { ...fromFile, ...process.env };
  const known = new Set([...Object.keys(settings.shape), ...secretFiles, ...oidcNames(env)]);
  const unknown = Object.keys(fromFile).filter((name) => !known.has(name));
  return loadConfig(
    env,
    unknown.map((name) => `${name} in ${file} is not a setting`),
    findMisspeltNames(Object.keys(process.env), env, known),
  );
}

const secretsOf = (current: string, previous: string | undefined): Buffer[] =>
  [current, previous].filter((secret) => secret !== undefined).map((secret) => Buffer.from(secret));

function secretOf(dataDir: string): Buffer {
  try {
    return readDevelopmentSecret(dataDir);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
