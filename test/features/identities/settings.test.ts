// The settings of OpenID providers: every problem is named, and a secret may be in a file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ConfigError, loadConfig, readConfig } from '../../../src/config.js';
import { createFolder, removeFolder } from '../../process/service.js';
import { JWT_SECRET } from '../../support/client.js';

let folder: string;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => removeFolder(folder));

const CLUB = {
  OIDC_PROVIDERS: 'bee-club',
  OIDC_REDIRECT_URIS: 'https://app.example.org/callback',
  OIDC_BEE_CLUB_ISSUER: 'https://id.example.org',
  OIDC_BEE_CLUB_CLIENT_ID: 'bees',
};
const load = (settings: Record<string, string>) => loadConfig({ DATA_DIR: folder, JWT_SECRET, ...settings });
function problemsOf(settings: Record<string, string>): string[] {
  try {
    load(settings);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

it('are read, with the secret in a file', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'honey\n');
  expect(load({ ...CLUB, OIDC_BEE_CLUB_CLIENT_SECRET_FILE: file }).oidc).toEqual({
    providers: [
      {
        ...{ name: 'bee-club', title: 'bee-club', issuer: 'https://id.example.org' },
        ...{ clientId: 'bees', clientSecret: 'honey', scopes: 'openid email profile' },
      },
    ],
    redirectUris: ['https://app.example.org/callback'],
    allowHttp: false,
  });
  expect(load({}).oidc).toBeUndefined();
});

it.each<[Record<string, string>, string]>([
  [{ OIDC_PROVIDERS: 'Club' }, 'OIDC_PROVIDERS must be at most 10 different names'],
  [{ OIDC_PROVIDERS: 'bee-club,bee-club' }, 'OIDC_PROVIDERS must be at most 10 different names'],
  [{ OIDC_BEE_CLUB_ISSUER: '' }, 'OIDC_BEE_CLUB_ISSUER must be set'],
  [{ OIDC_BEE_CLUB_ISSUER: 'http://id.example.org' }, 'OIDC_BEE_CLUB_ISSUER must be an https:// address'],
  [{ OIDC_BEE_CLUB_ISSUER: 'https://id.example.org?x' }, 'OIDC_BEE_CLUB_ISSUER must be the https:// address'],
  [{ OIDC_BEE_CLUB_CLIENT_ID: '' }, 'OIDC_BEE_CLUB_CLIENT_ID must be set'],
  [{ OIDC_BEE_CLUB_SCOPES: 'email' }, 'OIDC_BEE_CLUB_SCOPES must contain openid'],
  [{ OIDC_BEE_CLUB_TITLE: '<b>' }, 'OIDC_BEE_CLUB_TITLE must have 1 to 50 characters'],
  [{ OIDC_BEE_CLUB_CLIENT_SECRET_FILE: '/nowhere' }, 'OIDC_BEE_CLUB_CLIENT_SECRET_FILE /nowhere cannot be read'],
  [{ OIDC_REDIRECT_URIS: '' }, 'OIDC_REDIRECT_URIS must be set with OIDC_PROVIDERS'],
  ...['http://app.example.org/', 'javascript:alert(1)', 'data:text/html,x', 'https://a.org/#x', 'https://u@a.org/'].map(
    (uri): [Record<string, string>, string] => [{ OIDC_REDIRECT_URIS: uri }, 'OIDC_REDIRECT_URIS must be at most 50'],
  ),
  [{ NODE_ENV: 'production', MAIL_FILES: 'on' }, 'PUBLIC_URL must be an https:// address in production'],
  [{ NODE_ENV: 'production', OIDC_ALLOW_HTTP: 'on' }, 'OIDC_ALLOW_HTTP must be off in production'],
])('%j is a problem', (settings, problem) => {
  expect(problemsOf({ ...CLUB, ...settings })).toContainEqual(expect.stringContaining(problem));
});

it('two providers with one issuer are a problem, because an identity belongs to one', () => {
  const twin = { OIDC_TWIN_ISSUER: CLUB.OIDC_BEE_CLUB_ISSUER, OIDC_TWIN_CLIENT_ID: 'x' };
  expect(problemsOf({ ...CLUB, OIDC_PROVIDERS: 'bee-club,twin', ...twin })).toEqual([
    'OIDC_PROVIDERS must name providers with different issuers: two have the same',
  ]);
});

it('of a provider that is not named are no settings in .env', () => {
  const file = join(folder, '.env');
  const lines = Object.entries({ DATA_DIR: folder, JWT_SECRET, ...CLUB }).map(([name, value]) => `${name}="${value}"`);
  writeFileSync(file, [...lines, 'OIDC_OTHER_ISSUER="https://id.example.org"'].join('\n'));
  expect(() => readConfig(file)).toThrow('OIDC_OTHER_ISSUER in');
  writeFileSync(file, lines.join('\n'));
  expect(readConfig(file).oidc?.providers).toMatchObject([{ name: 'bee-club' }]);
});
