// What the tests of log-in with OpenID Connect share: the service, a real provider, two that misbehave, and a client.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Client, type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdProvider,
  Surfer,
  startOpenIdProvider,
} from '../../support/openid-provider.js';
import { FalseProvider } from './false-provider.js';
import { PHONE, Pkce, startUrlOf, WEB } from './oidc-client.js';

export { PHONE, Pkce, resultOf, WEB } from './oidc-client.js';

export let app: TestApp;
export let club: OpenIdProvider;
export let evil: FalseProvider;
export let other: FalseProvider;
beforeAll(async () => {
  [club, evil, other] = await Promise.all([
    startOpenIdProvider(),
    FalseProvider.start('client-of-evil'),
    FalseProvider.start('client-of-other'),
  ]);
  app = await startTestApp(settings());
  club.serve(`${app.url}/auth/oidc/club/callback`);
});
beforeEach(() => {
  evil.reset();
  other.reset();
});
afterAll(async () => {
  await app.close();
  await Promise.all([club, evil, other].map((provider) => provider.close()));
});

export const settings = (): Record<string, string> => ({
  OIDC_PROVIDERS: 'club,evil,other',
  OIDC_ALLOW_HTTP: 'on',
  OIDC_REDIRECT_URIS: `${WEB},${PHONE}`,
  OIDC_CLUB_ISSUER: club.url,
  OIDC_CLUB_CLIENT_ID: CLIENT_ID,
  OIDC_CLUB_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_CLUB_TITLE: 'The Bee Club',
  OIDC_EVIL_ISSUER: evil.url,
  OIDC_EVIL_CLIENT_ID: evil.clientId,
  OIDC_EVIL_CLIENT_SECRET: CLIENT_SECRET,
  OIDC_OTHER_ISSUER: other.url,
  OIDC_OTHER_CLIENT_ID: other.clientId,
});

export const startUrl = (provider: string, query: Record<string, string>): string =>
  startUrlOf(app.url, provider, query);

/** A code for somebody who logs in at the club. */
export async function codeOf(
  login: string,
  surfer = new Surfer(),
): Promise<{ authorizationCode: string; codeVerifier: string }> {
  const pkce = new Pkce();
  const called = await surfer.logIn(startUrl('club', pkce.query()), login);
  const code = called.searchParams.get('code');
  if (code === null) throw new Error(`called back with ${called.search}`);
  return { authorizationCode: code, codeVerifier: pkce.verifier };
}

const LOG_IN = `mutation ($input: LogInWithIdentityInput!) { logInWithIdentity(input: $input) {
  accessToken refreshToken user { id email username isVerified language timeZone } } }`;
export const redeem = (
  input: object,
  who: Client = english(),
): Promise<GraphqlAnswer<{ logInWithIdentity: Session }>> => who.graphql(LOG_IN, { input });
const english = (): Client => new Client(app.url);
export interface Session {
  accessToken: string;
  refreshToken: string;
  user: { id: string; email: string; username: string; isVerified: boolean; language: string; timeZone: string };
}

/** Somebody new at the club. @returns the name with which they log in there */
export function person(claims: object = {}): string {
  const login = `bee-${randomUUID()}`;
  club.people.set(login, { email: `${login}@example.org`, email_verified: true, name: 'Ana Abeja', ...claims });
  return login;
}

export async function logInAs(login: string): Promise<{ session: Session; client: Client }> {
  const { data, errors } = await redeem(await codeOf(login));
  if (errors) throw new Error(JSON.stringify(errors));
  return { session: data.logInWithIdentity, client: new Client(app.url, data.logInWithIdentity.accessToken) };
}

export const reasonOf = ({ errors }: Pick<GraphqlAnswer<unknown>, 'errors'>): string | undefined =>
  errors?.[0] && `${errors[0].extensions.code} ${errors[0].extensions.reason}`;

/** A log-in at a misbehaving provider that the browser has begun. */
export interface Begun {
  pkce: Pkce;
  state: string;
  nonce: string;
  authorize: URL;
  surfer: Surfer;
}
export async function begin(provider: 'evil' | 'other', surfer = new Surfer(), redirectUri = WEB): Promise<Begun> {
  const pkce = new Pkce();
  const response = await surfer.get(startUrl(provider, pkce.query(redirectUri)));
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
  const authorize = new URL(response.headers.get('location')!);
  const { state, nonce } = Object.fromEntries(authorize.searchParams) as { state: string; nonce: string };
  return { pkce, state, nonce, authorize, surfer };
}

/** The provider sends the browser back; its code is the nonce for which it issues an ID token. */
export const comeBack = (
  provider: 'evil' | 'other',
  { surfer, state, nonce }: Pick<Begun, 'surfer' | 'state' | 'nonce'>,
  query: Record<string, string> = {},
): Promise<Response> =>
  surfer.get(`${app.url}/auth/oidc/${provider}/callback?${new URLSearchParams({ code: nonce, state, ...query })}`);
