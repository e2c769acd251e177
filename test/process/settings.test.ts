import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig, readConfig } from '../../src/config.js';
import { VAPID } from '../support/client.js';
import * as fc from '../support/fast-check.js';
import { createFolder, removeFolder, Service } from './service.js';

const SECRET = 'thirty-two bytes, and a few more';

const HOSTS = 'must be hosts in lower case, separated by commas, such as push.example.org or *.push.example.org';
const DISTANCES = 'must be codes of countries with kilometres from 0 to 50, separated by commas, such as ES=0.5,PT=0.8';
const NAMED_HOSTS = 'must be hosts in lower case, separated by commas, such as hooks.internal or http://localhost:8080';

let folder: string;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => removeFolder(folder));

/** Returns the error messages for these settings. */
function problems(settings: Record<string, string>): string[] {
  try {
    loadConfig({ DATA_DIR: join(folder, 'data'), JWT_SECRET: SECRET, ...settings });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

describe('a setting', () => {
  it.each([
    ['NODE_ENV', 'prod', 'must be development, production or test'],
    ['PORT', 'eighty', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '40.5', 'must be a whole number from 0 to 65535'],
    ['PORT', ' 4000', 'must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://localhost/hives', 'must be a postgresql:// address'],
    ['DATABASE_URL', 'localhost:5432', 'must be a postgresql:// address'],
    ['DATABASE_URL', 'postgresql', 'must be a postgresql:// address'],
    ['ACCOUNT_QUOTA_MB', '2.5', 'must be a whole number from 0 to 1000000'],
    ['DB_POOL', '0', 'must be a whole number from 1 to 1000'],
    ['DB_POOL', '1e9', 'must be a whole number from 1 to 1000'],
    ['JWT_SECRET', 'x'.repeat(31), 'must have at least 32 bytes'],
    ['ACCESS_TOKEN_TTL', '900', 'must be a number followed by s, m, h or d, such as 15m or 7d'],
    ['ACCESS_TOKEN_TTL', '0m', 'must be a number followed by s, m, h or d, such as 15m or 7d'],
    ['ACCESS_TOKEN_TTL', '-5m', 'must be a number followed by s, m, h or d, such as 15m or 7d'],
    ['REST_ACCESS_TOKEN_TTL', 'a week', 'must be a number followed by s, m, h or d, such as 15m or 7d'],
    ['INTROSPECTION', 'yes', 'must be on or off'],
    ['LANDING_PAGE', 'playground', 'must be sandbox, graphiql, status or off'],
    ['PUBLIC_URL', 'bees.example', 'must be an http:// or https:// address without a path'],
    ['PUBLIC_URL', 'ftp://bees.example', 'must be an http:// or https:// address without a path'],
    ['PUBLIC_URL', 'https://bees.example/v2', 'must be an http:// or https:// address without a path'],
    ['PUBLIC_URL', 'https://bees.example/?from=mail', 'must be an http:// or https:// address without a path'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4318',
      'must be an http:// or https:// address without a password, such as http://localhost:4318',
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://user:secret@collector:4318',
      'must be an http:// or https:// address without a password, such as http://localhost:4318',
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a secret', 'must be headers such as name=value,other=value'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%ff', 'must be headers such as name=value,other=value'],
    ['OTEL_TRACES_SAMPLER_ARG', '10', 'must be a number from 0 to 1'],
    ['WEBHOOK_HOSTS', 'https://hooks.internal', NAMED_HOSTS],
    ['WEBHOOK_HOSTS', '*.internal', NAMED_HOSTS],
    ['WEBHOOK_HOSTS', 'hooks.internal/path', NAMED_HOSTS],
    ['PUSH_SERVICES', 'https://push.example.org', HOSTS],
    ['PUSH_SERVICES', 'push.example.org,*', HOSTS],
    ['PUSH_SERVICES', 'push.example.org/path', HOSTS],
    ...['ES', 'ES=x', 'EN=1', 'es=1', 'ES=51', 'ES=1;PT=2'].map((value) => [
      'MIN_APIARY_DISTANCES_KM',
      value,
      DISTANCES,
    ]),
    ['DEMO_DATA', 'true', 'must be on or off'],
    ['LOG_LEVEL', 'verbose', 'must be fatal, error, warn, info, debug or silent'],
  ])('%s=%s is refused: %s', (name, value, message) => {
    expect(problems({ [name]: value })).toEqual([`${name} ${message}`]);
  });

  it('that is invalid is reported together with all other invalid ones', () => {
    const wrong = { PORT: 'x', LANDING_PAGE: 'x', DB_POOL: 'x' };
    expect(problems(wrong).map((line) => line.split(' ')[0])).toEqual(['PORT', 'DB_POOL', 'LANDING_PAGE']);
  });

  it('that is invalid is reported together with what settings must fulfil together', () => {
    const wrong = { NODE_ENV: 'production', PORT: 'x', JWT_SECRET: '', DEMO_DATA: 'on' };
    expect(problems(wrong).map((line) => line.split(' ')[0])).toEqual(['PORT', 'JWT_SECRET', 'SMTP_URL', 'DEMO_DATA']);
  });

  it('that is invalid is not also reported as missing', () => {
    const wrong = {
      NODE_ENV: 'production',
      JWT_SECRET: 'short',
      SMTP_URL: 'mail.example',
      DATABASE_URL: 'mysql://host',
    };
    const replicas = { DATABASE_REPLICA_URLS: 'postgresql://replica/hives' };
    expect(problems({ ...wrong, ...replicas }).map((line) => line.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'JWT_SECRET',
      'SMTP_URL',
    ]);
  });

  it('that is empty counts as absent', () => {
    const config = loadConfig({
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: '',
      PORT: '',
      DATABASE_URL: '',
      DEMO_DATA: '',
    });
    expect(config).toMatchObject({ port: 4000, databaseUrl: undefined, demoData: true });
  });

  it('with any value is either valid or refused by name', () => {
    const value = fc.oneof(
      fc.string(),
      fc.stringMatching(/^-?\d{1,12}[smhd]?$/),
      fc.webUrl(),
      fc.constantFrom('on', 'off', 'production', 'postgres://h/d', 'postgresql:', 'debug', '7d', '__proto__'),
    );
    const names = ['NODE_ENV', 'PORT', 'DATABASE_URL', 'DB_POOL', 'ACCESS_TOKEN_TTL', 'REST_ACCESS_TOKEN_TTL'];
    const others = ['INTROSPECTION', 'LANDING_PAGE', 'DEMO_DATA', 'LOG_LEVEL', 'JWT_SECRET'];
    const some = fc.dictionary(fc.constantFrom(...names, ...others), value, { maxKeys: 4 });
    fc.assert(
      fc.property(some, (settings) => {
        const given = { DATA_DIR: join(folder, 'data'), ...settings };
        try {
          const config = loadConfig(given);
          expect(config.port).toBeGreaterThanOrEqual(0);
          expect(config.port).toBeLessThanOrEqual(65_535);
          expect(config.databasePool).toBeGreaterThan(0);
          expect(new Date(Date.now() + config.accessTokenSeconds * 1000).getTime()).toBeGreaterThan(Date.now());
          expect(new Date(Date.now() + config.longLivedTokenSeconds * 1000).getTime()).toBeGreaterThan(Date.now());
          expect(config.jwtSecrets[0]!.length).toBeGreaterThanOrEqual(32);
          expect(config.demoData && (config.production || config.databaseUrl !== undefined)).toBe(false);
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          for (const line of error.message.split('\n')) {
            const [name] = line.split(' ');
            // In production, these are the only errors about an absent setting.
            expect([...Object.keys(settings), 'JWT_SECRET', 'SMTP_URL']).toContain(name);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('has the documented meaning', () => {
    const given = {
      PORT: '0',
      DATABASE_URL: 'postgres://bee:honey@db.example/hives',
      ACCESS_TOKEN_TTL: '90s',
      REST_ACCESS_TOKEN_TTL: '2d',
      LANDING_PAGE: 'off',
    };
    expect(loadConfig({ ...given, DATA_DIR: 'somewhere', JWT_SECRET: SECRET })).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 0,
      databaseUrl: given.DATABASE_URL,
      accessTokenSeconds: 90,
      longLivedTokenSeconds: 172_800,
      landingPage: 'off',
      dataDir: join(process.cwd(), 'somewhere'),
      demoData: false,
    });
  });
});

describe('production', () => {
  const production = { NODE_ENV: 'production', MAIL_FILES: 'on' };

  it('requires JWT_SECRET', () => {
    expect(problems({ ...production, JWT_SECRET: '' })).toEqual([
      'JWT_SECRET must be set in production, to at least 32 bytes',
    ]);
    expect(problems({ ...production, JWT_SECRET: 'short' })).toEqual(['JWT_SECRET must have at least 32 bytes']);
    expect(problems(production)).toEqual([]);
  });

  it('requires a mail server, unless mails may be written to files', () => {
    const refused = [expect.stringMatching(/^SMTP_URL must be set in production: .* MAIL_FILES=on allows$/)];
    expect(problems({ NODE_ENV: 'production' })).toEqual(refused);
    expect(problems({ NODE_ENV: 'production', MAIL_FILES: 'off' })).toEqual(refused);
    expect(problems({ NODE_ENV: 'production', MAIL_FILES: 'on' })).toEqual([]);
    const sent = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://api.bees.example' };
    expect(problems({ NODE_ENV: 'production', ...sent })).toEqual([]);
    expect(problems({})).toEqual([]);
  });

  it('requires the address that the links in mails lead to, if it sends mails', () => {
    const mails = { ...production, SMTP_URL: 'smtp://mail.example' };
    expect(problems(mails)).toEqual([
      'PUBLIC_URL must be set in production with SMTP_URL: the links in mails lead to it',
    ]);
    const links = {
      PASSWORD_RESET_URL: 'https://bees.example/r/{token}',
      EMAIL_VERIFICATION_URL: 'https://bees.example/v/{token}',
      INVITATION_URL: 'https://bees.example/i/{token}',
    };
    expect(problems({ ...mails, PUBLIC_URL: 'https://api.bees.example' })).toEqual([]);
    expect(problems({ ...mails, ...links })).toEqual([]);
    expect(problems({ ...mails, PASSWORD_RESET_URL: links.PASSWORD_RESET_URL })).toHaveLength(1);
    expect(problems({ SMTP_URL: 'smtp://mail.example' })).toEqual([]);
  });

  it('has only a status page and no introspection by default, and never demo data', () => {
    expect(loadConfig({ ...production, JWT_SECRET: SECRET })).toMatchObject({
      production: true,
      demoData: false,
      landingPage: 'status',
      introspection: false,
    });
    expect(problems({ ...production, DEMO_DATA: 'on' })).toEqual([
      expect.stringMatching(/^DEMO_DATA must be off in production/),
    ]);
  });
});

describe('web push', () => {
  it('is off without keys, and otherwise needs all three', () => {
    expect(loadConfig({ JWT_SECRET: SECRET }).push).toBeUndefined();
    const { push } = loadConfig({ JWT_SECRET: SECRET, ...VAPID });
    expect(push).toMatchObject({ publicKey: VAPID.VAPID_PUBLIC_KEY, subject: VAPID.VAPID_SUBJECT });
    expect(push!.services).toContain('fcm.googleapis.com');
    for (const name of Object.keys(VAPID))
      expect(problems({ ...VAPID, [name]: '' })).toEqual([
        'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together: web push needs all three',
      ]);
  });

  it('refuses keys that are none, or no pair, and a subject that is no address', () => {
    const refused = (name: string, value: string, message: RegExp) =>
      expect(problems({ ...VAPID, [name]: value })).toEqual([expect.stringMatching(message)]);
    refused('VAPID_PUBLIC_KEY', 'x'.repeat(86), /^VAPID_PUBLIC_KEY must be 65 bytes in base64url/);
    refused('VAPID_PRIVATE_KEY', `${VAPID.VAPID_PRIVATE_KEY}=`, /^VAPID_PRIVATE_KEY must be 32 bytes in base64url/);
    refused('VAPID_PRIVATE_KEY', Buffer.alloc(32, 1).toString('base64url'), /^VAPID_PRIVATE_KEY must be that of/);
    refused('VAPID_PRIVATE_KEY', Buffer.alloc(32).toString('base64url'), /^VAPID_PRIVATE_KEY must be that of/);
    for (const subject of ['ana@example.org', 'http://example.org', 'mailto:', 'https://'])
      refused('VAPID_SUBJECT', subject, /^VAPID_SUBJECT must be a mailto: or https:\/\/ address$/);
  });

  it('sends nothing over http:// in production', () => {
    const push = { ...VAPID, PUSH_SERVICES: 'push.example.org, *.push.example.net:8443, http://127.0.0.1:8080' };
    expect(problems(push)).toEqual([]);
    expect(problems({ ...push, NODE_ENV: 'production', MAIL_FILES: 'on' })).toEqual([
      'PUSH_SERVICES must not have http:// in production: it is for tests',
    ]);
    const hooks = { WEBHOOK_HOSTS: 'hooks.internal, http://localhost:8080' };
    expect(problems(hooks)).toEqual([]);
    expect(problems({ ...hooks, NODE_ENV: 'production', MAIL_FILES: 'on' })).toEqual([
      'WEBHOOK_HOSTS must not have http:// in production: what is sent could be read and changed on its way',
    ]);
  });
});

it('readings are kept for the days that rules read at least, by hours no shorter, and in no more partitions than ten years have', () => {
  const least = 'READINGS_RETENTION must be at least 10d: rules read the readings of a week';
  const hours = 'HOURLY_READINGS_RETENTION must be at least READINGS_RETENTION, and at most 3650d';
  expect(problems({ READINGS_RETENTION: '10d', HOURLY_READINGS_RETENTION: '240h' })).toEqual([]);
  expect(problems({ READINGS_RETENTION: '3650d', HOURLY_READINGS_RETENTION: '3650d' })).toEqual([]);
  expect(problems({ READINGS_RETENTION: '239h' })).toEqual([least]);
  expect(problems({ READINGS_RETENTION: '800d' })).toEqual([hours]);
  expect(problems({ READINGS_RETENTION: '30d', HOURLY_READINGS_RETENTION: '29d' })).toEqual([hours]);
  expect(problems({ HOURLY_READINGS_RETENTION: '3651d' })).toEqual([hours]);
});

it('refuses demo data with DATABASE_URL', () => {
  expect(problems({ DATABASE_URL: 'postgresql://localhost/hives', DEMO_DATA: 'on' })).toEqual([
    expect.stringMatching(/^DEMO_DATA must be off with DATABASE_URL/),
  ]);
});

describe('a .env file', () => {
  const file = () => join(folder, '.env');

  const write = (lines: string): void => writeFileSync(file(), `# comment\nDATA_DIR=${join(folder, 'data')}\n${lines}`);

  it('is read; the environment takes precedence', () => {
    write('PORT=4100\nLOG_LEVEL="debug"\n');
    expect(readConfig(file())).toMatchObject({ port: 4100, logLevel: 'debug' });
    process.env.PORT = '4200';
    try {
      expect(readConfig(file())).toMatchObject({ port: 4200, logLevel: 'debug' });
    } finally {
      delete process.env.PORT;
    }
  });

  it('may be missing', () => {
    process.env.DATA_DIR = join(folder, 'data');
    try {
      expect(readConfig(file())).toMatchObject({ port: 4000 });
    } finally {
      delete process.env.DATA_DIR;
    }
  });

  it('is refused if it contains an unknown name, together with what else is wrong', () => {
    write('PORT=eighty\nPROT=4200\ntoString=x\nDATABASE_REPLICA_URLS=postgresql://replica/hives\n');
    expect(() => readConfig(file())).toThrow(
      new ConfigError(
        [
          `PROT in ${file()} is not a setting`,
          `toString in ${file()} is not a setting`,
          'PORT must be a whole number from 0 to 65535',
          'DATABASE_REPLICA_URLS requires DATABASE_URL: the embedded database has no replicas',
        ].join('\n'),
      ),
    );
  });
});

describe('the development secret', () => {
  it('is created once, readable only by its owner', () => {
    const dataDir = join(folder, 'data');
    const [first, second] = [loadConfig({ DATA_DIR: dataDir }), loadConfig({ DATA_DIR: dataDir })];
    expect(first.jwtSecrets[0]!.length).toBeGreaterThanOrEqual(32);
    expect(second.jwtSecrets).toEqual(first.jwtSecrets);
    expect(loadConfig({ DATA_DIR: join(folder, 'other') }).jwtSecrets).not.toEqual(first.jwtSecrets);
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['jwt-secret']);
  });

  it('is the same for processes that create it at the same time', async () => {
    const child = fileURLToPath(new URL('./development-secret.child.js', import.meta.url));
    const rounds = 40;
    const startTime = Date.now() + 1500; // When all processes run; a late one only misses some rounds.
    const args = [child, folder, String(rounds), String(startTime), '20'];
    const outputs = await Promise.all(
      Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, args, { encoding: 'utf8' })),
    );
    const [first, ...others] = outputs.map(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(new Set(first).size).toBe(rounds);
    for (const other of others) expect(other).toEqual(first);
    for (let round = 0; round < rounds; round++)
      expect(readdirSync(join(folder, String(round)))).toEqual(['jwt-secret']);
  });
});

it('a truncated secret is refused', () => {
  const dataDir = join(folder, 'data');
  loadConfig({ DATA_DIR: dataDir });
  truncateSync(join(dataDir, 'jwt-secret'), 5);
  expect(problems({ JWT_SECRET: '' })).toEqual([expect.stringMatching(/^DATA_DIR contains .* remove .*jwt-secret/)]);
});

describe('the service itself', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['an invalid value', { PORT: 'eighty', LANDING_PAGE: 'page' }, /PORT must be .*","LANDING_PAGE must be/],
    [
      'no secret and no mail server in production',
      { NODE_ENV: 'production' },
      /JWT_SECRET must be set in production.*","SMTP_URL must be set in production/,
    ],
    ['an impossible folder', { DATA_DIR: '/dev/null/data' }, /DATA_DIR/],
    ['a port that is taken twice', { PORT: '4100', METRICS_PORT: '4100' }, /METRICS_PORT must differ from PORT/],
    ['an unreachable database', { DATABASE_URL: 'postgresql://bee:honey@127.0.0.1:1/hives' }, /DATABASE_URL/],
    ['an address of another host', { HOST: '203.0.113.7' }, /HOST/],
  ])('exits with 1 for %s and names the setting', async (_what, settings, message) => {
    const service = new Service(folder, settings);
    expect(await service.ended()).toBe(1);
    expect(service.output).toMatch(message);
    expect(service.output).not.toMatch(/honey|^ +at /m);
    expect(service.log.map(({ level }) => level)).toEqual([60]);
  });

  it('exits with 1 for an unknown name in .env before it creates anything', async () => {
    writeFileSync(join(folder, '.env'), 'DATABASE_ULR=postgresql://localhost/hives\n');
    const service = new Service(folder, {});
    expect(await service.ended()).toBe(1);
    expect(service.log).toMatchObject([
      { level: 60, msg: 'The settings are invalid', problems: ['DATABASE_ULR in .env is not a setting'] },
    ]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
