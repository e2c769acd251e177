// Attacks with bodies, paths and headers, and with requests that are expensive by themselves.
import { randomUUID } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Attack } from './table.js';

const CONNECTIONS = 100;
/** The size of a body, almost the limit. */
const BYTES = 255_000;
const PASSWORD = 'Abeja-2026';

const fill = (piece: string, bytes = BYTES): string => piece.repeat(Math.floor(bytes / piece.length));
const list = (piece: string, bytes = BYTES): string => `[${fill(`${piece},`, bytes - 20).slice(0, -1)}]`;

/** Posts the same body to a path, as fast as the service accepts it. */
const post =
  (path: string, body: (round: number) => string | Buffer, headers?: Record<string, string>): Attack['run'] =>
  (adversary) =>
    adversary.flood(CONNECTIONS, (round) =>
      adversary.request({ method: 'POST', path, body: body(round), headers: headers ?? {} }),
    );

const once =
  (body: string | Buffer): (() => string | Buffer) =>
  () =>
    body;

/** As many objects as a body may have values (http/body.ts), and a text that makes it as long as a body may be. */
const most = (objects: string, bytes: number): string => `[${objects},"${'x'.repeat(bytes - objects.length)}"]`;

const CREATE_APIARY = 'mutation ($i: CreateApiaryInput!) { createApiary(input: $i) { apiary { id } } }';
const createWith = (rest: string): string =>
  `{"query":${JSON.stringify(CREATE_APIARY)},"variables":{"i":{"name":"A"},"rest":${rest}}}`;

