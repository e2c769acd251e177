// Tokens that are limited to hives, and what is kept of readings for how long.
import { describe, expect, it } from '@jest/globals';
import { Client } from '../../support/client.js';
import { importOnce } from '../../support/import-once.js';
import { share } from '../../support/members.js';
import { insertToken, withToken } from '../../support/tokens.js';
import { beekeeper, PASSWORD } from '../../support/world.js';
import { ago, ana, apiary, app, hive, latest, luz, partitionsOf, pointsOf, send } from './readings.fixture.js';

const { READING_BYTES } =
  await importOnce<typeof import('../../../src/shared/readings.js')>('../../src/shared/readings.js');

describe('a token of hives', () => {
  it('records the readings of its hives, and does nothing else', async () => {
    const other = await ana.beehive(apiary);
    const third = await ana.beehive(apiary);
    const device = await withToken(app, ana, { scope: 'RECORD', beehiveIds: [hive, other] });
    const of = (beehive_id: string) => ({ beehive_id, kind: 'WEIGHT', value: 30, measured_at: ago(1) });
    const { body } = await send(device, [of(hive), of(third), of(other)]);
    expect(body).toMatchObject({ recorded_count: 2, refused: [{ line: 2, field: 'beehive_id' }] });
    expect((await send(device, of(third))).status).toBe(400);
    for (const query of [
      '{ apiaries { nodes { id } } }',
      `{ beehive(id: "${hive}") { id } }`,
      '{ me { id } }',
      `mutation { recordMeasurement(input: { beehiveId: "${hive}", kind: WEIGHT, value: 3 }) { measurement { id } } }`,
      `mutation { executeOperations(input: { operations: [] }) { results { key } } }`,
    ]) {
      const { errors } = await device.graphql(query);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', reason: 'TOKEN_LIMITED' });
    }
    for (const path of ['/apiaries', `/beehives/${hive}`, '/lists/apiaries', '/treatments/register/csv'])
      expect(await device.rest('GET', path)).toMatchObject({ status: 403, body: { error_code: 'TOKEN_LIMITED' } });
  });

  it('logs in nowhere: what stands in a field tells nothing about its account', async () => {
    const { token } = await insertToken(app, ana, { scope: 'RECORD', beehiveIds: [hive] });
    const refused = { status: 403, body: { error_code: 'TOKEN_LIMITED' } };
    expect(await app.anyone.rest('POST', '/auth/login', { email: ana.email, password: token })).toMatchObject(refused);
    expect(await app.anyone.rest('POST', '/auth/refresh', { refresh_token: token })).toMatchObject(refused);
    for (const mutation of [
      `logIn(input: { email: "${ana.email}", password: "${token}" }) { accessToken }`,
      `refreshSession(input: { refreshToken: "${token}" }) { user { email } }`,
    ]) {
      const { errors } = await app.anyone.graphql(`mutation { ${mutation} }`);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', reason: 'TOKEN_LIMITED' });
    }
  });

  it('of one hive needs to name none', async () => {
    const device = await withToken(app, ana, { scope: 'RECORD', beehiveIds: [hive] });
    expect((await send(device, { kind: 'WEIGHT', value: 33 })).body).toMatchObject({ recorded_count: 1 });
    expect(await latest()).toMatchObject([{ kind: 'WEIGHT', value: 33 }]);
  });

  it('is void when it is revoked, and when its account loses the hive', async () => {
    const shared = await ana.apiary();
    const beehive = await ana.beehive(shared);
    await share(ana, shared, luz, 'WORKER');
    const { id, token } = await insertToken(app, luz, { scope: 'RECORD', beehiveIds: [beehive] });
    const device = new Client(app.url, token);
    expect((await send(device, { kind: 'WEIGHT', value: 33 })).status).toBe(200);
    await ana.ask(`mutation { removeMember(input: { apiaryId: "${shared}", userId: "${luz.id}" }) { deletedId } }`);
    expect((await send(device, { kind: 'WEIGHT', value: 34 })).status).toBe(400);
    await luz.ask(`mutation { revokePersonalAccessToken(input: { id: "${id}" }) { deletedId } }`);
    expect((await send(device, { kind: 'WEIGHT', value: 34 })).status).toBe(401);
  });

  it('is created for hives that the account sees, with the scope RECORD', async () => {
    const create = (input: object) =>
      ana.graphql(
        'mutation ($input: CreatePersonalAccessTokenInput!) { createPersonalAccessToken(input: $input) { token personalAccessToken { beehiveIds } } }',
        { input: { name: 'Scale', password: PASSWORD, scope: 'RECORD', ...input } },
      );
    const { data } = await create({ beehiveIds: [hive] });
    expect(data.createPersonalAccessToken.personalAccessToken).toEqual({ beehiveIds: [hive] });
    expect(
      (await send(new Client(app.url, data.createPersonalAccessToken.token), { kind: 'WEIGHT', value: 9 })).status,
    ).toBe(200);
    const foreign = await luz.beehive(await luz.apiary());
    const problem = async (input: object) => (await create(input)).errors?.[0]?.extensions;
    expect(await problem({ beehiveIds: [foreign] })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await problem({ beehiveIds: [hive], scope: 'MANAGE' })).toMatchObject({ fields: [{ field: 'scope' }] });
    expect(await problem({ beehiveIds: [hive, hive] })).toMatchObject({ fields: [{ field: 'beehiveIds' }] });
    expect(await problem({ beehiveIds: [hive], apiaryIds: [apiary] })).toMatchObject({
      fields: [{ field: 'apiaryIds' }],
    });
  });
});

