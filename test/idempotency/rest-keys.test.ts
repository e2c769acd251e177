// An Idempotency-Key over REST, and a repeated deletion without one.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startTestApp } from '../support/client.js';
import { MISSING_IDS } from '../support/missing-ids.js';
import { expectBadInput, expectRefused } from '../support/refusals.js';
import { allRemoved } from '../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';
import { ana, apiary, app, countOf, graphql, keyed, wasReplayed } from './idempotency.fixture.js';

describe('an Idempotency-Key over REST', () => {
  it('runs a repeated create once and returns the stored response', async () => {
    const body = { apiary_id: apiary, hive_number: 1, observations: 'Ñandú' };
    const key = keyed();
    const first = await ana.rest('POST', '/beehives', body, key);
    const before = await countOf('beehives');
    // The order of the members does not matter.
    const reordered = { observations: 'Ñandú', hive_number: 1, apiary_id: apiary };
    for (const again of [body, reordered]) {
      const second = await ana.rest('POST', '/beehives', again, key);
      expect({ status: second.status, body: second.body }).toEqual({ status: 201, body: first.body });
      expect(second.headers.get('content-type')).toMatch(/^application\/json/);
      expect([wasReplayed(first), wasReplayed(second)]).toEqual([false, true]);
    }
    expect(await countOf('beehives')).toBe(before);
  });

  it('changes a stock once, and returns the stored quantity also after a later change', async () => {
    const item = await ana.item(apiary, { quantity: 10 });
    const key = keyed();
    const exit = () => ana.rest('POST', `/inventory/${item}/exit`, { quantity: 3, person: 'Ana' }, key);
    expect((await exit()).body.quantity).toBe(7);
    await ana.rest('PUT', `/inventory/${item}/adjust`, { amount: 1 });
    expect((await exit()).body.quantity).toBe(7);
    expect((await ana.rest('GET', `/inventory/${item}`)).body.quantity).toBe(8);
    expect((await ana.rest('GET', `/inventory/${item}/movements`)).body).toHaveLength(3);
  });

  it('replays a response without a body', async () => {
    const item = await ana.item(apiary);
    const key = keyed();
    const remove = () => ana.rest('DELETE', `/inventory/${item}`, undefined, key);
    const [first, second] = [await remove(), await remove()];
    expect([first.status, first.body, second.status, second.body]).toEqual([204, undefined, 204, undefined]);
    expect(wasReplayed(second)).toBe(true);
  });

  it.each([
    ['body', '/apiaries', { name: 'Another' }],
    ['path', '/inventory', { name: 'One', apiary_id: randomUUID(), unit: 'kg' }],
  ])('refuses the key of a request with another %s, without any change', async (_what, path, body) => {
    const key = keyed();
    await ana.rest('POST', '/apiaries', { name: 'One' }, key);
    const before = await countOf('apiaries');
    expectRefused(await ana.rest('POST', path, body, key), { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await countOf('apiaries')).toBe(before);
  });

  it('belongs to one account', async () => {
    const ben = await beekeeper(app);
    const key = keyed();
    const [hers, his] = [
      await ana.rest('POST', '/apiaries', { name: 'Hill' }, key),
      await ben.rest('POST', '/apiaries', { name: 'Hill' }, key),
    ];
    expect([hers.status, his.status, wasReplayed(his)]).toEqual([201, 201, false]);
    expect(his.body.user_id).toBe(ben.id);
  });

  it('runs a refused request again', async () => {
    const key = keyed();
    const number = 77;
    const taken = await ana.beehive(apiary, { beehiveNumber: number });
    const create = () => ana.rest('POST', '/beehives', { apiary_id: apiary, hive_number: number }, key);
    expectRefused(await create(), { status: 409, code: 'BEEHIVE_NUMBER_TAKEN' });
    await ana.rest('DELETE', `/beehives/${taken}`);
    expect((await create()).status).toBe(201);
  });

  it('does not store a response for invalid input', async () => {
    const key = keyed();
    expectBadInput(await ana.rest('POST', '/apiaries', { name: '' }, key), 'name');
    expect((await ana.rest('POST', '/apiaries', { name: 'Good now' }, key)).status).toBe(201);
  });

  it('runs one of twenty concurrent requests; all get the same response', async () => {
    const item = await ana.item(apiary, { quantity: 100 });
    const key = keyed();
    const move = () =>
      ana.rest('POST', '/inventory/movement', { inventory_id: item, movement_type: 'exit', quantity: 5 }, key);
    const answers = await Promise.all(Array.from({ length: 20 }, move));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(wasReplayed)).toHaveLength(19);
    expect((await ana.rest('GET', `/inventory/${item}`)).body.quantity).toBe(95);
  });

  it.each(['', ' ', 'ñ', 'a b', 'x'.repeat(256)])('refuses %j as a key', async (key) => {
    const answer = await ana.rest('POST', '/apiaries', { name: 'A' }, { 'idempotency-key': key });
    expect(answer.body.message).toBe('Idempotency-Key must have 1 to 255 visible ASCII characters');
    expect(answer.status).toBe(400);
  });

  it('does not deadlock for concurrent changes of one account under many keys', async () => {
    const rename = (_: unknown, i: number) => ana.rest('PUT', `/users/${ana.id}`, { phone: String(i) }, keyed());
    const answers = await Promise.all(Array.from({ length: 8 }, rename));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it('ignores a trailing slash of the path', async () => {
    const key = keyed();
    const [first, second] = [
      await ana.rest('POST', '/apiaries', { name: 'A' }, key),
      await ana.rest('POST', '/apiaries/', { name: 'A', ignored: 1 }, key),
    ];
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  it('replays no response to an account that must verify its e-mail address first', async () => {
    const strict = await startTestApp({ EMAIL_VERIFICATION: 'required' });
    try {
      const ben = await beekeeper(strict);
      const verify = (is: boolean) =>
        strict.database.sql('update users set is_verified = $2 where id = $1', [ben.id, is]);
      const create = () => ben.rest('POST', '/apiaries', { name: 'Hill' }, { 'idempotency-key': 'k' });
      await verify(true);
      while ((await create()).status === 403) await verify(true);
      await verify(false);
      while ((await ben.rest('GET', '/apiaries')).status === 200) await verify(false);
      expectRefused(await create(), { status: 403, code: 'EMAIL_NOT_VERIFIED' });
    } finally {
      await strict.close();
    }
  });

  it('stores nothing for operations that confirm a password', async () => {
    const ben = await beekeeper(app);
    const change =
      'mutation ($a: String!, $b: String!) { changePassword(input: { currentPassword: $a, newPassword: $b }) { success } }';
    expect((await graphql(ben, change, 'pw', { a: PASSWORD, b: 'Another-11' })).errors).toBeUndefined();
    expect(await app.database.sql('select 1 from idempotency_keys where owner_id = $1', [ben.id])).toEqual([]);
  });

  it('is ignored by reads and by log-ins', async () => {
    const key = keyed();
    const logIn = () => app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD }, key);
    const [first, second] = [await logIn(), await logIn()];
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    const list = await ana.rest('GET', '/apiaries', undefined, key);
    await ana.apiary();
    expect((await ana.rest('GET', '/apiaries', undefined, key)).body).toHaveLength(list.body.length + 1);
    expect(JSON.stringify(await app.database.sql('select body from idempotency_keys'))).not.toContain(
      first.body.refresh_token,
    );
  });

  it('replays no response without a token', async () => {
    const key = keyed();
    await ana.rest('POST', '/apiaries', { name: 'Own' }, key);
    expectRefused(await app.anyone.rest('POST', '/apiaries', { name: 'Own' }, key), {
      status: 401,
      code: 'TOKEN_MISSING',
    });
  });

  it('is valid for 30 days', async () => {
    const key = keyed();
    const create = () => ana.rest('POST', '/apiaries', { name: 'Kept' }, key);
    const first = await create();
    const age = (days: number) =>
      app.database.sql(`update idempotency_keys set created_at = now() - make_interval(days => $2) where key = $1`, [
        key['idempotency-key'],
        days,
      ]);
    await age(29);
    expect((await create()).body.id).toBe(first.body.id);
    await age(31);
    const later = await create();
    expect(later.body.id).not.toBe(first.body.id);
    expect((await create()).body.id).toBe(later.body.id);
  });
});

describe('a repeated deletion without a key', () => {
  interface Records {
    apiary: string;
    beehive: string;
    item: string;
    question: string;
    assignment: string;
  }
  async function createRecords(who: Beekeeper): Promise<Records> {
    const place = await who.apiary();
    const [beehive, item] = [await who.beehive(place), await who.item(place)];
    const question = (await who.rest('POST', '/questions', { apiarioId: place, texto: 'Mites?' })).body.id;
    const assigned = { hive_id: beehive, apiary_question_id: question };
    const assignment = (await who.rest('POST', '/questions/hive', assigned)).body.id;
    return { apiary: place, beehive, item, question, assignment };
  }
  const PATHS: [keyof Records, string, string][] = [
    ['assignment', '/questions/hive', 'deleteQuestionOverride'],
    ['question', '/questions', 'deleteQuestion'],
    ['item', '/inventory', 'deleteInventoryItem'],
    ['beehive', '/beehives', 'deleteBeehive'],
    ['apiary', '/apiaries', 'deleteApiary'],
  ];

  it.each(PATHS)(
    'of a record (%s) returns the same response as the first, on both APIs',
    async (what, path, mutation) => {
      const { [what]: id } = await createRecords(ana);
      for (const spelled of [id, id, id.toUpperCase()])
        expect((await ana.rest('DELETE', `${path}/${spelled}`)).status).toBe(204);
      expect(await ana.ask(`mutation { ${mutation}(input: { id: "${id}" }) { deletedId } }`)).toEqual({
        [mutation]: { deletedId: id },
      });
    },
  );

  it('returns the same response for records that were deleted with their apiary', async () => {
    const all = await createRecords(ana);
    await ana.rest('DELETE', `/apiaries/${all.apiary}`);
    for (const [what, path] of PATHS)
      expect([what, (await ana.rest('DELETE', `${path}/${all[what]}`)).status]).toEqual([what, 204]);
  });

  it('returns the same response for an override that was deleted with its hive or its question', async () => {
    for (const [parent, path] of [
      ['beehive', '/beehives'],
      ['question', '/questions'],
    ] as const) {
      const all = await createRecords(ana);
      await ana.rest('DELETE', `${path}/${all[parent]}`);
      expect((await ana.rest('DELETE', `/questions/hive/${all.assignment}`)).status).toBe(204);
    }
  });

  it('returns 404 to other accounts, for unknown ids and under the path of another type', async () => {
    const all = await createRecords(ana);
    await ana.rest('DELETE', `/apiaries/${all.apiary}`);
    const ben = await beekeeper(app);
    for (const [what, path] of PATHS) {
      const { status, body } = await ben.rest('DELETE', `${path}/${all[what]}`);
      const never = await ben.rest('DELETE', `${path}/${randomUUID()}`);
      expect({ status, body }).toEqual({ status: 404, body: never.body });
    }
    expect((await ana.rest('DELETE', `/beehives/${all.apiary}`)).status).toBe(404);
    for (const id of MISSING_IDS)
      expect((await ana.rest('DELETE', `/apiaries/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  it('in concurrent requests always succeeds, and the questions after it move up once', async () => {
    const place = await ana.apiary();
    const ids: string[] = [];
    for (const texto of ['1', '2', '3'])
      ids.push((await ana.rest('POST', '/questions', { apiarioId: place, texto })).body.id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ana.rest('DELETE', `/questions/${ids[0]}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
    const { body } = await ana.rest('GET', `/questions/apiary/${place}`);
    expect(body.map(({ texto, orden }: { texto: string; orden: number }) => [texto, orden])).toEqual([
      ['2', 1],
      ['3', 2],
    ]);
  });

  it('does not deadlock with concurrent deletions of the apiary and its records', async () => {
    for (let round = 0; round < 6; round++) {
      const all = await createRecords(ana);
      const hives = await Promise.all(Array.from({ length: 5 }, () => ana.beehive(all.apiary)));
      const paths = [
        ...PATHS.map(([what, path]) => `${path}/${all[what]}`),
        ...hives.map((hive) => `/beehives/${hive}`),
      ].reverse();
      const statuses = await Promise.all(paths.map(async (path) => [path, (await ana.rest('DELETE', path)).status]));
      expect(statuses).toEqual(paths.map((path) => [path, 204]));
    }
  });

  it('needs the change log, whose old entries are removed in the background like stored responses', async () => {
    const { item } = await createRecords(ana);
    await ana.rest('DELETE', `/inventory/${item}`, undefined, keyed('old'));
    const entries = (): Promise<object[]> => app.database.sql('select 1 from changes where row_id = $1', [item]);
    const kept = (await entries()).length;
    await app.database.sql(`update changes set at = at - interval '700 days' where row_id = $1`, [item]);
    await app.database.sql(`update idempotency_keys set created_at = now() - interval '400 days' where key = 'old'`);
    await app.app.expiredRows.remove();
    expect(await entries()).toHaveLength(kept);
    expect(await app.database.sql(`select 1 from idempotency_keys where key = 'old'`)).toEqual([]);

    // In batches of the oldest.
    const old = `insert into changes (seq, owner_id, entity, row_id, action, version, at) overriding system value
      select -n, $1, 'Beehive', gen_random_uuid(), 'UPDATED', 2, now() - interval '3 years' from generate_series(1, 2500) n`;
    await app.database.sql(old, [ana.id]);
    expect(await app.app.expiredRows.remove()).toMatchObject({ changes: 2500 });
    expect(await app.database.sql('select 1 from changes where seq < 0')).toEqual([]);
  });

  it('succeeds for who deleted the record, whosever it was', async () => {
    const { item } = await createRecords(ana);
    const ben = await beekeeper(app);
    await ana.rest('DELETE', `/inventory/${item}`);
    expect((await ben.rest('DELETE', `/inventory/${item}`)).status).toBe(404);
    await app.database.sql(`update changes set actor_id = $1 where row_id = $2 and action = 'DELETED'`, [ben.id, item]);
    expect((await ben.rest('DELETE', `/inventory/${item}`)).status).toBe(204);
    expect((await ana.rest('DELETE', `/inventory/${item}`)).status).toBe(204);
  });

  it('leaves no log and no stored responses of a deleted account', async () => {
    const leaver = await beekeeper(app);
    const { apiary: deleted } = await createRecords(leaver);
    await createRecords(leaver);
    await leaver.rest('DELETE', `/apiaries/${deleted}`, undefined, keyed());
    await leaver.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
    await allRemoved(app);
    expect(await app.database.sql('select 1 from changes where owner_id = $1', [leaver.id])).toEqual([]);
    expect(await app.database.sql('select 1 from idempotency_keys where owner_id = $1', [leaver.id])).toEqual([]);
  });

  it('returns 404 after 30 days', async () => {
    const { item } = await createRecords(ana);
    await ana.rest('DELETE', `/inventory/${item}`);
    await app.database.sql(`update changes set at = now() - interval '31 days' where row_id = $1`, [item]);
    expect((await ana.rest('DELETE', `/inventory/${item}`)).status).toBe(404);
  });
});
