// The settings of the service: their names, formats and default values (docs/configuration.md).
import * as z from 'zod';
import { ENGINES } from '../engine/engine.js';
import { UTC } from '../shared/time-zone.js';
import {
  collectorAddress,
  contact,
  databaseAddress,
  databaseAddresses,
  distances,
  duration,
  headerList,
  linkPattern,
  mailServerAddress,
  namedHosts,
  onOff,
  pushServices,
  rate,
  ratio,
  secret,
  timeZone,
  vapidKey,
  webAddress,
  wholeNumber,
} from './formats.js';
import { providerNames, redirectUris } from './oidc.js';

/** Those of Chromium, Firefox, Edge and Safari. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
];

export const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  HOST: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(4000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URLS: databaseAddresses.default([]),
  DOCUMENT_LIMIT_KB: wholeNumber(1, 256).default(20),
  AUDIT_RETENTION: duration.default(94_608_000),
  READINGS_RETENTION: duration.default(7_776_000),
  HOURLY_READINGS_RETENTION: duration.default(63_072_000),
  ACCOUNT_QUOTA_MB: wholeNumber(0, 1_000_000).default(2048),
  DB_POOL: wholeNumber(1, 1000).default(10),
  ENGINE: z.enum(ENGINES, 'must be fast or plain').default('fast'),
  DB_POOLER: z.enum(['off', 'transaction'], 'must be off or transaction').default('off'),
  WEB_CONCURRENCY: wholeNumber(1, 256).default(1),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  OTEL_SERVICE_NAME: z.string().max(100, 'must have at most 100 characters').default('beekeeping-backend'),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: secret.optional(),
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
  VAPID_PUBLIC_KEY: vapidKey(65).optional(),
  VAPID_PRIVATE_KEY: vapidKey(32).optional(),
  VAPID_SUBJECT: contact.optional(),
  PUSH_SERVICES: pushServices.default(PUSH_SERVICES),
  OIDC_PROVIDERS: providerNames.default([]),
  OIDC_REDIRECT_URIS: redirectUris.default([]),
  OIDC_ALLOW_HTTP: onOff.default(false),
  WEBHOOK_HOSTS: namedHosts.default([]),
  RATE_LIMITS: onOff.default(true),
  ADMISSION: onOff.default(true),
  RATE_LIMIT_GUESSES: rate.default({ points: 10, duration: 900 }),
  RATE_LIMIT_GUESSES_BY_ACCOUNT: rate.default({ points: 100, duration: 3600 }),
  RATE_LIMIT_LOGINS: rate.default({ points: 100, duration: 900 }),
  RATE_LIMIT_REGISTRATIONS: rate.default({ points: 20, duration: 3600 }),
  RATE_LIMIT_MAILS: rate.default({ points: 5, duration: 3600 }),
  RATE_LIMIT_MAILS_BY_IP: rate.default({ points: 30, duration: 3600 }),
  RATE_LIMIT_INVITATIONS: rate.default({ points: 100, duration: 86_400 }),
  RATE_LIMIT_INVITATION_MAILS: rate.default({ points: 50, duration: 86_400 }),
  RATE_LIMIT_REFRESHES: rate.default({ points: 300, duration: 900 }),
  RATE_LIMIT_REQUESTS: rate.default({ points: 3000, duration: 60 }),
  REFRESH_TOKEN_TTL: duration.default(2_592_000),
  TRUST_PROXY: z
    .string()
    .regex(/^(off|[1-9]|[\d.:a-f/, ]+)$/i, 'must be off, a number of proxies, or their addresses')
    .optional(),
  INTROSPECTION: onOff.optional(),
  LANDING_PAGE: z.enum(['sandbox', 'graphiql', 'status', 'off'], 'must be sandbox, graphiql, status or off').optional(),
  DEFAULT_TIME_ZONE: timeZone.default(UTC),
  MIN_APIARY_DISTANCES_KM: distances.default({}),
  DEMO_DATA: onOff.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .optional(),
});

export type Settings = z.infer<typeof settings>;