describe('what is kept', () => {
  it('partitions of the days that are accepted and of the next month; older ones are dropped', async () => {
    const { sql } = app.database;
    const [raw, hours] = [await partitionsOf(app, 'raw'), await partitionsOf(app, 'hours')];
    expect(raw.length).toBeGreaterThanOrEqual(4);
    expect(raw.length).toBeLessThanOrEqual(6);
    expect(hours.length).toBeGreaterThanOrEqual(25);
    await sql(
      `create table readings.raw_2020_01 partition of readings.raw for values from ('2020-01-01Z') to ('2020-02-01Z')`,
    );
    await sql(`drop table readings.${raw.at(-1)}`);
    await app.app.readings.keep();
    expect(await partitionsOf(app, 'raw')).toEqual(raw);
    expect(await partitionsOf(app, 'hours')).toEqual(hours);
  });

  it('counts towards what an account may hold', async () => {
    const zoe = await beekeeper(app);
    const beehive = await zoe.beehive(await zoe.apiary());
    const usage = async () => (await zoe.ask('{ me { usage { bytes } } }')).me.usage.bytes;
    const measure = async () => {
      await app.database.sql(`update account_usage set claimed_at = '-infinity' where user_id = $1`, [zoe.id]);
      await app.app.accountUsage.measure();
    };
    await measure();
    const before = await usage();
    const all = Array.from({ length: 1000 }, (_, i) => ({
      ...{
        beehive_id: beehive,
        kind: 'WEIGHT',
        value: 40,
        measured_at: new Date(Date.parse(ago(80)) + i * 300_000).toISOString(),
      },
    }));
    expect((await send(zoe, all)).body).toMatchObject({ recorded_count: 1000 });
    await measure();
    expect((await usage()) - before).toBeGreaterThanOrEqual(1000 * READING_BYTES);
  });

  it('a hive that gets the id of one of a deleted account has none of its readings', async () => {
    const zoe = await beekeeper(app);
    const gone = await zoe.beehive(await zoe.apiary());
    await send(zoe, { beehive_id: gone, kind: 'WEIGHT', value: 77, measured_at: ago(1) });
    await zoe.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
    await app.app.removals.remove();
    await app.database.sql('delete from changes where row_id = $1', [gone]);
    const created = await ana.graphql(
      `mutation { createBeehive(input: { apiaryId: "${apiary}", newId: "${gone}" }) { beehive { id } } }`,
    );
    expect(created.errors).toBeUndefined();
    expect(await latest(gone)).toEqual([]);
    expect((await pointsOf('kind: WEIGHT', gone)).points).toEqual([]);
    expect(await app.app.readings.keep()).toBeGreaterThanOrEqual(1);
    expect(await app.database.sql('select 1 from readings.series where beehive_id = $1', [gone])).toEqual([]);
  });

  it('readings come back with a hive whose deletion is undone, and go when it cannot be undone any more', async () => {
    const { sql } = app.database;
    await send(ana, { beehive_id: hive, kind: 'WEIGHT', value: 40, measured_at: ago(1) });
    await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
    await app.app.readings.keep();
    const { deletions } = await ana.ask('{ deletions(first: 1) { nodes { id } } }');
    await ana.ask(`mutation { restoreDeletion(input: { id: "${deletions.nodes[0].id}" }) { kind } }`);
    await app.app.readings.keep();
    expect(await latest()).toMatchObject([{ value: 40 }]);
    await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
    await app.app.readings.keep();
    const [{ id }] = (await sql<{ id: string }>('select id from readings.series where beehive_id = $1', [hive])) as [
      { id: string },
    ];
    await sql(`update readings.series set missing_since = now() - interval '32 days' where id = $1`, [id]);
    await app.app.readings.keep();
    for (const table of ['raw', 'hours', 'days'])
      expect(await sql(`select 1 from readings.${table} where series_id = $1`, [id])).toEqual([]);
    expect(await sql('select 1 from readings.series where id = $1', [id])).toEqual([]);
  });
});