export const requestAttacks: Attack[] = [
  { name: 'a body of nested arrays', run: post('/graphql', once(fill('['))) },
  {
    name: 'a body of nested arrays that are closed',
    run: post(
      '/graphql',
      once(`{"query":"{__typename}","variables":{"a":${'['.repeat(120_000)}${']'.repeat(120_000)}}}`),
    ),
  },
  {
    name: 'nested objects for REST',
    run: post('/api/v1/auth/login', once(`{"email":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)},"password":"x"}`)),
  },
  {
    name: 'a body of empty objects for REST',
    run: post('/api/v1/auth/login', once(`{"email":"x@example.org","password":"x","more":${list('{}')}}`)),
  },
  {
    name: 'as many objects for REST as a body may contain',
    run: post(
      '/api/v1/auth/login',
      once(`{"email":"x@example.org","password":"x","more":${most(list('{}', 28_000), BYTES - 300)}}`),
    ),
  },
  {
    name: 'many members for REST',
    run: post('/api/v1/auth/login', once(`{${fill('"__proto__":1,"a":2,', BYTES - 10)}"b":1}`)),
  },
  {
    name: 'bombs of gzip',
    run: post('/graphql', once(gzipSync(Buffer.alloc(100_000_000, ' '))), { 'content-encoding': 'gzip' }),
  },
  {
    name: 'bombs of Brotli',
    run: post('/api/v1/auth/login', once(brotliCompressSync(Buffer.alloc(50_000_000, ' '))), {
      'content-encoding': 'br',
    }),
  },
  {
    name: 'log-ins with long texts',
    run: post('/api/v1/auth/login', (round) =>
      JSON.stringify({ email: `${round}@${'ä.'.repeat(40_000)}`, password: 'ﷺ'.repeat(1000) }),
    ),
  },
  {
    name: 'log-ins',
    run: post('/api/v1/auth/login', (round) => JSON.stringify({ email: `${round}@example.org`, password: PASSWORD })),
  },
  {
    name: 'registrations',
    run: post('/api/v1/auth/register', () =>
      JSON.stringify({ username: 'x', email: `${randomUUID()}@example.org`, password: PASSWORD }),
    ),
  },
  {
    name: 'requests for new passwords',
    run: post('/api/v1/auth/forgot-password', (round) => JSON.stringify({ email: `${round}@example.org` })),
  },
  {
    name: 'texts like patterns',
    run: post(
      '/api/v1/auth/login',
      once(JSON.stringify({ email: `${'a@'.repeat(60_000)}`, password: ' at "'.repeat(20_000) })),
    ),
  },
  {
    name: 'long paths, queries and headers',
    run: (adversary) =>
      adversary.flood(CONNECTIONS, (round) =>
        adversary.request({
          path: `/api/v1/inventory/${'%2e%2f'.repeat(300)}${round}?${'a[b][c]=d&'.repeat(400)}`,
          headers: {
            'accept-language': 'es-ES;q=0.5,'.repeat(300),
            'x-forwarded-for': `${'1.2.3.4, '.repeat(200)}${adversary.address}`,
            authorization: `Bearer ${'a.'.repeat(300)}`,
          },
        }),
      ),
  },
  {
    name: 'mutations that wait, each with a large body',
    needsAccount: true,
    run: (adversary) => {
      const body = createWith(most(list('{}', 28_000), BYTES - 300));
      return adversary.flood(1500, () => adversary.request({ method: 'POST', path: '/graphql', body }));
    },
  },
  {
    name: 'writes over REST that wait, each with a large body',
    needsAccount: true,
    run: (adversary) => {
      const body = `{"name":"A","more":${most(list('{}', 28_000), BYTES - 300)}}`;
      return adversary.flood(1500, () => adversary.request({ method: 'POST', path: '/api/v1/apiaries', body }));
    },
  },
  {
    name: 'large texts with an Idempotency-Key',
    needsAccount: true,
    run: (adversary) => {
      const body = `{"name":"A","location":"${'x'.repeat(500)}","more":${most(list('{"b":1,"a":2}', 85_000), BYTES - 1000)}}`;
      return adversary.flood(CONNECTIONS, () =>
        adversary.request({
          method: 'POST',
          path: '/api/v1/apiaries',
          body,
          headers: { 'idempotency-key': randomUUID() },
        }),
      );
    },
  },
  {
    name: 'long texts in every argument',
    needsAccount: true,
    run: (adversary, { item }) => {
      const text = 'ñ🐝'.repeat(16_000);
      const operations: [string, object][] = [
        [CREATE_APIARY, { i: { name: text } }],
        ['query ($a: String) { inventoryItems(filter: { search: $a }) { nodes { id } } }', { a: text }],
        ['query ($a: String) { beehives(first: 5, after: $a) { nodes { id } } }', { a: text }],
        ['query ($a: ID!) { beehive(id: $a) { id } }', { a: text }],
        [
          'mutation ($i: RecordStockMovementInput!) { recordStockMovement(input: $i) { stockMovement { item { id } } } }',
          { i: { id: item, kind: 'ENTRY', quantity: 1, notes: text } },
        ],
        ['mutation ($i: LogInInput!) { logIn(input: $i) { accessToken } }', { i: { email: text, password: text } }],
      ];
      return adversary.flood(CONNECTIONS, (round) => adversary.graphql(...operations[round % operations.length]!));
    },
  },
  {
    name: 'visits to 100 hives with 200 answers each',
    needsAccount: true,
    run: (adversary, { beehives, questions }) => {
      const answers = questions.map((questionId) => ({ questionId, text: 'x'.repeat(1000) }));
      const input = { beehives: beehives.map((beehiveId) => ({ beehiveId })), answers };
      return adversary.flood(10, () =>
        adversary.graphql('mutation ($i: RecordVisitInput!) { recordVisit(input: $i) { inspections { id } } }', {
          i: input,
        }),
      );
    },
  },
  {
    name: 'visits of which every answer is wrong',
    needsAccount: true,
    run: (adversary, { beehives, questions }) => {
      const answers = questions.map((questionId) => ({ questionId, number: 1 }));
      const input = { beehives: beehives.map((beehiveId) => ({ beehiveId })), answers };
      return adversary.flood(10, () =>
        adversary.graphql('mutation ($i: RecordVisitInput!) { recordVisit(input: $i) { inspections { id } } }', {
          i: input,
        }),
      );
    },
  },
  {
    name: 'the largest responses, in parallel',
    needsAccount: true,
    run: (adversary, { largeApiary }) =>
      adversary.flood(60, () => adversary.request({ path: `/api/v1/beehives/apiary/${largeApiary}` })),
  },
  {
    name: 'the largest responses of GraphQL, in parallel',
    needsAccount: true,
    run: (adversary, { largeApiary }) =>
      adversary.flood(60, () =>
        adversary.graphql(`{ beehives(apiaryId: "${largeApiary}") { nodes { observations } } }`),
      ),
  },
  {
    name: 'responses that are too large',
    needsAccount: true,
    run: (adversary, { hugeApiary }) =>
      adversary.flood(60, () =>
        adversary.graphql(`{ beehives(apiaryId: "${hugeApiary}") { nodes { observations } } }`),
      ),
  },
  {
    name: 'wrong ids in long lists',
    needsAccount: true,
    run: (adversary) => {
      const answers = Array.from({ length: 500 }, () => ({ questionId: 'x'.repeat(300), text: 'x' }));
      return adversary.flood(CONNECTIONS, () =>
        adversary.graphql(
          'mutation ($answers: [AnswerInput!]!) { recordAnswers(input: { answers: $answers }) { inspection { id } } }',
          {
            answers,
          },
        ),
      );
    },
  },
];
