// Clients with their real caches, as their documentation sets them up. They share the responses of the service: the same operation is sent once.
import { type GraphQLSchema, introspectionFromSchema, parse, print, visit } from 'graphql';
import { importOnce } from '../import-once.js';

const apollo = await importOnce<typeof import('@apollo/client')>('@apollo/client');
const urql = await importOnce<typeof import('@urql/core')>('@urql/core');
const graphcache = await importOnce<typeof import('@urql/exchange-graphcache')>('@urql/exchange-graphcache');

/** A client with a cache of its own. */
export interface CachingClient {
  /** Asks as a screen does that is opened. */
  open: (document: string, variables?: object) => Promise<unknown>;
  /** Sends a request, whatever is in the cache. */
  reload: (document: string) => Promise<unknown>;
  /** What a screen shows that is still open: nothing is sent. */
  show: (document: string, variables?: object) => Promise<unknown>;
  /** Opens components one after the other, which all stay; returns what they show in the end. */
  mount: (documents: string[]) => Promise<unknown[]>;
}

const URL = 'http://service/graphql';

/** @param cache what a client that follows docs/graphql.md sets; without it, the defaults */
export function apolloClient(fetch: typeof globalThis.fetch, cache: object = {}): CachingClient {
  const client = new apollo.ApolloClient({
    link: new apollo.HttpLink({ uri: URL, fetch }),
    cache: new apollo.InMemoryCache(cache),
  });
  const query =
    (fetchPolicy: 'cache-first' | 'network-only' | 'cache-only') =>
    async (document: string, variables: object = {}) =>
      (await client.query({ query: parse(document), variables, fetchPolicy })).data;
  const mount = async (documents: string[]): Promise<unknown[]> => {
    const mounted = [];
    for (const document of documents) {
      const observable = client.watchQuery({ query: parse(document) });
      mounted.push({ observable, subscription: observable.subscribe(() => {}) });
      await settle();
    }
    return mounted.map(({ observable, subscription }) => {
      const { data } = observable.getCurrentResult();
      subscription.unsubscribe();
      return data;
    });
  };
  return { open: query('cache-first'), reload: query('network-only'), show: query('cache-only'), mount };
}

const introspections = new WeakMap<GraphQLSchema, object>();
function introspect(schema: GraphQLSchema): object {
  const known = introspections.get(schema) ?? introspectionFromSchema(schema);
  introspections.set(schema, known);
  return known;
}

/** @param resolvers those of Graphcache, such as `relayPagination` of a list */
export function urqlClient(
  fetch: typeof globalThis.fetch,
  schema: GraphQLSchema,
  resolvers: object = {},
): CachingClient {
  const options = { schema: introspect(schema), resolvers, logger: () => {} } as never;
  const client = new urql.Client({
    url: URL,
    fetch,
    preferGetMethod: false,
    // It warns of each type without an id: it keeps such objects with their parents.
    exchanges: [graphcache.cacheExchange(options), urql.fetchExchange],
  });
  const query =
    (requestPolicy: 'cache-first' | 'network-only' | 'cache-only') =>
    async (document: string, variables: object = {}) => {
      const { data, error } = await client.query(document, variables, { requestPolicy }).toPromise();
      if (error) throw error;
      return data;
    };
  const mount = async (documents: string[]): Promise<unknown[]> => {
    const shown: unknown[] = [];
    const subscriptions = [];
    for (const [i, document] of documents.entries()) {
      const show = ({ data }: { data?: unknown }): void => {
        shown[i] = data;
      };
      subscriptions.push(client.query(document, {}).subscribe(show));
      await settle();
    }
    for (const { unsubscribe } of subscriptions) unsubscribe();
    return shown;
  };
  return { open: query('cache-first'), reload: query('network-only'), show: query('cache-only'), mount };
}

/** The pages of a list, in the settings of Graphcache. */
export const { relayPagination } = await importOnce<typeof import('@urql/exchange-graphcache/extras')>(
  '@urql/exchange-graphcache/extras',
);

/** Responses are in memory: what a client does with them, and sends because of them, takes some turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
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
    const { query, variables } = JSON.parse(body) as { query: string; variables?: object };
    const text = keys.get(query) ?? withoutTypenames(query);
    keys.set(query, text);
    const key = `${text} ${JSON.stringify(variables ?? {})}`;
    // The service may have closed a connection while a client was at work.
    const known = bodies.get(key) ?? send(body).catch(() => send(body));
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
