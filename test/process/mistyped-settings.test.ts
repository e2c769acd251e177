// What an operator types wrongly: passwords in addresses that are not encoded, names that are nearly right, and an old version of Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '../../src/config.js';
import { findMisspeltNames } from '../../src/settings/misspelt-names.js';
import { describeOldNode } from '../../src/settings/node-version.js';
import { secretFiles } from '../../src/settings/secret-files.js';
import { settings } from '../../src/settings/settings.js';
import { findFreePort } from './ports.js';
import { createFolder, MODULES, removeFolder, Service } from './service.js';

const SECRET = 'thirty-two bytes, and a few more';
const PRODUCTION = { NODE_ENV: 'production', JWT_SECRET: SECRET, MAIL_FILES: 'on' };
const KNOWN = new Set([...Object.keys(settings.shape), ...secretFiles]);

let folder: string;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => removeFolder(folder));

describe('a password in an address', () => {
  const load = (settings: Record<string, string>) =>
    loadConfig({
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: SECRET,
      DATABASE_URL: 'postgresql://db/hives',
      ...settings,
    });
  function refusal(settings: Record<string, string>): string {
    try {
      load(settings);
      return '';
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.message;
    }
  }

  // As `openssl rand -base64` makes them, and others; digits before the character look like a port.
  it.each([
    ...['ho/ney', '12/honey', 'ho#ney', '12#honey', 'ho?ney', '12?honey', 'honey%zz', 'honey%'],
    ...['p@ho/ney', 'p@ho#ney', 'p@ho?ney'],
  ])('%s is refused, and not printed', (password) => {
    const addresses = {
      DATABASE_URL: `postgresql://bee:${password}@db.example/hives`,
      DATABASE_REPLICA_URLS: `postgresql://one/hives,postgresql://bee:${password}@two/hives`,
      SMTP_URL: `smtp://bee:${password}@mail.example:587`,
    };
    for (const [name, address] of Object.entries(addresses)) {
      const message = refusal({ [name]: address });
      expect(message).toMatch(
        new RegExp(`^${name} cannot be read as an address: .* must be percent-encoded, such as %2F for /`),
      );
      expect(message).not.toMatch(/honey|ho.ney|bee/);
    }
  });

  it('is valid when it is encoded', () => {
    const password = encodeURIComponent('/?#@:% honey,');
    const url = `postgresql://bee:${password}@db.example/hives`;
    const SMTP_URL = `smtp://bee:${password}@mail.example:587`;
    expect(load({ DATABASE_URL: url, DATABASE_REPLICA_URLS: `${url},${url}`, SMTP_URL })).toMatchObject({
      databaseUrl: url,
      replicaUrls: [url, url],
      smtpUrl: SMTP_URL,
    });
  });

  it('in a file ends the start of the service with the name of the setting', async () => {
    const file = join(folder, 'database-url');
    writeFileSync(file, 'postgresql://bee:ho/ney@127.0.0.1:1/hives\n');
    const service = new Service(folder, { DATABASE_URL_FILE: file });
    expect(await service.ended()).toBe(1);
    expect(service.log[0]!.problems).toEqual([expect.stringMatching(/^DATABASE_URL cannot be read .*percent-encoded/)]);
    expect(service.output).not.toContain('ney@');
  });
});

