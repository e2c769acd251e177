// Secrets in files: NAME_FILE in place of NAME.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ConfigError, loadConfig, readConfig } from '../../src/config.js';
import { VAPID } from '../support/client.js';
import { createFolder, removeFolder, Service } from './service.js';

const SECRET = 'thirty-two bytes, and a few more';

let folder: string;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => removeFolder(folder));

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
const load = (settings: Record<string, string>) => loadConfig({ DATA_DIR: join(folder, 'data'), ...settings });
function problems(settings: Record<string, string>): string[] {
  try {
    load({ NODE_ENV: 'production', MAIL_FILES: 'on', ...settings });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

it('every secret may be in a file, without the line break at its end', () => {
  const replicas = ['postgresql://bee:honey@one/hives', 'postgresql://bee:honey@two/hives'];
  symlinkSync(write('..data', `${SECRET}\r\n`), join(folder, 'jwt'));
  const config = load({
    JWT_SECRET_FILE: join(folder, 'jwt'),
    JWT_SECRET_PREVIOUS_FILE: write('previous', ` ${SECRET} \n\n`),
    DATABASE_URL_FILE: write('database', 'postgresql://bee:honey@db/hives\n'),
    DATABASE_REPLICA_URLS_FILE: write('replicas', replicas.join(',')),
    SMTP_URL_FILE: write('smtp', 'smtps://bee:honey@mail.example\n'),
    SMTP_URL: '',
    ...VAPID,
    VAPID_PRIVATE_KEY: '',
    VAPID_PRIVATE_KEY_FILE: write('vapid', `${VAPID.VAPID_PRIVATE_KEY}\n`),
  });
  expect(config).toMatchObject({
    jwtSecrets: [Buffer.from(SECRET), Buffer.from(` ${SECRET} \n`)],
    databaseUrl: 'postgresql://bee:honey@db/hives',
    replicaUrls: replicas,
    smtpUrl: 'smtps://bee:honey@mail.example',
    push: { privateKey: VAPID.VAPID_PRIVATE_KEY },
  });
});

it('a file that cannot be used is named once, and its content is not', () => {
  const file = (name: string, content: string | Buffer) => ({ JWT_SECRET_FILE: write(name, content) });
  expect(problems({ JWT_SECRET_FILE: join(folder, 'none') })).toEqual([
    expect.stringMatching(/^JWT_SECRET_FILE .*none cannot be read: ENOENT/),
  ]);
  expect(problems({ JWT_SECRET_FILE: folder })).toEqual([
    expect.stringMatching(/^JWT_SECRET_FILE .* it is not a file$/),
  ]);
  expect(problems({ JWT_SECRET_FILE: '/dev/zero' })).toEqual([expect.stringMatching(/it is not a file$/)]);
  expect(problems(file('empty', '\n'))).toEqual([expect.stringMatching(/^JWT_SECRET_FILE .*empty is empty$/)]);
  expect(problems(file('large', 'x'.repeat(65_537)))).toEqual([expect.stringMatching(/it has more than 65536 bytes$/)]);
  expect(problems(file('binary', Buffer.alloc(48, 0xff)))).toEqual([expect.stringMatching(/must be text in UTF-8/)]);
  expect(problems(file('short', 'honey'))).toEqual(['JWT_SECRET must have at least 32 bytes']);
  expect(problems({ ...file('both', SECRET), JWT_SECRET: SECRET })).toEqual([
    'JWT_SECRET_FILE must not be set together with JWT_SECRET',
  ]);
});

it('the two secrets of tokens differ, and the one that signs is set', () => {
  expect(problems({ JWT_SECRET: SECRET, JWT_SECRET_PREVIOUS: SECRET })).toEqual([
    'JWT_SECRET_PREVIOUS must differ from JWT_SECRET',
  ]);
  expect(problems({ JWT_SECRET: SECRET, JWT_SECRET_PREVIOUS: 'short' })).toEqual([
    'JWT_SECRET_PREVIOUS must have at least 32 bytes',
  ]);
  expect(problems({ JWT_SECRET_PREVIOUS: SECRET })).toContain('JWT_SECRET_PREVIOUS requires JWT_SECRET, which signs');
});

it('.env may name files of secrets, and of nothing else', () => {
  const env = write('.env', `DATA_DIR=${join(folder, 'data')}\nJWT_SECRET_FILE=${write('jwt', SECRET)}\n`);
  expect(readConfig(env).jwtSecrets).toEqual([Buffer.from(SECRET)]);
  writeFileSync(env, 'PORT_FILE=/run/port\n');
  expect(() => readConfig(env)).toThrow(new ConfigError(`PORT_FILE in ${env} is not a setting`));
});

it('the service names the setting and does not print the secret', async () => {
  const url = 'postgresql://bee:honey@127.0.0.1:1/hives';
  const service = new Service(folder, { JWT_SECRET_FILE: write('jwt', SECRET), DATABASE_URL_FILE: write('url', url) });
  expect(await service.ended()).toBe(1);
  expect(service.output).toMatch(/DATABASE_URL.*ECONNREFUSED/);
  expect(service.output).not.toMatch(/honey|thirty-two/);
});
