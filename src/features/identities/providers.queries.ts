// Speaks OpenID Connect with the providers of the settings, through openid-client. Only what a configured issuer names is ever fetched.
import { setTimeout as wait } from 'node:timers/promises';
import type * as openid from 'openid-client';
import type { OidcSettings, ProviderSettings } from '../../config.js';
import type { Language } from '../../shared/language.js';
import { type IdentityClaims, readClaims } from './identity-claims.rules.js';
import type { LogInSecrets } from './pending-log-ins.commands.js';

/** For each request, and for all of a log-in together. */
const TIMEOUT_S = 10;
/** Discovery documents have about 5 kB, ID tokens and sets of keys a few more. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** A provider's keys are fetched again when it signs with another one; the rest changes rarely. */
const DISCOVERY_MS = 3_600_000;
/** A provider that is down is not asked by each who wants to log in. */
const FAILURE_MS = 5000;

export type ProviderFault =
  /** It does not answer, or not as OpenID Connect has it. */
  | 'UNAVAILABLE'
  /** The person, or a rule of the provider, has refused the log-in. */
  | 'DENIED'
  /** Its answer is not one to this log-in. */
  | 'INVALID';

export class ProviderError extends Error {
  /** @param detail a name for the log: never a text of the provider */
  constructor(
    readonly fault: ProviderFault,
    readonly detail: string,
  ) {
    super(`${fault} ${detail}`);
  }
}

interface Discovered {
  until: number;
  client: Promise<openid.Configuration>;
}

/** Loaded when somebody logs in for the first time. */
const load = (): Promise<typeof openid> => import('openid-client');

export class Providers {
  private readonly discovered = new Map<string, Discovered>();

  constructor(private readonly settings: Pick<OidcSettings, 'allowHttp'>) {}

  /** @returns the address of the provider's own log-in page @throws ProviderError */
  async authorize(
    provider: ProviderSettings,
    redirectUri: string,
    { state, nonce, codeVerifier }: LogInSecrets,
    language: Language,
  ): Promise<URL> {
    return limitTime(async () => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load();
      const url = buildAuthorizationUrl(await this.discover(provider), {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: language,
      });
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && this.settings.allowHttp))
        throw new ProviderError('UNAVAILABLE', 'authorization_endpoint');
      return url;
    });
  }

  /** @param answer the address of the callback with the parameters of the provider @throws ProviderError */
  async identify(provider: ProviderSettings, answer: URL, secrets: LogInSecrets): Promise<IdentityClaims> {
    return limitTime(async () => {
      const { authorizationCodeGrant, fetchUserInfo } = await load();
      const client = await this.discover(provider);
      const tokens = await authorizationCodeGrant(client, answer, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.codeVerifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims()!;
      // Many providers say there, and not in the ID token, who it is.
      const isComplete = 'email' in idToken || client.serverMetadata().userinfo_endpoint === undefined;
      const further = isComplete ? {} : await fetchUserInfo(client, tokens.access_token, idToken.sub);
      const claims = readClaims(idToken.iss, { ...further, ...idToken });
      if (!claims) throw new ProviderError('INVALID', 'sub');
      return claims;
    });
  }

  private async discover(provider: ProviderSettings): Promise<openid.Configuration> {
    const known = this.discovered.get(provider.name);
    if (known && known.until > performance.now()) return known.client;
    const entry: Discovered = { until: Number.POSITIVE_INFINITY, client: this.fetchMetadata(provider) };
    this.discovered.set(provider.name, entry);
    try {
      const client = await entry.client;
      entry.until = performance.now() + DISCOVERY_MS;
      return client;
    } catch (error) {
      entry.until = performance.now() + FAILURE_MS;
      throw error;
    }
  }

  private async fetchMetadata({ issuer, clientId, clientSecret }: ProviderSettings): Promise<openid.Configuration> {
    const client = await load();
    const secretBasic = client.ClientSecretBasic(clientSecret);
    const secretPost = client.ClientSecretPost(clientSecret);
    /** OpenID Connect Discovery 1.0, section 3: a provider that names no method knows `client_secret_basic`. */
    const authenticate: openid.ClientAuth = (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes('client_secret_basic')
        ? secretBasic(server, ...rest)
        : secretPost(server, ...rest);
    const configuration = await client
      .discovery(new URL(issuer), clientId, {}, clientSecret === undefined ? client.None() : authenticate, {
        timeout: TIMEOUT_S,
        [client.customFetch]: fetchBounded,
        // The signature of an ID token is checked although it comes from the provider directly.
        execute: [
          client.enableNonRepudiationChecks,
          ...(this.settings.allowHttp ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        throw new ProviderError('UNAVAILABLE', `discovery ${toProviderError(error).detail}`);
      });
    if (configuration.serverMetadata().issuer !== issuer) throw new ProviderError('UNAVAILABLE', 'issuer differs');
    return configuration;
  }
}

/** Redirections are not followed: the library asks for that. */
async function fetchBounded(url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const { status, headers, body } = await fetch(url, options as RequestInit);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    // Leaving the loop closes the connection.
    if (bytes > MAX_ANSWER_BYTES) throw new ProviderError('UNAVAILABLE', 'answer too large');
    pieces.push(piece);
  }
  return new Response(bytes > 0 ? Buffer.concat(pieces) : null, { status, headers });
}

async function limitTime<T>(work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = async (): Promise<never> => {
    await wait(TIMEOUT_S * 1000, undefined, { signal: ended.signal, ref: false });
    throw new ProviderError('UNAVAILABLE', 'timeout');
  };
  try {
    const waiting = late();
    waiting.catch(() => {});
    return await Promise.race([work(), waiting]);
  } catch (error) {
    throw toProviderError(error);
  } finally {
    ended.abort();
  }
}

function toProviderError(error: unknown): ProviderError {
  // The library wraps what `fetchBounded` throws.
  const { cause } = error as Error;
  const own = [error, cause].find((one) => one instanceof ProviderError);
  return own ?? new ProviderError(faultOf(error), detailOf(error));
}

interface ClientFailure {
  name?: string;
  code?: string;
  /** The code of RFC 6749: a text of the provider. */
  error?: string;
}
/** Errors of OAuth that say that somebody did not want to log in. */
const DENIED = new Set(['access_denied', 'interaction_required', 'login_required', 'consent_required']);
const UNAVAILABLE = new Set(['server_error', 'temporarily_unavailable', 'invalid_client', 'unauthorized_client']);
/** Codes of the library. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);
const KNOWN_ERRORS = new Set([
  ...DENIED,
  ...UNAVAILABLE,
  ...['invalid_grant', 'invalid_request', 'invalid_scope', 'unsupported_response_type', 'unsupported_grant_type'],
]);

function faultOf(failure: unknown): ProviderFault {
  const { name, code, error } = failure as ClientFailure;
  if (error !== undefined) return DENIED.has(error) ? 'DENIED' : UNAVAILABLE.has(error) ? 'UNAVAILABLE' : 'INVALID';
  return name === 'TypeError' || NO_ANSWER.has(code ?? '') ? 'UNAVAILABLE' : 'INVALID';
}

/** Without messages and causes: they contain what the provider sent, tokens too. */
function detailOf(failure: unknown): string {
  const { name = 'Error', code, error } = failure as ClientFailure;
  return (error !== undefined && KNOWN_ERRORS.has(error) ? error : code) ?? name;
}
