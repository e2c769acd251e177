// Live clients: which events reach whom, and until when. Two services share the database: changes are made at one, and seen at the other.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '../../process/service.js';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { deleteAccount, leave, type Role, removeMember, share, transfer } from '../../support/members.js';
import { MISSING_IDS } from '../../support/missing-ids.js';
import { EVENT_MS, pause, rename, SocketClient } from '../../support/socket.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
let other: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
let apiary: string;
let second: string;
const sockets: SocketClient[] = [];
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, app.database);
  ana = await beekeeper(app);
  bea = await beekeeper(app);
  [apiary, second] = [await ana.apiary(), await ana.apiary()];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Connects to the other service. */
async function connect({ token }: Pick<Client, 'token'>): Promise<SocketClient> {
  const socket = await SocketClient.connect({ url: other.url, token });
  sockets.push(socket);
  return socket;
}

/** Shares an apiary, and waits until the other service knows that the account is a member. */
async function shareWithBea(id: string, role: Role): Promise<void> {
  await share(ana, id, bea, role);
  const there = new Client(other.url, bea.token);
  await until(async () => (await there.graphql(`{ apiary(id: "${id}") { id } }`)).errors === undefined);
}

describe('events', () => {
  it('report a change at another process, with the position in the log', async () => {
    const socket = await connect(ana);
    await socket.watch('1', ana, apiary);
    await ana.beehive(apiary);
    const { payload } = await socket.message('next', '1');
    expect(payload).toEqual({ data: { apiaryChanged: { apiaryId: apiary, cursor: expect.any(String) } } });
    const [last] = await app.database.sql<{ xid: string; seq: string }>(
      'select xid::text, seq::text from changes where apiary_id = $1 order by changes.xid desc, changes.seq desc limit 1',
      [apiary],
    );
    const { cursor } = payload.data.apiaryChanged;
    expect(JSON.parse(Buffer.from(cursor, 'base64url').toString())).toEqual(last);
  });

  it.each<[string, (at: string) => Promise<unknown>]>([
    ['a stock movement', async (at) => ana.item(at, { quantity: 5 })],
    [
      'an inspection',
      async (at) =>
        ana.ask(
          'mutation ($id: ID!) { recordInspection(input: { beehiveId: $id, answers: [] }) { inspection { id } } }',
          {
            id: await ana.beehive(at),
          },
        ),
    ],
  ])('follow %s', async (_what, change) => {
    const socket = await connect(ana);
    await socket.watch('1', ana, apiary);
    await change(apiary);
    await socket.message('next', '1');
    expect(new Set(socket.events('1'))).toEqual(new Set([apiary]));
  });

  it('combine the changes of a moment, and none is reported twice', async () => {
    const socket = await connect(ana);
    await socket.watch('1', ana, apiary);
    for (let i = 0; i < 20; i++) await rename(ana, apiary);
    await pause(2 * EVENT_MS);
    const count = socket.events('1').length;
    expect(count).toBeGreaterThanOrEqual(1);
    expect(count).toBeLessThan(10);
    await pause(2 * EVENT_MS);
    expect(socket.events('1').length).toBe(count);
  });

  it('of the apiaries that are named', async () => {
    const socket = await connect(ana);
    await socket.watch('1', ana, apiary, [apiary]);
    await rename(ana, second);
    await rename(ana, apiary);
    await socket.message('next', '1');
    await pause(EVENT_MS);
    expect(new Set(socket.events('1'))).toEqual(new Set([apiary]));
  });

  it('of every apiary of the account, also of one that is created later and one that is deleted', async () => {
    const socket = await connect(ana);
    await socket.watch('1', ana, apiary);
    const third = await ana.apiary();
    await until(() => socket.events('1').includes(third));
    socket.received.splice(0);
    await ana.ask('mutation ($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }', { id: third });
    await until(() => socket.events('1').includes(third));
  });

  it('of nobody else', async () => {
    const socket = await connect(bea);
    const own = await bea.apiary();
    await socket.watch('1', bea, own);
    await rename(ana, apiary);
    await rename(bea, own);
    await socket.message('next', '1');
    await pause(EVENT_MS);
    expect(new Set(socket.events('1'))).toEqual(new Set([own]));
  });

  it('come when a transaction that began earlier has ended, and none is lost', async () => {
    const socket = await connect(ana);
    await socket.watch('1', ana, apiary);
    const slow = new pg.Client(app.database.server as pg.ClientConfig);
    await slow.connect();
    try {
      await slow.query('begin');
      await slow.query('update apiaries set name = $2 where id = $1', [second, 'Slow']);
      await rename(ana, apiary);
      await pause(EVENT_MS);
      expect(socket.events('1')).toEqual([]);
      await slow.query('commit');
      await until(() => [apiary, second].every((id) => socket.events('1').includes(id)));
    } finally {
      await slow.end();
    }
  });
});

