// JWT_SECRET is rotated in two processes that serve one database, in the three steps of docs/operations.md. Each process is stopped and
// started again in each step, one after the other, while clients go on with their tokens and repeat refreshes whose response was lost.
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Client } from '../support/client.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { beekeeper, PASSWORD } from '../support/world.js';
import { findFreePort } from './ports.js';
import { createFolder, removeFolder, Service } from './service.js';

jest.setTimeout(120_000);

const OLD = 'the old secret of this test, of more than 32 bytes';
const NEW = 'the new secret of this test, of more than 32 bytes';
/** The settings of the steps in the manual, in their order. */
const STEPS: [name: string, settings: Record<string, string>][] = [
  ['the new secret is accepted', { JWT_SECRET: OLD, JWT_SECRET_PREVIOUS: NEW }],
  ['the new secret signs', { JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD }],
  ['the old secret is removed', { JWT_SECRET: NEW }],
];
const REFRESH =
  'mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { accessToken refreshToken } }';
const LOG_IN = 'mutation ($i: LogInInput!) { logIn(input: $i) { accessToken refreshToken } }';

interface Tokens {
  accessToken: string;
  refreshToken: string;
}
interface Process {
  service: Service;
  url: string;
  port: string;
}

const folder = createFolder();
let database: TestDatabase;
let processes: [Process, Process];
let email: string;

async function start(port: string, settings: Record<string, string>): Promise<Process> {
  const { host, port: socket, database: name, user } = database.server as unknown as Record<string, string>;
  const DATABASE_URL = `postgresql://${user}@${encodeURIComponent(host!)}:${socket}/${name}`;
  const service = new Service(folder, { DATABASE_URL, PORT: port, RATE_LIMITS: 'off', ...settings });
  return { service, url: await service.ready(), port };
}
async function restart(index: 0 | 1, settings: Record<string, string>): Promise<void> {
  const { service, port } = processes[index];
  expect(await service.stop()).toBe(0);
  processes[index] = await start(port, settings);
}

beforeAll(async () => {
  database = await cloneDatabase();
  const settings = { JWT_SECRET: OLD };
  const ports = [await findFreePort(), await findFreePort()].map(String) as [string, string];
  processes = [await start(ports[0], settings), await start(ports[1], settings)];
  ({ email } = await beekeeper({ url: processes[0].url, anyone: new Client(processes[0].url) }));
}, 60_000);
afterAll(async () => {
  for (const { service } of processes ?? []) await service.stop();
  await database?.drop();
  removeFolder(folder);
});

const logIn = async (index: 0 | 1): Promise<Tokens> =>
  (await new Client(processes[index].url).ask<{ logIn: Tokens }>(LOG_IN, { i: { email, password: PASSWORD } })).logIn;
const refresh = async (index: 0 | 1, token: string): Promise<Tokens> =>
  (await new Client(processes[index].url).ask<{ refreshSession: Tokens }>(REFRESH, { token })).refreshSession;
const statuses = ({ accessToken }: Tokens): Promise<number[]> =>
  Promise.all(processes.map(async ({ url }) => (await new Client(url, accessToken).rest('GET', '/auth/me')).status));

/** What clients do while both processes run: each of them accepts what the other has signed. */
async function expectBothAccept(when: string): Promise<void> {
  for (const index of [0, 1] as const) expect([when, await statuses(await logIn(index))]).toEqual([when, [200, 200]]);
}

it.each(STEPS)(
  'in the step in which %s, nobody is logged out, and a repeated refresh has the same successor',
  async (step, settings) => {
    const before = await logIn(0);
    // Sessions of which each is refreshed before a restart, and again after it, because the client did not get the response.
    const lost = await Promise.all([logIn(0), logIn(1)]);
    const first = [await refresh(0, lost[0].refreshToken), await refresh(1, lost[1].refreshToken)] as const;

    await restart(0, settings);
    await expectBothAccept(`${step}: one process restarted`);
    // One client reaches the process that was restarted, the other one reaches it instead of the process that answered before.
    const second = [await refresh(0, lost[0].refreshToken), await refresh(0, lost[1].refreshToken)] as const;
    for (const [i, tokens] of second.entries()) {
      expect(tokens.refreshToken).toBe(first[i]!.refreshToken);
      expect(await statuses(tokens)).toEqual([200, 200]);
    }

    await restart(1, settings);
    await expectBothAccept(`${step}: both restarted`);
    for (const [i, tokens] of first.entries()) {
      const again = await refresh(1, lost[i]!.refreshToken);
      expect(again.refreshToken).toBe(tokens.refreshToken);
      expect(await statuses(again)).toEqual([200, 200]);
      expect(await statuses(await refresh(i as 0 | 1, again.refreshToken))).toEqual([200, 200]);
    }
    expect(await statuses(before)).toEqual([200, 200]);
  },
);

it('after the rotation, a token of the old secret is refused', async () => {
  const { service, url } = await start('0', { JWT_SECRET: OLD });
  try {
    const { logIn: old } = await new Client(url).ask<{ logIn: Tokens }>(LOG_IN, { i: { email, password: PASSWORD } });
    expect(await statuses(old)).toEqual([401, 401]);
  } finally {
    await service.stop();
  }
});
