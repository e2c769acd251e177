// Attacks on what clients share: each tries to hold all of something of which the process has little.
import { randomBytes } from 'node:crypto';
import type { Attack } from './table.js';

const BODY_BYTES = 256 * 1024;
const FRAME_BYTES = 64 * 1024;

const chunks = (bytes: number): string => `${'1\r\n \r\n'.repeat(bytes)}0\r\n\r\n`;

/** A head with the handshake of a WebSocket. */
export const handshake = (head: string): string => {
  const key = randomBytes(16).toString('base64');
  return `${head.slice(0, -2)}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`;
};
/** A handshake, and frames after it that are no messages. */
const frames = (head: string, frame: Buffer): Buffer => {
  const all = Buffer.concat(Array<Buffer>(Math.floor(FRAME_BYTES / frame.length)).fill(frame));
  return Buffer.concat([Buffer.from(handshake(head)), all]);
};
const MASK = Buffer.from([0x80, 0, 0, 0, 0]);
const PONG = Buffer.concat([Buffer.from([0x8a]), MASK]);
const FRAGMENT = Buffer.concat([Buffer.from([0x00]), MASK]);
const PING = Buffer.concat([Buffer.from([0x89]), MASK]);

const socketAttack = (name: string, frame: Buffer): Attack => ({
  name,
  run: (adversary) => adversary.flood(20, () => adversary.raw(frames(adversary.head('GET', '/graphql'), frame))),
});

const SEARCH = `{ ${Array.from({ length: 15 }, (_, n) => `a${n}: search(text: "${'a'.repeat(190)}") { nodes { __typename } }`).join(' ')} }`;
const WORKLIST = '{ worklist { nodes { beehive { id } } } }';
const BROAD = '{ beehives(first: 100) { nodes { apiary { beehives(first: 100) { nodes { id observations } } } } } }';
const RECORD_VISIT = 'mutation ($i: RecordVisitInput!) { recordVisit(input: $i) { inspections { id } } }';
const RENAME = 'mutation ($i: UpdateInventoryItemInput!) { updateInventoryItem(input: $i) { inventoryItem { id } } }';

export const shareAttacks: Attack[] = [
  {
    name: 'bodies in chunks of a byte',
    run: (adversary) =>
      adversary.flood(14, () => {
        const head = adversary.head('POST', '/graphql', undefined, {
          'Content-Type': 'application/json',
          'Transfer-Encoding': 'chunked',
        });
        return adversary.raw(head + chunks(BODY_BYTES));
      }),
  },
  socketAttack('WebSockets with pongs for which nothing has asked', PONG),
  socketAttack('WebSockets with empty fragments', FRAGMENT),
  socketAttack('WebSockets with pings', PING),
  {
    name: 'bodies that do not arrive',
    run: (adversary) => adversary.open(300, () => adversary.head('POST', '/graphql', BODY_BYTES)),
  },
  {
    name: 'log-ins',
    run: (adversary) =>
      adversary.flood(50, (round) =>
        adversary.request({
          method: 'POST',
          path: '/api/v1/auth/login',
          body: JSON.stringify({ email: `${round}@example.org`, password: 'Abeja-2026' }),
        }),
      ),
  },
  {
    name: 'many small requests',
    run: (adversary) => adversary.flood(200, () => adversary.graphql('{ __typename }')),
  },
  {
    name: 'bodies of white space',
    needsAccount: true,
    run: (adversary) => {
      const body = JSON.stringify({ query: WORKLIST }).padEnd(BODY_BYTES, ' ');
      return adversary.flood(20, () => adversary.request({ method: 'POST', path: '/graphql', body }));
    },
  },
  {
    name: 'worklists',
    needsAccount: true,
    run: (adversary) => adversary.flood(20, () => adversary.graphql(WORKLIST)),
  },
  {
    name: 'searches under many aliases',
    needsAccount: true,
    run: (adversary) => adversary.flood(20, () => adversary.graphql(SEARCH)),
  },
  {
    name: 'responses with too many objects',
    needsAccount: true,
    run: (adversary) => adversary.flood(20, () => adversary.graphql(BROAD)),
  },
  {
    name: 'transactions that write much',
    needsAccount: true,
    run: (adversary, { beehives }) => {
      const input = { beehives: beehives.map((beehiveId) => ({ beehiveId })) };
      return adversary.flood(24, () => adversary.graphql(RECORD_VISIT, { i: input }));
    },
  },
  {
    name: 'transactions that wait for each other',
    needsAccount: true,
    run: (adversary, { item }) =>
      adversary.flood(60, (round) => adversary.graphql(RENAME, { i: { id: item, itemName: `Wax ${round}` } })),
  },
  {
    name: 'large responses that are not read',
    needsAccount: true,
    run: (adversary, { largeApiary }) =>
      adversary.open(60, () => adversary.head('GET', `/api/v1/beehives/apiary/${largeApiary}`)),
  },
  {
    name: 'large responses that are read',
    needsAccount: true,
    run: (adversary, { largeApiary }) =>
      adversary.flood(30, () => adversary.request({ path: `/api/v1/beehives/apiary/${largeApiary}` })),
  },
  {
    name: 'exports that are not read',
    needsAccount: true,
    run: (adversary) => adversary.open(60, () => adversary.head('GET', '/api/v1/users/me/export')),
  },
];
