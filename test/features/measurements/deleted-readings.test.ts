// What is deleted of readings, by whom, and for how long they are kept as they were sent.
import { describe, expect, it } from '@jest/globals';
import { Client, startTestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { withToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import {
  ago,
  ana,
  apiary,
  app,
  DAY,
  HOUR,
  hive,
  latest,
  luz,
  partitionsOf,
  pointsOf,
  send,
} from './readings.fixture.js';

const DELETE = 'mutation ($input: DeleteReadingsInput!) { deleteReadings(input: $input) { deletedCount } }';
const remove = async (input: object, who: Pick<Beekeeper, 'graphql'> = ana) => {
  const { data, errors } = await who.graphql(DELETE, { input: { beehiveId: hive, kind: 'WEIGHT', ...input } });
  return errors?.[0]?.extensions ?? data.deleteReadings.deletedCount;
};
const weigh = (value: number, days: number, beehive_id = hive) => ({
  ...{ beehive_id, kind: 'WEIGHT', value, measured_at: ago(days) },
});

describe('readings are deleted', () => {
  it('and sent again, corrected', async () => {
    await send(ana, [weigh(400, 2), weigh(41, 1)]);
    expect((await send(ana, weigh(40, 2))).body).toMatchObject({ recorded_count: 0, known_count: 1 });
    const before = new Date(Date.parse(ago(2)) + 1).toISOString();
    expect(await remove({ from: ago(2), before })).toBe(1);
    expect(await remove({ from: ago(2), before })).toBe(0);
    expect((await send(ana, weigh(40, 2))).body).toMatchObject({ recorded_count: 1 });
    expect(await pointsOf('kind: WEIGHT, points: 500')).toMatchObject({
      gain: 1,
      points: [{ mean: 40 }, { mean: 41 }],
    });
  });

  it('with what they meant: no value, no swarm and no flow is left', async () => {
    const at = (minutes: number) => new Date(Date.parse(ago(1)) + minutes * 60_000).toISOString();
    const all = [41, 38, 38].map((value, i) => ({ ...weigh(value, 1), measured_at: at(i * 10) }));
    await send(ana, all);
    const swarms = async () =>
      (
        await ana.ask(`{ worklist(filter: { kinds: [SWARM] }, first: 50) { nodes { beehive { id } } } }`)
      ).worklist.nodes.filter(({ beehive }: { beehive: { id: string } }) => beehive.id === hive);
    expect(await swarms()).toHaveLength(1);
    expect(await remove({ from: at(15) })).toBe(1);
    expect(await swarms()).toEqual([]);
    expect(await latest()).toMatchObject([{ value: 38, measuredAt: at(10) }]);
    expect(await remove({})).toBe(2);
    expect(await latest()).toEqual([]);
    expect((await pointsOf('kind: WEIGHT')).points).toEqual([]);
  });

  it('of one series: others, of other kinds and hives, and what people measured stay', async () => {
    const other = await ana.beehive(apiary);
    const acid = { beehive_id: hive, kind: 'CUSTOM', quantity: 'Acid', custom_unit: 'ppm', value: 3 };
    await send(ana, [
      weigh(40, 1),
      weigh(50, 1, other),
      acid,
      { ...acid, custom_unit: null },
      { beehive_id: hive, kind: 'HUMIDITY', value: 60 },
    ]);
    await ana.ask(
      `mutation { recordMeasurement(input: { beehiveId: "${hive}", kind: WEIGHT, value: 39 }) { measurement { id } } }`,
    );
    expect(await remove({})).toBe(1);
    expect(await remove({ kind: 'CUSTOM', quantity: ' Acid ', customUnit: 'ppm' })).toBe(1);
    expect(await latest(other)).toMatchObject([{ value: 50 }]);
    expect(await latest()).toMatchObject([
      { kind: 'CUSTOM', customUnit: null },
      { kind: 'HUMIDITY' },
      { kind: 'WEIGHT', value: 39, isOfDevice: false },
    ]);
  });

  it('and make place for other quantities of the hive', async () => {
    const custom = (quantity: string) => ({ beehive_id: hive, kind: 'CUSTOM', quantity, value: 1 });
    await send(
      ana,
      Array.from({ length: 20 }, (_, i) => custom(`q${i}`)),
    );
    expect((await send(ana, custom('another'))).status).toBe(400);
    expect(await remove({ kind: 'CUSTOM', quantity: 'q7' })).toBe(1);
    expect((await send(ana, custom('another'))).status).toBe(200);
  });

  it('while others arrive: each is recorded, and none is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        i % 3 === 2
          ? remove({})
          : send(ana, { ...weigh(40, 1), measured_at: new Date(Date.parse(ago(1)) + i * 120_000).toISOString() }),
      ),
    );
    const recorded = answers.filter((one) => typeof one === 'object');
    expect(recorded).toEqual(recorded.map(() => expect.objectContaining({ status: 200 })));
    const left = (await pointsOf('kind: WEIGHT, points: 500')).points.reduce(
      (sum: number, one: { count: number }) => sum + one.count,
      0,
    );
    const deleted = answers.reduce((sum: number, one) => sum + (typeof one === 'number' ? one : 0), 0);
    expect(deleted + left).toBe(20);
  });

  it('where only hours and days are left, by those that lie within the time', async () => {
    const { sql } = app.database;
    await send(ana, weigh(40, 1));
    const [{ id }] = (await sql<{ id: string }>('select id from readings.series where beehive_id = $1', [hive])) as [
      { id: string },
    ];
    const day = Math.floor(Date.now() / DAY) * DAY - 200 * DAY;
    const at = (hours: number) => new Date(day + hours * HOUR).toISOString();
    await sql(
      `insert into readings.hours select $1, $2::timestamptz + n * interval '1 hour', n, n, n, 1 from generate_series(0, 47) n`,
      [id, at(0)],
    );
    await sql(
      `insert into readings.days select $1, date_trunc('day', hour, 'UTC'), min(min), max(max), sum(sum), sum(count) from readings.hours
       where series_id = $1 and hour < $2 group by 2`,
      [id, at(48)],
    );
    expect(await remove({ from: at(-0.5), before: at(3.5) })).toBe(3);
    const hours = await pointsOf(`kind: WEIGHT, from: "${at(0)}", before: "${at(48)}", points: 48`);
    expect([hours.points.length, hours.points[0].min]).toEqual([45, 3]);
    const days = await pointsOf(`kind: WEIGHT, from: "${at(0)}", before: "${at(48)}", points: 2`);
    expect(days.points).toMatchObject([
      { min: 3, max: 23, count: 21 },
      { min: 24, max: 47, count: 24 },
    ]);
    // Of hours that are not kept any more, days are left.
    await sql('delete from readings.hours where series_id = $1 and hour < $2', [id, at(48)]);
    await sql(`update readings.days set day = day - interval '800 days' where series_id = $1 and day < $2`, [
      id,
      at(48),
    ]);
    const old = (hours: number) => new Date(day + hours * HOUR - 800 * DAY).toISOString();
    expect(await remove({ before: old(47) })).toBe(21);
    expect(await remove({ before: old(48) })).toBe(24);
    expect(await latest()).toMatchObject([{ value: 40 }]);
  });

  it('with the field that is wrong', async () => {
    const fields = (field: string) => ({ code: 'BAD_USER_INPUT', fields: [{ field }] });
    expect(await remove({ from: ago(1), before: ago(1) })).toMatchObject(fields('before'));
    expect(await remove({ kind: 'CUSTOM' })).toMatchObject(fields('quantity'));
    expect(await remove({ quantity: 'x' })).toMatchObject(fields('quantity'));
    expect(await remove({ customUnit: 'x' })).toMatchObject(fields('customUnit'));
    expect(await remove({ beehiveId: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('by who may delete the hive: no worker, no stranger, and no token of a device', async () => {
    await send(ana, weigh(40, 1));
    const bob = await beekeeper(app);
    await share(ana, apiary, bob, 'WORKER');
    expect(await remove({}, bob)).toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' });
    expect(await remove({}, luz)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await remove({}, await withToken(app, ana, { scope: 'RECORD' }))).toMatchObject({ reason: 'SCOPE_MISSING' });
    const device = await withToken(app, ana, { scope: 'RECORD', beehiveIds: [hive] });
    expect(await remove({}, device)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await latest()).toHaveLength(1);
    expect(await remove({}, await withToken(app, ana, { scope: 'MANAGE' }))).toBe(1);
  });
});

describe('the retention of readings', () => {
  it('is shorter by a setting, and longer for what has not been dropped yet', async () => {
    const short = await startTestApp({ READINGS_RETENTION: '30d', HOURLY_READINGS_RETENTION: '60d' });
    try {
      const zoe = await beekeeper(short);
      const beehiveId = await zoe.beehive(await zoe.apiary());
      const record = async (days: number) => {
        const { data, errors } = await zoe.graphql(
          'mutation ($input: RecordReadingsInput!) { recordReadings(input: $input) { recordedCount } }',
          { input: { readings: [{ beehiveId, kind: 'WEIGHT', value: 40, measuredAt: ago(days) }] } },
        );
        return errors?.[0]?.extensions.fields?.[0]?.message ?? data.recordReadings.recordedCount;
      };
      expect(await record(28)).toBe(1);
      expect(await record(31)).toBe('must not be more than 29 days ago');
      const raw = await partitionsOf(short, 'raw');
      expect(raw.length).toBeLessThanOrEqual(4);
      expect((await partitionsOf(short, 'hours')).length).toBeLessThanOrEqual(5);
      // What was summarized and dropped would count twice.
      const long = await startTestApp({ READINGS_RETENTION: '365d' }, short.database);
      try {
        expect(await partitionsOf(long, 'raw')).toEqual(raw);
        const first = Date.parse(`${raw[0]!.slice(4).replace('_', '-')}-01T00:00:00Z`);
        const measuredAt = new Date(first - 1000).toISOString();
        const later = new Client(long.url, zoe.token);
        const { body } = await later.rest('POST', '/measurements', { beehiveId, kind: 'WEIGHT', value: 1, measuredAt });
        expect(body).toMatchObject({ error_code: 'BAD_USER_INPUT' });
        const { data } = await later.graphql(
          `{ beehive(id: "${beehiveId}") { series(kind: WEIGHT, from: "${ago(300)}", before: "${ago(299)}", points: 5) { seconds } } }`,
        );
        expect(data.beehive.series.seconds).toBe(86_400);
      } finally {
        await long.close();
      }
    } finally {
      await short.close();
    }
  });
});
