// Attacks with GraphQL documents. Most need no account, and each document differs from the others, so that no cache knows it.
import type { Attack } from './table.js';

const CONNECTIONS = 100;

const repeat = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

/** Sends variations of a document. */
const documents =
  (write: (round: number) => string): Attack['run'] =>
  (adversary) =>
    adversary.flood(CONNECTIONS, (round) => adversary.graphql(`# ${round}\n${write(round)}`));

/** Fragments that each contain the next one twice: n of them expand to 2 to the power of n selections. */
const doubling = (levels: number): string =>
  `${repeat(levels, (i) => `fragment F${i} on Query { ...F${i + 1} ... on Query { ...F${i + 1} } }`)} fragment F${levels} on Query { __typename }`;

const nestedLists = (levels: number): string =>
  levels === 0 ? 'id' : `apiary { beehives(first: 500) { nodes { ${nestedLists(levels - 1)} } } }`;

const COSTLY = `{ ${repeat(14, (i) => `a${i}: apiaries(first: 500) { nodes { beehives(filter: { notInspectedSince: "2026-01-${10 + i}T00:00:00Z" }) { nodes { id } } } }`)} }`;
const COSTLY_REQUEST = { method: 'POST', path: '/graphql', body: JSON.stringify({ query: COSTLY }) };

export const documentAttacks: Attack[] = [
  { name: 'the same field 240 times', run: documents(() => `{ ${repeat(240, () => 'me { id }')} }`) },
  {
    name: 'fragments in pairs that must be compared',
    run: documents(
      () =>
        `{ ${repeat(60, (i) => `...F${i}`)} } ${repeat(60, (i) => `fragment F${i} on Query { me { id ...U } }`)} fragment U on User { id }`,
    ),
  },
  {
    name: 'fragments that spread each other',
    run: documents(
      () =>
        `{ ...F0 } ${repeat(28, (i) => `fragment F${i} on Query { ${repeat(28 - i, (j) => `...F${i + j + 1}`)} __typename }`)} fragment F28 on Query { me { id } }`,
    ),
  },
  { name: 'fragments that expand exponentially', run: documents(() => `{ ...F0 } ${doubling(40)}`) },
  {
    name: 'many operations that share an exponential fragment',
    run: documents(() => `${repeat(70, (i) => `query Q${i} { ...F0 }`)} ${doubling(24)}`),
  },
  {
    name: 'many operations with variables that share many fragments',
    run: documents(
      () =>
        `${repeat(60, (i) => `query Q${i}($a: ID!) { ...F0 }`)} ${repeat(50, (i) => `fragment F${i} on Query { ...F${i + 1} }`)} fragment F50 on Query { beehive(id: $a) { id } }`,
    ),
  },
  {
    name: 'inline fragments, nested',
    run: documents(() => `{ ${'... { '.repeat(450)} __typename ${'}'.repeat(450)} }`),
  },
  {
    name: 'selections of one object in many places',
    run: documents(() => `{ ${repeat(28, () => `me { ${repeat(30, () => 'id')} }`)} }`),
  },
  {
    name: 'unknown fields',
    run: documents((round) => `{ ${repeat(480, (i) => `beehve${(round * 480 + i).toString(36)}`)} }`),
  },
  {
    name: 'unknown fields with long names',
    run: documents((round) => `{ ${repeat(300, (i) => `invent${'orySummaryOfThings'.repeat(2)}${round}${i}`)} }`),
  },
  {
    name: 'unknown arguments and types',
    run: documents(
      (round) =>
        `query (${repeat(80, (i) => `$v${i}: Beehve${round}x${i}`)}) { ${repeat(60, (i) => `a${i}: beehives(frst${round}: 1) { nodes { id } }`)} }`,
    ),
  },
  {
    name: 'literals of the wrong type',
    run: documents(
      (round) => `{ beehives(filter: { health: [${repeat(900, (i) => `HEALTY_${round}_${i}`)}] }) { nodes { id } } }`,
    ),
  },
  {
    name: 'a block string with many lines',
    run: documents(() => `{ apiary(id: """${'\n  x'.repeat(4500)}""") { id } }`),
  },
  {
    name: 'introspection',
    run: documents(
      () =>
        `{ __schema { types { name description fields { name description args { name description type { name } } type { name fields { name description } } } } } }`,
    ),
  },
  {
    name: 'introspection under many aliases',
    run: documents(
      (round) =>
        `{ ${repeat(3, (i) => `a${round}${i}: __schema { ${repeat(4, (j) => `b${j}: types { fields { type { fields { name description type { ofType { name description } } } } } }`)} }`)} }`,
    ),
  },
  {
    name: '50,000 variables',
    run: (adversary) => {
      const variables = Object.fromEntries(Array.from({ length: 16_000 }, (_, i) => [`variable${i}`, i]));
      return adversary.flood(CONNECTIONS, (round) => adversary.graphql(`# ${round}\n{ __typename }`, variables));
    },
  },
  {
    name: 'log-ins in a document with huge, unknown input',
    run: (adversary) => {
      const input = {
        email: 'x@example.org',
        password: 'x',
        ...Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`unknown ${i}`, i])),
      };
      return adversary.flood(CONNECTIONS, (round) =>
        adversary.graphql(`# ${round}\nmutation ($i: LogInInput!) { logIn(input: $i) { accessToken } }`, { i: input }),
      );
    },
  },
  {
    name: 'a deep and wide query over large lists',
    needsAccount: true,
    run: (adversary) =>
      adversary.flood(20, (round) =>
        adversary.graphql(`# ${round % 5}\n{ beehives(first: 500) { nodes { ${nestedLists(2)} } } }`),
      ),
  },
  {
    name: 'the most objects that a response may have',
    needsAccount: true,
    run: (adversary) =>
      adversary.flood(20, () =>
        adversary.graphql('{ a: beehives { nodes { id apiary { id } } } b: beehives { nodes { id apiary { id } } } }'),
      ),
  },
  {
    name: 'objects as edges, with cursors',
    needsAccount: true,
    run: (adversary) =>
      adversary.flood(20, () =>
        adversary.graphql(
          `{ ${repeat(9, (i) => `a${i}: beehives(first: 500) { edges { cursor node { id observations } } pageInfo { endCursor } }`)} }`,
        ),
      ),
  },
  {
    name: 'a costly field under many aliases',
    needsAccount: true,
    run: (adversary) => adversary.flood(20, () => adversary.graphql(COSTLY)),
  },
  {
    name: 'a costly field under many aliases, from clients that disconnect',
    needsAccount: true,
    run: (adversary) => adversary.flood(CONNECTIONS, () => adversary.request({ ...COSTLY_REQUEST, patienceMs: 30 })),
  },
  {
    name: 'a costly field under many aliases, from 200 addresses',
    needsAccount: true,
    run: (adversary) =>
      adversary.flood(200, (round) =>
        adversary.request({ ...COSTLY_REQUEST, headers: { 'x-forwarded-for': `10.9.${round % 200}.1` } }),
      ),
  },
];