/** Sets the date of an inspector, and waits until it has passed: only the first is a change. */
async function endAccessSoon({ id }: Beekeeper): Promise<void> {
  await app.database.sql(`update apiary_members set member_until = now() + interval '1 second' where user_id = $1`, [
    id,
  ]);
  await pause(1000 + EVENT_MS);
}

describe('members', () => {
  it.each(['MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR'] as const)('%s: events, until the access ends', async (role) => {
    const [shared, carla] = [await ana.apiary(), await beekeeper(app)];
    const socket = await connect(carla);
    const own = await carla.apiary();
    await socket.watch('all', carla, own);
    await share(ana, shared, carla, role);
    await until(() => socket.events('all').includes(shared));
    socket.received.splice(0);
    await socket.watch('named', ana, shared, [shared]);
    if (role === 'INSPECTOR') await endAccessSoon(carla);
    else if (role === 'VIEWER') await leave(carla, shared);
    else await removeMember(ana, shared, carla.id);
    if (role === 'INSPECTOR') {
      socket.received.splice(0);
      await rename(ana, shared);
    }
    await socket.message('complete', 'named');
    await rename(ana, shared);
    await pause(EVENT_MS);
    expect([socket.events('named'), socket.events('all').filter((id) => id === shared)]).toEqual([[], []]);
    // A member who is removed reads what remains, and subscribes again. The time that ends an access is no change.
    expect(socket.received.some(({ type, id }) => type === 'complete' && id === 'all')).toBe(role !== 'INSPECTOR');
  });

  it('an invitation, which only managers see, is no event', async () => {
    const shared = await ana.apiary();
    await shareWithBea(shared, 'VIEWER');
    const socket = await connect(bea);
    await socket.watch('1', ana, shared, [shared]);
    await ana.ask('mutation ($id: ID!) { inviteToApiary(input: { apiaryId: $id, role: WORKER }) { link } }', {
      id: shared,
    });
    await pause(EVENT_MS);
    expect(socket.received).toEqual([]);
  });

  it('a subscription of the previous owner ends with a transfer, that of the new one goes on', async () => {
    const given = await ana.apiary();
    await shareWithBea(given, 'WORKER');
    const [before, after] = [await connect(ana), await connect(bea)];
    await before.watch('1', ana, given, [given]);
    await after.watch('1', ana, given, [given]);
    await transfer(ana, given, bea.id, false);
    await before.message('complete', '1');
    await after.message('next', '1');
    expect(after.received.map(({ type }) => type)).not.toContain('complete');
  });

  it('a subscription to an apiary ends when that is deleted', async () => {
    const gone = await ana.apiary();
    await shareWithBea(gone, 'WORKER');
    const [owner, member] = [await connect(ana), await connect(bea)];
    await owner.watch('1', ana, gone, [gone]);
    await member.watch('1', ana, gone, [gone]);
    await ana.ask('mutation ($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }', { id: gone });
    await owner.message('complete', '1');
    await member.message('complete', '1');
    expect([new Set(owner.events('1')), member.events('1')]).toEqual([new Set([gone]), []]);
  });

  it('subscriptions to an apiary end when the account of its owner is deleted', async () => {
    const owner = await beekeeper(app);
    const [gone, carla] = [await owner.apiary(), await beekeeper(app)];
    const socket = await connect(carla);
    await socket.watch('all', carla, await carla.apiary());
    await share(owner, gone, carla, 'WORKER');
    await until(() => socket.events('all').includes(gone));
    await socket.watch('named', owner, gone, [gone]);
    expect((await deleteAccount(owner, PASSWORD, true)).errors).toBeUndefined();
    await socket.message('complete', 'named');
    await socket.message('complete', 'all');
    expect([socket.events('named'), socket.events('all')]).toEqual([[], []]);
  });
});

describe('after a failover', () => {
  /** Until `restore` is called, the other service reads from a server that has given more numbers to transactions than this one. */
  function readAnotherServer(): { restore: () => void } {
    const pool = other.app.pool as unknown as {
      query: (...args: unknown[]) => Promise<{ rows: Record<string, string>[] }>;
    };
    const original = pool.query;
    pool.query = async (...args) => {
      const result = await original.apply(pool, args);
      for (const row of result?.rows ?? [])
        if (row.oldestRunning !== undefined) {
          row.oldestRunning = String(Number(row.oldestRunning) + 1000);
          row.timeline = '000000FF';
        }
      return result;
    };
    return {
      restore: () => {
        pool.query = original;
      },
    };
  }

  it('events come of transactions whose numbers had been given before', async () => {
    const socket = await connect(ana);
    const { restore } = readAnotherServer();
    try {
      socket.subscribe('1', [apiary]);
      await pause(EVENT_MS);
      await rename(ana, apiary);
    } finally {
      restore();
    }
    await socket.message('next', '1');
    // It may come once more, from the other server and from this one, and no further time.
    await pause(2 * EVENT_MS);
    socket.received.splice(0);
    await pause(2 * EVENT_MS);
    expect(socket.received).toEqual([]);
  });
});

