// The settings of OpenID providers. Their names contain the name of the provider: OIDC_<NAME>_ISSUER.
import * as z from 'zod';
import { fileOf } from './secret-files.js';

export interface ProviderSettings {
  /** In lower case, as addresses have it. */
  name: string;
  /** What people call it. */
  title: string;
  /** Exactly as its ID tokens have it. */
  issuer: string;
  clientId: string;
  /** If undefined, the client is a public one: PKCE alone protects its codes. */
  clientSecret: string | undefined;
  /** Separated by spaces. */
  scopes: string;
}

export interface OidcSettings {
  providers: readonly ProviderSettings[];
  /** Where clients may have their codes sent: compared character by character. */
  redirectUris: readonly string[];
  /** Whether providers may be at http:// addresses. */
  allowHttp: boolean;
}

const MAX_PROVIDERS = 10;
const MAX_REDIRECT_URIS = 50;
const SPLIT = /[\s,]+/;

/** Parses names that are separated by commas. */
export const providerNames = z
  .string()
  .transform((names) => names.trim().split(SPLIT))
  .refine(
    (names) =>
      names.length <= MAX_PROVIDERS &&
      new Set(names).size === names.length &&
      names.every((name) => /^[a-z](?:-?[a-z\d]){0,29}$/.test(name)),
    `must be at most ${MAX_PROVIDERS} different names in lower-case letters, digits and -, separated by commas, such as google,club`,
  );

/** Parses addresses that are separated by commas. One of an app has a scheme of its own, with a dot (RFC 8252). */
export const redirectUris = z
  .string()
  .transform((uris) => uris.trim().split(SPLIT))
  .refine(
    (uris) => uris.length <= MAX_REDIRECT_URIS && uris.every(isRedirectUri),
    `must be at most ${MAX_REDIRECT_URIS} addresses without a fragment, separated by commas: https://, http:// of this machine, or a scheme of an app with a dot, such as org.example.app:/callback`,
  );

function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || !/^[\x21-\x7e]{1,500}$/.test(uri) || uri.includes('#')) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return false;
  if (protocol === 'http:') return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  // Not `javascript:`, `data:` and the like, which a browser would execute.
  return protocol === 'https:' || /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(protocol);
}

const isIssuer = (url: string): boolean => URL.canParse(url) && /^https?:\/\/[^\s?#@]{1,255}$/.test(url);

const provider = z.object({
  ISSUER: z.string('must be set').refine(isIssuer, 'must be the https:// address of the provider, without a query'),
  CLIENT_ID: z.string('must be set').max(255, 'must have at most 255 characters'),
  CLIENT_SECRET: z.string().optional(),
  SCOPES: z
    .string()
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must be scopes that are separated by spaces')
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must contain openid')
    .default('openid email profile'),
  TITLE: z
    .string()
    .regex(/^[^<>&\p{C}\p{Zl}\p{Zp}]{1,50}$/u, 'must have 1 to 50 characters, without < > and &')
    .optional(),
});
/** What follows `OIDC_<NAME>_`. */
export const PROVIDER_SETTINGS = Object.keys(provider.shape) as (keyof typeof provider.shape)[];

const prefixOf = (name: string): string => `OIDC_${name.toUpperCase().replaceAll('-', '_')}_`;

type Environment = Record<string, string | undefined>;

/** The providers that are named, whatever else is wrong with them. */
const namesIn = ({ OIDC_PROVIDERS: names }: Environment): string[] =>
  names ? (providerNames.safeParse(names).data ?? []) : [];

/** The names of the settings of the providers, those of files too. */
export const oidcNames = (env: Environment): string[] => [
  ...namesIn(env).flatMap((name) => PROVIDER_SETTINGS.map((setting) => prefixOf(name) + setting)),
  ...oidcSecrets(env).map(fileOf),
];

/** Those of them that are secret. */
export const oidcSecrets = (env: Environment): string[] => namesIn(env).map((name) => `${prefixOf(name)}CLIENT_SECRET`);

/**
 * @param unreadable settings whose values could not be read, which has been reported
 * @returns the providers that are valid, and a message for each problem
 */
export function parseProviders(
  env: Environment,
  allowHttp: boolean,
  unreadable: Iterable<string> = [],
): { providers: ProviderSettings[]; problems: string[] } {
  const known = new Set(unreadable);
  const problems: string[] = [];
  const providers = namesIn(env).flatMap((name): ProviderSettings[] => {
    const prefix = prefixOf(name);
    const given = Object.fromEntries(PROVIDER_SETTINGS.map((key) => [key, env[prefix + key] || undefined]));
    const { data, error } = provider.safeParse(given);
    for (const { path, message } of error?.issues ?? [])
      if (!known.has(prefix + String(path[0]))) problems.push(`${prefix}${path.join('.')} ${message}`);
    if (!data) return [];
    if (data.ISSUER.startsWith('http:') && !allowHttp)
      problems.push(
        `${prefix}ISSUER must be an https:// address: outside production, OIDC_ALLOW_HTTP=on allows http://`,
      );
    const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, SCOPES: scopes, TITLE: title } = data;
    return [{ name, title: title ?? name, issuer, clientId, clientSecret, scopes }];
  });
  const issuers = providers.map(({ issuer }) => issuer);
  if (new Set(issuers).size < issuers.length)
    problems.push('OIDC_PROVIDERS must name providers with different issuers: two have the same');
  return { providers, problems };
}

/** @returns undefined without providers: then nobody logs in with OpenID Connect */
export const oidcOf = (
  { OIDC_REDIRECT_URIS: redirectUris, OIDC_ALLOW_HTTP: allowHttp }: RedirectSettings,
  providers: OidcSettings['providers'],
): OidcSettings | undefined => (providers.length > 0 ? { providers, redirectUris, allowHttp } : undefined);

interface RedirectSettings {
  OIDC_REDIRECT_URIS: readonly string[];
  OIDC_ALLOW_HTTP: boolean;
}
