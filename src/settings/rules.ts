// Checks each setting by itself, then what settings must fulfil together, so that all problems are reported at once.
import { createECDH } from 'node:crypto';
import type * as z from 'zod';

import { MIN_SECRET_BYTES } from './formats.js';

/** The settings that a rule reads. */
interface RuledSettings {
  NODE_ENV: string;
  PORT: number;
  METRICS_PORT?: number | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_REPLICA_URLS: readonly string[];
  JWT_SECRET?: string | undefined;
  JWT_SECRET_PREVIOUS?: string | undefined;
  SMTP_URL?: string | undefined;
  MAIL_FILES?: boolean | undefined;
  PUBLIC_URL?: string | undefined;
  PASSWORD_RESET_URL?: string | undefined;
  EMAIL_VERIFICATION_URL?: string | undefined;
  INVITATION_URL?: string | undefined;
  DEMO_DATA?: boolean | undefined;
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
  VAPID_SUBJECT?: string | undefined;
  PUSH_SERVICES: readonly string[];
  OIDC_PROVIDERS: readonly string[];
  OIDC_REDIRECT_URIS: readonly string[];
  OIDC_ALLOW_HTTP: boolean;
  READINGS_RETENTION: number;
  HOURLY_READINGS_RETENTION: number;
  WEBHOOK_HOSTS: readonly string[];
}

interface SettingRule {
  /** The settings that the rule reads: it is not checked if one of them is invalid by itself. */
  reads: readonly (keyof RuledSettings)[];
  isBroken: (settings: RuledSettings) => unknown;
  /** Begins with the name of the setting that is to be changed. */
  message: string;
}

export const isProduction = ({ NODE_ENV }: Pick<RuledSettings, 'NODE_ENV'>): boolean => NODE_ENV === 'production';

const VAPID = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const;

function isPair(publicKey: string, privateKey: string): boolean {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch {
    return false;
  }
  return curve.getPublicKey('base64url') === publicKey;
}

/** Rules read a week of readings, and each month of those that are kept is a partition. */
const RETENTION_SECONDS = { least: 10 * 86_400, most: 3650 * 86_400 };

