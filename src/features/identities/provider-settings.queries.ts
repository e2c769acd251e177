import type { OidcSettings, ProviderSettings } from '../../config.js';

export const findProvider = (oidc: OidcSettings | undefined, name: string): ProviderSettings | undefined =>
  oidc?.providers.find((provider) => provider.name === name);

export const findProviderOf = (oidc: OidcSettings | undefined, issuer: string): ProviderSettings | undefined =>
  oidc?.providers.find((provider) => provider.issuer === issuer);

/** What people call the provider of an identity; its host, if it is no longer in the settings. */
export const titleOf = (oidc: OidcSettings | undefined, issuer: string): string =>
  findProviderOf(oidc, issuer)?.title ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer);
