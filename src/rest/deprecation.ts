import type { Route } from './route.js';

/** The headers of an endpoint that is not to be used any more: RFC 9745 (Deprecation), RFC 8594 (Sunset). */
export function deprecationHeaders({ deprecated }: Pick<Route, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset } = deprecated;
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { Sunset: new Date(sunset).toUTCString() }),
    Link: '</graphql>; rel="successor-version", </api/v1/docs>; rel="deprecation"',
  };
}