const RULES: readonly SettingRule[] = [
  {
    reads: ['PORT', 'METRICS_PORT'],
    isBroken: (s) => s.METRICS_PORT === s.PORT,
    message: 'METRICS_PORT must differ from PORT: the metrics have a port of their own',
  },
  {
    reads: ['DATABASE_REPLICA_URLS', 'DATABASE_URL'],
    isBroken: (s) => s.DATABASE_REPLICA_URLS.length > 0 && !s.DATABASE_URL,
    message: 'DATABASE_REPLICA_URLS requires DATABASE_URL: the embedded database has no replicas',
  },
  {
    reads: ['NODE_ENV', 'JWT_SECRET'],
    isBroken: (s) => isProduction(s) && !s.JWT_SECRET,
    message: `JWT_SECRET must be set in production, to at least ${MIN_SECRET_BYTES} bytes`,
  },
  {
    reads: ['JWT_SECRET', 'JWT_SECRET_PREVIOUS'],
    isBroken: (s) => s.JWT_SECRET_PREVIOUS && !s.JWT_SECRET,
    message: 'JWT_SECRET_PREVIOUS requires JWT_SECRET, which signs',
  },
  {
    reads: ['JWT_SECRET', 'JWT_SECRET_PREVIOUS'],
    isBroken: (s) => s.JWT_SECRET_PREVIOUS && s.JWT_SECRET_PREVIOUS === s.JWT_SECRET,
    message: 'JWT_SECRET_PREVIOUS must differ from JWT_SECRET',
  },
  {
    reads: ['NODE_ENV', 'SMTP_URL', 'MAIL_FILES'],
    isBroken: (s) => !s.SMTP_URL && !(s.MAIL_FILES ?? !isProduction(s)),
    message:
      'SMTP_URL must be set in production: without a mail server, mails with links that reset passwords are written to files, which MAIL_FILES=on allows',
  },
  {
    reads: ['NODE_ENV', 'SMTP_URL', 'PUBLIC_URL', 'PASSWORD_RESET_URL', 'EMAIL_VERIFICATION_URL', 'INVITATION_URL'],
    isBroken: (s) =>
      isProduction(s) &&
      s.SMTP_URL &&
      !s.PUBLIC_URL &&
      !(s.PASSWORD_RESET_URL && s.EMAIL_VERIFICATION_URL && s.INVITATION_URL),
    message: 'PUBLIC_URL must be set in production with SMTP_URL: the links in mails lead to it',
  },
  {
    reads: ['NODE_ENV', 'DEMO_DATA'],
    isBroken: (s) => isProduction(s) && s.DEMO_DATA,
    message: 'DEMO_DATA must be off in production: the demo account has a public password',
  },
  {
    reads: ['DATABASE_URL', 'DEMO_DATA'],
    isBroken: (s) => s.DATABASE_URL && s.DEMO_DATA,
    message: 'DEMO_DATA must be off with DATABASE_URL: demo data is for the embedded database only',
  },
  {
    reads: ['OIDC_PROVIDERS', 'OIDC_REDIRECT_URIS'],
    isBroken: (s) => s.OIDC_PROVIDERS.length > 0 && s.OIDC_REDIRECT_URIS.length === 0,
    message: 'OIDC_REDIRECT_URIS must be set with OIDC_PROVIDERS: the addresses of clients that log-ins return to',
  },
  {
    reads: ['NODE_ENV', 'OIDC_PROVIDERS', 'PUBLIC_URL'],
    isBroken: (s) => isProduction(s) && s.OIDC_PROVIDERS.length > 0 && !s.PUBLIC_URL?.startsWith('https:'),
    message: 'PUBLIC_URL must be an https:// address in production with OIDC_PROVIDERS: providers return to it',
  },
  {
    reads: ['NODE_ENV', 'OIDC_ALLOW_HTTP'],
    isBroken: (s) => isProduction(s) && s.OIDC_ALLOW_HTTP,
    message: 'OIDC_ALLOW_HTTP must be off in production: tokens would cross the network unprotected',
  },
  {
    reads: VAPID,
    isBroken: (s) => VAPID.some((name) => s[name]) && !VAPID.every((name) => s[name]),
    message: 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together: web push needs all three',
  },
  {
    reads: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
    isBroken: (s) => s.VAPID_PUBLIC_KEY && s.VAPID_PRIVATE_KEY && !isPair(s.VAPID_PUBLIC_KEY, s.VAPID_PRIVATE_KEY),
    message: 'VAPID_PRIVATE_KEY must be that of VAPID_PUBLIC_KEY',
  },
  {
    reads: ['NODE_ENV', 'PUSH_SERVICES'],
    isBroken: (s) => isProduction(s) && s.PUSH_SERVICES.some((host) => host.startsWith('http:')),
    message: 'PUSH_SERVICES must not have http:// in production: it is for tests',
  },
  {
    reads: ['NODE_ENV', 'WEBHOOK_HOSTS'],
    isBroken: (s) => isProduction(s) && s.WEBHOOK_HOSTS.some((host) => host.startsWith('http:')),
    message: 'WEBHOOK_HOSTS must not have http:// in production: what is sent could be read and changed on its way',
  },
  {
    reads: ['READINGS_RETENTION'],
    isBroken: (s) => s.READINGS_RETENTION < RETENTION_SECONDS.least,
    message: 'READINGS_RETENTION must be at least 10d: rules read the readings of a week',
  },
  {
    reads: ['READINGS_RETENTION', 'HOURLY_READINGS_RETENTION'],
    isBroken: (s) =>
      s.HOURLY_READINGS_RETENTION < s.READINGS_RETENTION || s.HOURLY_READINGS_RETENTION > RETENTION_SECONDS.most,
    message: 'HOURLY_READINGS_RETENTION must be at least READINGS_RETENTION, and at most 3650d',
  },
];

/**
 * @param unreadable settings whose values could not be read, which has been reported
 * @returns the settings, and a message for each problem. With problems, the invalid settings have their default values.
 */
export function parseSettings<S extends RuledSettings>(
  schema: z.ZodType<S>,
  env: Record<string, string | undefined>,
  unreadable: Iterable<string> = [],
): { settings: S; problems: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const issues = schema.safeParse(given).error?.issues ?? [];
  const invalid = new Set([...unreadable, ...issues.map(({ path }) => path[0])]);
  // Every setting is optional or has a default value, so what remains is valid.
  const settings = schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name))));
  const broken = RULES.filter(({ reads, isBroken }) => !reads.some((name) => invalid.has(name)) && isBroken(settings));
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...broken.map(({ message }) => message),
  ];
  return { settings, problems };
}