describe('refusals', () => {
  it('an apiary of others, a missing one and what is no id: the same words', async () => {
    const socket = await connect(bea);
    const foreign = [await ana.apiary(), randomUUID(), ...MISSING_IDS];
    for (const [i, id] of foreign.entries()) socket.subscribe(String(i), [id]);
    const errors = await Promise.all(foreign.map(async (_, i) => (await socket.message('error', String(i))).payload));
    expect(errors[0]).toMatchObject([{ extensions: { code: 'NOT_FOUND' }, path: ['apiaryChanged'] }]);
    expect(new Set(errors.map((one) => JSON.stringify(one))).size).toBe(1);
    socket.subscribe('both', [await bea.apiary(), foreign[0]!]);
    expect((await socket.message('error', 'both')).payload).toEqual(errors[0]);
  });

  it.each([0, 101])('%d apiaries', async (count) => {
    const socket = await connect(bea);
    socket.subscribe(
      '1',
      Array.from({ length: count }, () => randomUUID()),
    );
    const { payload } = await socket.message('error', '1');
    expect(payload).toMatchObject([
      {
        extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'apiaryIds', message: 'must have 1 to 100 entries' }] },
      },
    ]);
  });

  it('over HTTP', async () => {
    const { status, errors } = await ana.graphql('subscription { apiaryChanged { apiaryId } }');
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      { message: expect.stringContaining('WebSocket'), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});

describe('the session', () => {
  it('ends: the connection is closed', async () => {
    const carla = await beekeeper(app);
    const socket = await connect(carla);
    await socket.watch('1', carla, await carla.apiary());
    await carla.ask('mutation { logOut { success } }');
    expect(await socket.closed).toBe('4403 SESSION_OVER');
  });

  it('ends, and no event follows, however late the process polls the sessions', async () => {
    const carla = await beekeeper(app);
    const at = await carla.apiary();
    const socket = await connect(carla);
    await socket.watch('1', carla, at);
    const { body } = await app.anyone.rest('POST', '/auth/login', { email: carla.email, password: PASSWORD });
    const pool = other.app.pool as unknown as { query: (config: { text?: string }) => Promise<unknown> };
    const original = pool.query;
    pool.query = async (config) => {
      const result = await original.call(pool, config);
      if (config.text?.includes('session_changes')) await pause(2 * EVENT_MS);
      return result;
    };
    try {
      // A poll has begun.
      await pause(EVENT_MS);
      await carla.ask('mutation { logOut { success } }');
      await rename(new Client(app.url, body.access_token), at);
      expect(await socket.closed).toBe('4403 SESSION_OVER');
      expect(socket.received.filter(({ payload }) => payload?.data)).toEqual([]);
    } finally {
      pool.query = original;
    }
  });

  it('ends, and no event follows', async () => {
    const carla = await beekeeper(app);
    const at = await carla.apiary();
    const socket = await connect(carla);
    await socket.watch('1', carla, at);
    const { body } = await app.anyone.rest('POST', '/auth/login', { email: carla.email, password: PASSWORD });
    await carla.ask('mutation { logOut { success } }');
    await rename(new Client(app.url, body.access_token), at);
    expect(await socket.closed).toBe('4403 SESSION_OVER');
    expect(socket.received.filter(({ payload }) => payload?.data)).toEqual([]);
  });

  it('of an account that is deactivated, and of one that is deleted, ends', async () => {
    const accounts = [await beekeeper(app), await beekeeper(app)] as const;
    const [deactivated, deleted] = [await connect(accounts[0]), await connect(accounts[1])];
    await app.database.sql('update users set is_active = false where id = $1', [accounts[0].id]);
    await accounts[1].ask(
      'mutation ($password: String!) { deleteMyAccount(input: { password: $password }) { success } }',
      {
        password: PASSWORD,
      },
    );
    expect([await deactivated.closed, await deleted.closed]).toEqual(['4403 SESSION_OVER', '4403 SESSION_OVER']);
  });

  it('goes on, but its token expires', async () => {
    const short = await startTestApp({ ACCESS_TOKEN_TTL: '3s' }, app.database);
    try {
      const { logIn } = await new Client(short.url).ask(
        'mutation ($input: LogInInput!) { logIn(input: $input) { accessToken } }',
        { input: { email: ana.email, password: PASSWORD } },
      );
      const socket = await connect({ token: logIn.accessToken });
      const startedAt = performance.now();
      expect(await socket.closed).toBe('4403 SESSION_OVER');
      expect(performance.now() - startedAt).toBeGreaterThan(1000);
    } finally {
      await short.close();
    }
  });
});