describe('a name in the environment', () => {
  const find = (...names: string[]): string[] => findMisspeltNames(names, {}, KNOWN);

  it.each([
    ['RATE_LIMT_LOGINS', 'RATE_LIMIT_LOGINS'],
    ['JWT_SECRETS', 'JWT_SECRET'],
    ['JWT_SECRET_FLIE', 'JWT_SECRET_FILE'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_REPLICAS_URL', 'DATABASE_REPLICA_URLS'],
    ['SMTP_URI', 'SMTP_URL'],
    ['trust_proxy', 'TRUST_PROXY'],
    ['WEB_CONCURENCY', 'WEB_CONCURRENCY'],
  ])('%s is reported: is %s meant?', (name, meant) => {
    expect(find(name)).toEqual([`${name} in the environment is not a setting: is ${meant} meant?`]);
  });

  it('of another program is not reported, nor one of ours', () => {
    const others =
      `PATH HOME HOSTNAME PWD SHLVL TERM LANG LC_ALL TZ USER LOGNAME SHELL EDITOR PAGER DISPLAY MAIL POST HOSTS PORTS
      NODE_ENVS NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_VERSION YARN_VERSION npm_config_port npm_lifecycle_event npm_package_version
      npm_config_data_dir PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE POSTGRES_DB POSTGRES_USER POSTGRES_PASSWORD DATABASE_USER DATABASE_HOST
      DATABASE_PORT DATABASE_SSL DATABASE_NAME DATABASE_PASSWORD DB_HOST DB_PORT DB_NAME DB_USER REDIS_URL REDIS_PORT AMQP_URL MONGO_URL
      SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS SMTP_PASSWORD SMTP_TLS MAIL_HOST MAIL_PORT MAIL_USER LOG_FORMAT LOG_FILE DEBUG CI
      OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_METRICS_HEADERS OTEL_TRACES_SAMPLER
      OTEL_TRACES_EXPORTER OTEL_METRICS_EXPORTER OTEL_RESOURCE_ATTRIBUTES OTEL_SDK_DISABLED OTEL_PROPAGATORS METRICS_PATH
      KUBERNETES_SERVICE_HOST KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR BEEKEEPING_SERVICE_HOST BEEKEEPING_PORT INVOCATION_ID
      JOURNAL_STREAM CREDENTIALS_DIRECTORY STATE_DIRECTORY MALLOC_ARENA_MAX SSL_CERT_FILE SSL_CERT_DIR HTTP_PROXY HTTPS_PROXY NO_PROXY
      JWT_KEY JWT_ISSUER PUBLIC_IP PUBLIC_DIR WEB_PORT WEB_HOST BEEKEEPING_IMAGE`.split(/\s+/);
    expect(find(...others, ...KNOWN)).toEqual([]);
    // The setting is set: the other name is probably that of another program.
    expect(findMisspeltNames(['DATABASE_URI'], { DATABASE_URL: 'postgresql://db/hives' }, KNOWN)).toEqual([]);
  });

  it('is a warning of the service, without its value, and is named beside what is missing', async () => {
    const service = new Service(folder, {
      RATE_LIMT_LOGINS: '7/1m',
      LOG_LEVEL: 'warn',
      PORT: String(await findFreePort()),
    });
    try {
      await service.ready();
    } finally {
      await service.stop();
    }
    const [warning] = service.log;
    expect(warning).toMatchObject({
      level: 40,
      msg: 'RATE_LIMT_LOGINS in the environment is not a setting: is RATE_LIMIT_LOGINS meant?',
    });
    const refused = new Service(folder, { ...PRODUCTION, JWT_SECRET: '', JWT_SECRETS: 'honey' });
    expect(await refused.ended()).toBe(1);
    expect(refused.log[0]!.problems).toEqual([
      'JWT_SECRET must be set in production, to at least 32 bytes',
      'JWT_SECRETS in the environment is not a setting: is JWT_SECRET meant?',
    ]);
    expect(refused.output).not.toContain('honey');
  });
});

describe('an old version of Node', () => {
  const candidates = ['/usr/bin/node', '/usr/local/bin/node'];
  const old = candidates.find((node) => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    return stdout && describeOldNode(stdout.trim()) !== undefined;
  });
  if (!old)
    process.stderr.write('No Node older than 22.17 is installed: the test that starts the service on it is SKIPPED\n');

  it('is the one that engines in package.json excludes', () => {
    const { engines } = JSON.parse(execFileSync('cat', ['package.json'], { encoding: 'utf8' }));
    const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node)!.map(Number) as [number, number, number];
    for (const version of [`v${major}.${minor}.0`, `v${major + 1}.0.0`])
      expect(describeOldNode(version)).toBeUndefined();
    for (const version of [`v${major}.${minor - 1}.9`, `v${major - 1}.${minor + 9}.0`])
      expect(describeOldNode(version)).toBe(
        `Node ${major}.${minor} or later is required, better 24: this is ${version} (${process.execPath})`,
      );
    expect(describeOldNode()).toBeUndefined();
  });

  (old ? it : it.skip)('is refused in production, and a warning elsewhere', async () => {
    const message = expect.stringMatching(/^Node 22.17 or later is required, better 24: this is v\d+\.\S+ \(.*node\)$/);
    const refused = new Service(folder, PRODUCTION, [MODULES], old);
    expect(await refused.ended()).toBe(1);
    expect(refused.log).toMatchObject([{ level: 60, problems: [message] }]);
    const service = new Service(folder, {}, [MODULES], old);
    try {
      await service.ready();
    } finally {
      await service.stop();
    }
    expect(service.log[0]).toMatchObject({ level: 40, msg: message });
    for (const command of ['admin', 'migrate']) {
      const file = MODULES.replace('main.js', `cli/${command}.js`);
      const args = [file, ...(command === 'admin' ? ['usage'] : ['status'])];
      const { status, stderr } = spawnSync(old!, args, { cwd: folder, env: PRODUCTION, encoding: 'utf8' });
      expect({ status, stderr: stderr.trim() }).toEqual({ status: 1, stderr: message });
    }
  });
});
