// Attacks with connections: those that send or read slowly, stop halfway, or send many requests at once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './table.js';

const BODY_BYTES = 256 * 1024;
const PIPELINED = 500;

export const connectionAttacks: Attack[] = [
  {
    name: 'uploads that stop one byte before their end',
    run: (adversary) => {
      const bytes = Buffer.concat([
        Buffer.from(adversary.head('POST', '/graphql', BODY_BYTES)),
        Buffer.alloc(BODY_BYTES - 1, ' '),
      ]);
      return adversary.open(2900, () => bytes);
    },
  },
  {
    name: 'uploads to REST that stop one byte before their end',
    run: (adversary) => {
      const head = adversary.head('POST', '/api/v1/auth/login', BODY_BYTES);
      const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(BODY_BYTES - 1, ' ')]);
      return adversary.open(2900, () => bytes);
    },
  },
  {
    name: 'uploads that are aborted',
    run: (adversary) =>
      adversary.flood(50, async () => {
        const sockets = await Promise.race([
          adversary.open(1, () => adversary.head('POST', '/graphql', BODY_BYTES) + ' '.repeat(100_000)),
          sleep(20),
        ]);
        for (const socket of sockets ?? []) socket.destroy();
      }),
  },
  {
    name: 'headers that do not end, on 3,000 connections',
    run: (adversary) =>
      adversary.open(
        3000,
        () => `GET /livez HTTP/1.1\r\nHost: bees\r\n${'X-More: and more of it, and more of it\r\n'.repeat(350)}`,
      ),
  },
  ...['/livez', '/readyz', '/nothing', '/api/v1/auth/me', '/api/v1/nothing', '/graphql?query={__typename}'].map(
    (path): Attack => ({
      name: `pipelined requests for ${path}`,
      run: (adversary) => adversary.open(60, () => adversary.head('GET', path).repeat(PIPELINED)),
    }),
  ),
  {
    name: 'pipelined operations',
    run: (adversary) => {
      const body = JSON.stringify({ query: '{ __typename }' });
      return adversary.open(100, () => `${adversary.head('POST', '/graphql', body.length)}${body}`.repeat(29));
    },
  },
  {
    name: 'a flood of requests that no limit counts',
    run: (adversary) => adversary.flood(300, () => adversary.request({ path: '/readyz' })),
  },
  {
    name: 'readers of large responses that read nothing',
    needsAccount: true,
    run: (adversary, { largeApiary }) =>
      adversary.open(100, () => adversary.head('GET', `/api/v1/beehives/apiary/${largeApiary}`)),
  },
  {
    name: 'exports that nobody reads',
    needsAccount: true,
    run: (adversary) => adversary.open(400, () => adversary.head('GET', '/api/v1/users/me/export')),
  },
  {
    name: 'exports that are read',
    needsAccount: true,
    run: (adversary) => adversary.flood(20, () => adversary.request({ path: '/api/v1/users/me/export' })),
  },
];
