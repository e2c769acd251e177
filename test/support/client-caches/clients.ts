// Clients with their real caches, as their documentation sets them up. They share the responses of the service: the same operation is sent once.
import { type GraphQLSchema, introspectionFromSchema, parse, print, visit } from 'graphql';
import { importOnce } from '../import-once.js';

const apollo = await importOnce<typeof import('@apollo/client')>('@apollo/client');
const urql = await importOnce<typeof import('@urql/core')>('@urql/core');
const graphcache = await importOnce<typeof import('@urql/exchange-graphcache')>('@urql/exchange-graphcache');

/** A client with a cache of its own. */
export interface CachingClient {
  /** Asks as a screen does that is opened. */
  open: (document: string) => Promise<unknown>;
  /** Sends a request, whatever is in the cache. */
  reload: (document: string) => Promise<unknown>;
  /** What a screen shows that is still open: nothing is sent. */
  show: (document: string) => Promise<unknown>;
}

const URL = 'http://service/graphql';

export function apolloClient(fetch: typeof globalThis.fetch): CachingClient {
  const client = new apollo.ApolloClient({
    link: new apollo.HttpLink({ uri: URL, fetch }),
    cache: new apollo.InMemoryCache(),
  });
  const query = (fetchPolicy: 'cache-first' | 'network-only' | 'cache-only') => async (document: string) =>
    (await client.query({ query: parse(document), fetchPolicy })).data;
  return { open: query('cache-first'), reload: query('network-only'), show: query('cache-only') };
}

export function urqlClient(fetch: typeof globalThis.fetch, schema: GraphQLSchema): CachingClient {
  const introspection = introspectionFromSchema(schema) as never;
  const client = new urql.Client({
    url: URL,
    fetch,
    preferGetMethod: false,
    // It warns of each type without an id: it keeps such objects with their parents.
    exchanges: [graphcache.cacheExchange({ schema: introspection, logger: () => {} }), urql.fetchExchange],
  });
  const query = (requestPolicy: 'cache-first' | 'network-only' | 'cache-only') => async (document: string) => {
    const { data, error } = await client.query(document, {}, { requestPolicy }).toPromise();
    if (error) throw error;
    return data;
  };
  return { open: query('cache-first'), reload: query('network-only'), show: query('cache-only') };
}

/** A `fetch` that sends the same operation once. Clients add `__typename` in places of their own choice. */
export function fetchOnce(url: string, token: string): typeof globalThis.fetch {
  const keys = new Map<string, string>();
  const bodies = new Map<string, Promise<string>>();
  const send = async (body: string): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text();
  };
  return async (_url, init) => {
    const body = String(init!.body);
    const { query } = JSON.parse(body) as { query: string };
    const key = keys.get(query) ?? withoutTypenames(query);
    keys.set(query, key);
    const known = bodies.get(key) ?? send(body);
    bodies.set(key, known);
    return new Response(await known, { headers: { 'content-type': 'application/json' } });
  };
}

const withoutTypenames = (document: string): string =>
  print(
    visit(parse(document), {
      Field: ({ name }) => (name.value === '__typename' ? null : undefined),
      OperationDefinition: (node) => ({ ...node, name: undefined }),
    }),
  );
