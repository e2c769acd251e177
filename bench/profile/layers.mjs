// Assigns a frame to a layer: the first one whose pattern matches its file.
const packages = (...names) => new RegExp(`node_modules/(${names.join('|')})/`);

const LAYERS = [
  ['pg driver', packages('pg', 'pg-[a-z-]+', 'postgres-[a-z]+')],
  ['MikroORM: entities', /@mikro-orm\/core\/(entity|hydration)\//],
  ['MikroORM: unit of work', /@mikro-orm\/core\/unit-of-work\//],
  ['MikroORM: the rest of core', /@mikro-orm\/core\//],
  ['MikroORM: SQL, Kysely', packages('@mikro-orm/[a-z]+', 'kysely')],
  ['type-graphql', packages('type-graphql')],
  ['graphql-jit', packages('graphql-jit', 'json-schema', 'fast-json-stringify')],
  ['graphql-js', packages('graphql')],
  [
    'Grafast, PostGraphile',
    packages('grafast', 'grafserv', 'postgraphile', '@dataplan/[a-z]+', 'graphile-[a-z-]+', 'pg-sql2'),
  ],
  [
    'Yoga',
    packages(
      'graphql-yoga',
      '@graphql-yoga/[a-z-]+',
      '@envelop/[a-z-]+',
      '@whatwg-node/[a-z-]+',
      '@graphql-tools/[a-z-]+',
    ),
  ],
  ['Mercurius', packages('mercurius', 'single-user-cache')],
  ['Apollo Server', packages('@apollo/[a-z.-]+', '@as-integrations/[a-z0-9]+', 'whatwg-mimetype', 'negotiator')],
  ['tokens', packages('jsonwebtoken', 'jwa', 'jws', 'fast-jwt')],
  ['class-validator', packages('class-validator', 'validator')],
  ['DataLoader', packages('dataloader')],
  ['log (pino)', packages('pino', 'sonic-boom', 'thread-stream', 'quick-format-unescaped', 'safe-stable-stringify')],
  ['helmet, cors', packages('helmet', 'cors', 'vary', 'object-assign')],
  ['rate limits', packages('rate-limiter-flexible')],
  ['Fastify', packages('fastify', 'find-my-way', 'avvio', 'light-my-request', '@fastify/[a-z-]+')],
  [
    'Express, body parser',
    packages(
      ...[
        'express',
        'router',
        'body-parser',
        'raw-body',
        'etag',
        'content-type',
        'type-is',
        'media-typer',
        'iconv-lite',
      ],
      ...['path-to-regexp', 'debug', 'parseurl', 'qs', 'finalhandler', 'encodeurl', 'fresh', 'accepts', 'bytes', 'ms'],
      ...['on-finished', 'ee-first', 'http-errors', 'send', 'serve-static', 'proxy-addr', 'forwarded', 'ipaddr.js'],
    ),
  ],
];
const BY_FUNCTION = new Map([
  ['(garbage collector)', 'garbage collector'],
  ['(program)', 'native: system calls, libuv'],
]);
const SERIALIZERS = new Set(['prettyJSONStringify', 'stringifyResult']);

/** `native` frames and those of Node are attributed to their caller. @param frames from the innermost outwards */
export function layerOf(frames) {
  const fixed = BY_FUNCTION.get(frames[0].functionName);
  if (fixed) return fixed;
  for (const { functionName, url } of frames) {
    if (SERIALIZERS.has(functionName)) return 'JSON of the response';
    if (!url || url.startsWith('node:')) continue;
    const layer = LAYERS.find(([, files]) => files.test(url))?.[0];
    if (layer) return layer;
    if (url.includes('node_modules')) return 'other packages';
    const folder = /\/dist\/(src(\/[^/]+)?)\//.exec(url)?.[1];
    return folder ? `own code: ${folder}` : 'own code';
  }
  return 'Node: http, net, streams, timers';
}

export function packageOf(frames) {
  for (const { url } of frames) {
    const name = [...(url ?? '').matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1];
    if (name) return name;
    if (url && !url.startsWith('node:')) return 'own code';
  }
  return 'node';
}
