/**
 * One endpoint, as data. The document renames everything: its variables carry the names that clients send, its aliases those that
 * they read. It has one named operation (the endpoint's name in logs) with one root field; a list is the nodes of a connection.
 */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete';
  /** Under /api/v1, with Express's `:parameters`. A trailing slash is the same resource. */
  path: string;
  status: 200 | 201 | 204;
  document: string;
  /** Where `document` finds nothing: another one for the same path, which reads the same request. */
  fallback?: string;
  /** What is answered, where the result of the document says nothing to a client. */
  responseBody?: Record<string, string>;
  /** Further names that clients send a variable, or a field of an input object, under, beside its own in either spelling. */
  aliases?: Record<string, string[]>;
  /** Further words that clients send for the value of a variable, in lower case, and what they mean. */
  valueAliases?: Record<string, Record<string, string>>;
  /** What the endpoint does, where that is less than what the field of the schema can do. */
  description?: string;
  /** One request that works, by the names that clients send: with the demo account as it is, where it has ids. */
  example?: Record<string, unknown>;
  /** For endpoints that are not to be used any more. */
  deprecated?: Deprecation;
}

/** docs/deprecation.md says what is promised. */
export interface Deprecation {
  /** The day since when: `2026-12-01`. */
  since: string;
  /** The day from which on it may be gone; absent: it stays as long as v1 does. */
  sunset?: string;
  /** The field of the GraphQL schema that takes its place. */
  successor: string;
}

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
