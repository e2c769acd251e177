import type { MessageText } from '../messages/message.js';

/** The path below which all routes are. */
export const REST_BASE = '/api/v1';

/**
 * One endpoint, as data. The document sets the wire names: its variables have the names that clients send, its aliases the names that
 * they read. It contains one named operation (the name of the endpoint in logs) with one root field. A list is the nodes of a connection.
 */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete';
  /** The path below /api/v1, with Express's `:parameters`. A trailing slash is ignored. */
  path: string;
  status: 200 | 201 | 202 | 204;
  /** The path of the record that the response names: `:id` is its id. A header of the response has it. */
  location?: string;
  document: string;
  /** A second document for the same request, executed if `document` fails with NOT_FOUND. */
  fallback?: string;
  /** The `message` of the response, in the language of the request, in place of the result of the document. */
  message?: MessageText;
  /** Alternative wire names of a variable or of a field of an input object. snake_case and camelCase are always read. */
  aliases?: Record<string, string[]>;
  /** Alternative values of a variable, in lower case, each with the value that it stands for. */
  valueAliases?: Record<string, Record<string, string>>;
  /** The description of the endpoint, if it differs from that of the root field. */
  description?: string;
  /** An example request by wire names. Its ids are those of the demo account, with which it succeeds. */
  example?: Record<string, unknown>;
  /** Set if the endpoint is deprecated. */
  deprecated?: Deprecation;
}

/** Returns the names of the parameters in a path: `apiary_id` in `/beehives/apiary/:apiary_id`. */
export const pathParameters = (path: string): Set<string> =>
  new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name!));

/** docs/deprecation.md describes the policy. */
export interface Deprecation {
  /** The date of the deprecation: `2026-12-01`. */
  since: string;
  /** The date from which the endpoint may be removed. If absent, it remains as long as v1 does. */
  sunset?: string;
  /** The field of the GraphQL schema that replaces the endpoint. */
  successor: string;
}

/** Returns the headers of a deprecated endpoint: RFC 9745 (Deprecation), RFC 8594 (Sunset). */
export function createDeprecationHeaders({ deprecated }: Pick<Route, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset } = deprecated;
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { Sunset: new Date(sunset).toUTCString() }),
    Link: '</graphql>; rel="successor-version", </api/v1/docs>; rel="deprecation"',
  };
}
