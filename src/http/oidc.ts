// Log-in with OpenID Connect (ADR 0053): plain routes, because a browser follows them. A client opens `start`, the provider sends the browser back
// to `callback`, and from there it goes on to the client with a code, which the client exchanges over one of the APIs.
import { randomBytes } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Config, OidcSettings, ProviderSettings } from '../config.js';
import type { Context } from '../context.js';
import { requireTimeZone } from '../database/time-zones.js';
import { AppError } from '../errors.js';
import type { IdentityClaims } from '../features/identities/identity-claims.rules.js';
import {
  beginLogIn,
  endLogIn,
  issueCode,
  LOG_IN_SECONDS,
  type ReturnedLogIn,
  returnLogIn,
} from '../features/identities/pending-log-ins.commands.js';
import { findProvider } from '../features/identities/provider-settings.queries.js';
import { ProviderError, type ProviderFault, Providers } from '../features/identities/providers.queries.js';
import { methodNotAllowed } from '../rest/router.js';
import { statusOf } from '../shared/error-codes.js';
import { createPageHeaders, readVisitor } from '../site/layout.js';
import { renderChoice, renderProblem, renderRefusal } from '../site/oidc.js';
import { readClientRequest } from './oidc-request.js';

export const OIDC_BASE = '/auth/oidc';
/** A slow provider keeps log-ins waiting, and nothing else: they have a share of their own. */
const RETRY_AFTER_S = 5;
/** RFC 6749, 4.1.2.1: what a client is told. */
const ERRORS: Record<ProviderFault, string> = {
  DENIED: 'access_denied',
  UNAVAILABLE: 'temporarily_unavailable',
  INVALID: 'server_error',
};

export function createOidcRouter(
  config: Pick<Config, 'publicUrl' | 'landingPage'>,
  oidc: OidcSettings,
  contextOf: (request: Request) => Context,
): Router {
  const router = Router();
  const home = config.landingPage === 'off' ? undefined : '/';
  const providers = new Providers(oidc);
  const cookie = createCookie(config.publicUrl?.startsWith('https:') ?? false);
  const visitorOf = (request: Request) => readVisitor(request, home);
  const problem = (request: Request, response: Response, kind: 'invalid' | 'expired' | 'down'): void => {
    if (kind === 'down') response.set('Retry-After', String(RETRY_AFTER_S));
    response.status(kind === 'down' ? statusOf('UNAVAILABLE') : statusOf('BAD_USER_INPUT')).type('html');
    response.send(renderProblem(visitorOf(request), kind));
  };
  const logFault = ({ requestLog: { log } }: Context, provider: string, { fault, detail }: ProviderError): void =>
    log.warn({ provider, fault, detail }, 'a log-in with OpenID Connect failed');

  const choose: RequestHandler = (request, response) => {
    contextOf(request).requestLog.route = OIDC_BASE;
    const client = readClientRequest(request.query, oidc);
    if (!client) return problem(request, response, 'invalid');
    const query = new URLSearchParams({
      redirect_uri: client.redirectUri,
      state: client.state,
      code_challenge: client.codeChallenge,
      code_challenge_method: 'S256',
    }).toString();
    const links = oidc.providers.map(({ name, title }) => ({ title, href: `${OIDC_BASE}/${name}/start?${query}` }));
    response.type('html').send(renderChoice(visitorOf(request), links, query));
  };

  const start = async (context: Context, provider: ProviderSettings, request: Request, response: Response) => {
    await context.rateLimiter.count('logIns', context.client.address);
    const client = readClientRequest(request.query, oidc);
    if (!client) return problem(request, response, 'invalid');
    // Log-ins in two tabs of a browser share the cookie.
    const browser = cookie.read(request) ?? randomBytes(32).toString('base64url');
    const secrets = await beginLogIn(context, provider.name, client, browser);
    const redirectUri = context.links.oidc(provider.name, 'callback');
    try {
      const url = await context.withShare('providers', () =>
        providers.authorize(provider, redirectUri, secrets, visitorOf(request).language),
      );
      cookie.set(response, browser);
      response.redirect(303, url.href);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      logFault(context, provider.name, error);
      problem(request, response, 'down');
    }
  };

  const callback = async (context: Context, provider: ProviderSettings, request: Request, response: Response) => {
    const { state } = request.query;
    const logIn = await returnLogIn(context, provider.name, state, cookie.read(request));
    if (!logIn) return problem(request, response, 'expired');
    const answer = new URL(context.links.oidc(provider.name, 'callback'));
    answer.search = new URL(request.originalUrl, answer).search;
    try {
      const claims = await context.withShare('providers', () => providers.identify(provider, answer, logIn.secrets));
      const code = await issueCode(context, logIn.id, await withKnownZone(context, claims));
      returnToClient(response, logIn, { code });
    } catch (error) {
      await endLogIn(context, logIn.id);
      if (!(error instanceof ProviderError)) throw error;
      logFault(context, provider.name, error);
      returnToClient(response, logIn, { error: ERRORS[error.fault] });
    }
  };

  const forProvider =
    (step: 'start' | 'callback', handle: typeof start): RequestHandler =>
    async (request, response, next) => {
      const provider = findProvider(oidc, String(request.params.provider));
      if (!provider) return next('route');
      const context = contextOf(request);
      context.requestLog.route = `${OIDC_BASE}/:provider/${step}`;
      try {
        await handle(context, provider, request, response);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const visitor = visitorOf(request);
        const { message, code, retryAfter } = error.present(visitor.language);
        if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
        response.status(statusOf(code)).type('html').send(renderRefusal(visitor, message));
      }
    };

  const headers = createPageHeaders();
  const refuse = methodNotAllowed(['GET']);
  router.route(OIDC_BASE).get(headers, choose).all(refuse);
  router.route(`${OIDC_BASE}/:provider/start`).get(headers, forProvider('start', start)).all(refuse);
  router.route(`${OIDC_BASE}/:provider/callback`).get(headers, forProvider('callback', callback)).all(refuse);
  return router;
}

/** The address was compared with the settings when the log-in began. */
function returnToClient(
  response: Response,
  { redirectUri, state }: Pick<ReturnedLogIn, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): void {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, state })) url.searchParams.set(name, value);
  response.redirect(303, url.href);
}

/** PostgreSQL has time zones of its own. */
async function withKnownZone({ pool }: Context, claims: IdentityClaims): Promise<IdentityClaims> {
  const { timeZone, ...others } = claims;
  if (timeZone === undefined) return claims;
  const isKnown = await requireTimeZone({ pool }, timeZone, 'zoneinfo').then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return false;
    },
  );
  return isKnown ? claims : others;
}

/**
 * The cookie that binds a log-in to its browser. `__Host-`: no other host of the domain can set it. `Lax`: it comes with the redirection from the
 * provider, and not with requests from other sites. Over http, in development, browsers take neither the prefix nor `Secure`.
 */
function createCookie(isSecure: boolean) {
  const name = isSecure ? '__Host-oidc' : 'oidc';
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`);
  return {
    read: ({ headers }: Request): string | undefined => pattern.exec(headers.cookie ?? '')?.[1],
    set: (response: Response, value: string): void =>
      void response.cookie(name, value, {
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        path: '/',
        maxAge: LOG_IN_SECONDS * 1000,
      }),
  };
}
