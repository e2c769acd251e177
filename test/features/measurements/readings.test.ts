// What devices send: formats, and what is refused by its number.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { Client } from '../../support/client.js';
import { share } from '../../support/members.js';
import { withToken } from '../../support/tokens.js';
import { ago, ana, app, hive, latest, luz, pointsOf, send } from './readings.fixture.js';

describe('formats', () => {
  it('JSON: an object, a list or one reading, with names in snake_case or camelCase', async () => {
    const reading = { beehive_id: hive, kind: 'weight', value: 40, unit: 'lb', measured_at: ago(1) };
    expect(await send(ana, { readings: [reading, { ...reading, kind: 'TEMPERATURE', unit: '°C' }] })).toEqual({
      status: 200,
      body: { recorded_count: 2, known_count: 0, refused_count: 0, refused: [] },
    });
    expect((await send(ana, [reading])).body).toMatchObject({ recorded_count: 0, known_count: 1 });
    const other = { beehiveId: hive.toUpperCase(), kind: 'HUMIDITY', value: 60, measuredAt: ago(1) };
    expect((await send(ana, other)).body).toMatchObject({ recorded_count: 1 });
    expect(await latest()).toMatchObject([
      { kind: 'HUMIDITY', value: 60, unit: 'PERCENT' },
      { kind: 'TEMPERATURE', value: 40 },
      { kind: 'WEIGHT', value: 18.1436948, unit: 'KILOGRAMS', isOfDevice: true, measuredAt: ago(1) },
    ]);
  });

  it('lines of JSON, of which each is refused by its number', async () => {
    const line = (value: unknown) => JSON.stringify({ beehive_id: hive, kind: 'WEIGHT', value, measured_at: ago(1) });
    const body = [
      line(30),
      'no JSON',
      '',
      line('31'),
      '[]',
      line(2000),
      JSON.stringify({ kind: 'WEIGHT', value: 1, scale: 7 }),
    ];
    expect((await send(ana, body.join('\n'), 'application/x-ndjson')).body).toEqual({
      ...{ recorded_count: 1, known_count: 0, refused_count: 5 },
      refused: [
        { line: 2, field: null, message: 'is not valid JSON' },
        { line: 4, field: 'value', message: 'is of the wrong type' },
        { line: 5, field: null, message: 'must be an object' },
        { line: 6, field: 'value', message: 'must be from -20 to 1000' },
        { line: 7, field: 'scale', message: 'is not known' },
      ],
    });
  });

  it('SenML: base values, relative times, and units of RFC 8428', async () => {
    const at = Date.parse(ago(2)) / 1000;
    const pack = [
      { bn: `urn:uuid:${hive}:`, bt: at, bu: 'kg', n: 'weight', v: 41.5 },
      { n: 'weight', t: 900, v: 41.75 },
      { n: 'temperature', u: 'Cel', v: 12.5 },
      { n: 'humidity', u: '/', v: 0.6 },
      { n: 'battery', u: 'V', v: 3.7 },
      { n: 'rain', u: 'mm', v: 2 },
      { n: 'open', vb: true },
    ];
    expect((await send(ana, pack, 'application/senml+json')).body).toMatchObject({
      recorded_count: 6,
      refused: [{ line: 7, field: 'v', message: 'is required' }],
    });
    expect(await latest()).toMatchObject([
      { kind: 'CUSTOM', quantity: 'battery', customUnit: 'V', value: 3.7 },
      { kind: 'CUSTOM', quantity: 'rain', customUnit: 'mm', value: 2 },
      { kind: 'HUMIDITY', value: 60 },
      { kind: 'TEMPERATURE', value: 12.5 },
      { kind: 'WEIGHT', value: 41.75, measuredAt: ago(2, 15) },
    ]);
  });

  it('a decoded uplink of The Things Stack, for the hive that the path names', async () => {
    const uplink = {
      end_device_ids: { device_id: 'scale-7' },
      received_at: ago(1, 1),
      uplink_message: {
        received_at: '2026-11-01T00:00:00.123456789Z',
        decoded_payload: { weight_g: 38_250, temperature: 9.5, battery_v: 3.6, status: 'ok' },
      },
    };
    uplink.uplink_message.received_at = `${ago(1).slice(0, 19)}.123456789Z`;
    const path = `/measurements?beehive_id=${hive}`;
    for (const known of [0, 3])
      expect((await send(ana, uplink, 'application/json', path)).body).toMatchObject({
        ...{ recorded_count: 3 - known, known_count: known },
        refused: [{ line: 4, field: 'status', message: 'is not a number' }],
      });
    expect(await latest()).toMatchObject([
      { kind: 'CUSTOM', quantity: 'battery_v', value: 3.6 },
      { kind: 'TEMPERATURE', value: 9.5 },
      { kind: 'WEIGHT', value: 38.25 },
    ]);
  });

  it.each([
    ['{', 'application/json', 400, 'BAD_USER_INPUT'],
    ['{}', 'application/senml+json', 400, 'BAD_USER_INPUT'],
    ['[]', 'application/json', 400, 'BAD_USER_INPUT'],
    ['', 'application/x-ndjson', 400, 'BAD_USER_INPUT'],
    ['{"uplink_message":{}}', 'application/json', 400, 'BAD_USER_INPUT'],
    ['kind,value', 'text/csv', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [`[${'[],'.repeat(100_000)}[]]`, 'application/json', 413, 'TOO_MANY_VALUES'],
    [`[${'1,'.repeat(10_001)}1]`, 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
    ['1'.repeat(2 ** 21 + 1), 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
  ])('%.30s as %s is refused', async (body, type, status, code) => {
    const answer = await send(ana, body, type);
    expect(answer).toMatchObject({ status, body: { error_code: code } });
  });

  it('a compressed body counts as what it becomes', async () => {
    const post = (text: string) =>
      fetch(`${app.url}/api/v1/measurements`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          authorization: `Bearer ${ana.token}`,
        },
        body: gzipSync(text) as never,
      });
    const reading = { beehive_id: hive, kind: 'WEIGHT', value: 40, measured_at: ago(1) };
    expect((await post(JSON.stringify(reading))).status).toBe(200);
    expect((await post(' '.repeat(2 ** 22))).status).toBe(413);
  });
});

describe('what is refused', () => {
  it('a time that is too old or in the future, an unknown hive, and a kind that is none', async () => {
    const reading = (given: object) => ({ beehive_id: hive, kind: 'WEIGHT', value: 30, measured_at: ago(1), ...given });
    const foreign = await luz.beehive(await luz.apiary());
    const { body } = await send(ana, [
      reading({}),
      reading({ measured_at: ago(91) }),
      reading({ measured_at: ago(-1) }),
      reading({ beehive_id: foreign }),
      reading({ beehive_id: '0198a000-0000-7000-8000-000000000000' }),
      reading({ beehive_id: 'Maple' }),
      reading({ beehive_id: null }),
      reading({ kind: 'MASS' }),
      reading({ measured_at: '2026-12-01' }),
    ]);
    expect(body).toMatchObject({ recorded_count: 1, refused_count: 8 });
    const fields = body.refused.map(({ field }) => field);
    expect(fields).toEqual([
      ...['measured_at', 'measured_at', 'beehive_id', 'beehive_id', 'beehive_id', 'beehive_id', 'kind', 'measured_at'],
    ]);
    const messages = body.refused.map(({ message }) => message);
    expect(messages[2]).toBe(messages[3]);
  });

  it('all of a batch: the same error on both APIs', async () => {
    const reading = { kind: 'WEIGHT', value: 3000 };
    const { status, body } = await send(ana, [{ ...reading, beehive_id: hive }]);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error_code: 'BAD_USER_INPUT', fields: [{ field: 'readings.0.value' }] },
    });
    const many = Array.from({ length: 501 }, () => ({ ...reading, beehiveId: hive }));
    const tooLong = await ana.graphql(
      'mutation ($input: RecordReadingsInput!) { recordReadings(input: $input) { recordedCount } }',
      {
        input: { readings: many },
      },
    );
    expect(tooLong.errors?.[0]?.extensions.fields).toMatchObject([{ field: 'readings' }]);
    const { errors } = await ana.graphql(
      'mutation ($input: RecordReadingsInput!) { recordReadings(input: $input) { recordedCount } }',
      { input: { readings: [{ ...reading, beehiveId: hive }] } },
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field: 'readings.0.value' }] });
  });

  it('more than one a minute, without what was there before', async () => {
    const second = (i: number) => new Date(Date.parse(ago(3)) + i * 1000).toISOString();
    const all = Array.from({ length: 70 }, (_, i) => ({
      beehive_id: hive,
      kind: 'WEIGHT',
      value: i,
      measured_at: second(i),
    }));
    expect((await send(ana, all.slice(0, 50))).body).toMatchObject({ recorded_count: 50 });
    const again = await send(ana, all.toReversed());
    expect(again.body).toMatchObject({ recorded_count: 10, known_count: 50, refused_count: 10 });
    expect(again.body.refused.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const { points } = await pointsOf(`kind: WEIGHT, from: "${ago(3)}", before: "${ago(3, 60)}", points: 1`);
    expect(points).toMatchObject([{ count: 60, min: 0, max: 59, mean: 29.5 }]);
  });

  it('more quantities of its own than a hive can have; kinds are always possible', async () => {
    const all = Array.from({ length: 25 }, (_, i) => ({
      ...{ beehive_id: hive, kind: 'CUSTOM', value: i, measured_at: ago(1) },
      quantity: `Q${i}`,
    }));
    expect((await send(ana, all)).body).toMatchObject({ recorded_count: 20, refused_count: 5 });
    expect((await send(ana, all)).body).toMatchObject({ recorded_count: 0, known_count: 20, refused_count: 5 });
    expect((await send(ana, all[9])).body).toMatchObject({ fields: [{ field: 'readings.0.quantity' }] });
    const weight = { beehive_id: hive, kind: 'WEIGHT', value: 30, measured_at: ago(1) };
    expect((await send(ana, weight)).body).toMatchObject({ recorded_count: 1 });
  });

  it('limits are those of all requests together', async () => {
    const batch = (n: number) =>
      Array.from({ length: 60 }, (_, i) => ({
        ...{ beehive_id: hive, kind: 'CUSTOM', value: i, quantity: `${n % 25}` },
        measured_at: new Date(Date.parse(ago(2)) + i * 60_000 + n).toISOString(),
      }));
    await Promise.all(Array.from({ length: 8 }, (_, n) => send(ana, batch(n))));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        send(
          ana,
          batch(n).map((one) => ({ ...one, quantity: 'one' })),
        ),
      ),
    );
    await Promise.all(Array.from({ length: 20 }, (_, n) => send(ana, batch(n + 8))));
    const [count] = await app.database.sql<{ series: number; most: number }>(
      `select count(distinct s.id)::int as series, max(h.count) as most from readings.series s join readings.hours h on h.series_id = s.id
       where beehive_id = $1`,
      [hive],
    );
    expect(count).toEqual({ series: 20, most: 60 });
  });

  it('is not the latest value of anything', async () => {
    const minute = (i: number) => new Date(Date.parse(ago(3)) + i * 30_000).toISOString();
    const all = Array.from({ length: 61 }, (_, i) => ({
      beehive_id: hive,
      kind: 'WEIGHT',
      value: i,
      measured_at: minute(i),
    }));
    expect((await send(ana, all)).body).toMatchObject({ recorded_count: 60, refused: [{ line: 61 }] });
    expect(await latest()).toMatchObject([{ value: 59 }]);
  });

  it('another value of the same time in one request, also of readings without a time', async () => {
    const reading = { beehive_id: hive, kind: 'WEIGHT', value: 40 };
    const at = { ...reading, measured_at: ago(1) };
    expect((await send(ana, [at, at, { ...at, value: 41 }])).body).toMatchObject({
      ...{ recorded_count: 1, known_count: 1, refused: [{ line: 3, field: 'measured_at' }] },
    });
    expect((await send(ana, [reading, { ...reading, value: 41 }, reading])).body).toMatchObject({
      ...{ recorded_count: 1, known_count: 0, refused: [{ line: 2 }, { line: 3 }] },
    });
  });

  it.each([
    ['unit', { unit: { toString: 1 } }],
    ['unit', { unit: ['kg'] }],
    ['quantity', { kind: 'CUSTOM', quantity: '  ' }],
    ['quantity', { kind: 'CUSTOM' }],
    ['value', { value: 1e308 }],
    ['measured_at', { measured_at: 1_796_093_721 }],
    ['beehive_id', { beehive_id: { toString: 1 } }],
  ])('a wrong %s, by its number: %j', async (field, given) => {
    const good = { beehive_id: hive, kind: 'WEIGHT', value: 40, measured_at: ago(1) };
    const { status, body } = await send(ana, [good, { ...good, ...given }]);
    expect({ status, body }).toMatchObject({ status: 200, body: { recorded_count: 1, refused: [{ line: 2, field }] } });
  });

  it.each([
    [{ t: 1e300 }, 'measured_at'],
    [{ t: true }, 't'],
    [{ n: { toString: 1 } }, 'n'],
    [{ t: Date.now() * 1000 }, 'measured_at'],
  ])('SenML with %j', async (given, field) => {
    const good = { n: `${hive}/weight`, u: 'kg', v: 40, t: -60 };
    const { status, body } = await send(ana, [good, { ...good, ...given }], 'application/senml+json');
    expect({ status, body }).toMatchObject({ status: 200, body: { recorded_count: 1, refused: [{ line: 2, field }] } });
  });

  it.each([
    [{ x_: 1 }, 'x_'],
    [{ bver: 11 }, 'bver'],
    [{ bn: { toString: 1 } }, 'bn'],
    [{ bt: '1' }, 'bt'],
  ])('a pack of SenML with %j, as a whole: nothing of it is guessed', async (given, field) => {
    const good = { n: `${hive}/weight`, u: 'kg', v: 40 };
    const { status, body } = await send(ana, [good, { ...good, t: -60, ...given }], 'application/senml+json');
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: [{ field: `readings.1.${field}` }] } });
    expect(await latest()).toEqual([]);
  });

  it('by role: a viewer of an apiary records nothing', async () => {
    const shared = await ana.apiary();
    const beehive = await ana.beehive(shared);
    await share(ana, shared, luz, 'VIEWER');
    const reading = { beehive_id: beehive, kind: 'WEIGHT', value: 30, measured_at: ago(1) };
    expect((await send(luz, reading)).status).toBe(400);
    expect(await latest(beehive)).toEqual([]);
  });

  it('without a token, with a wrong one, or with the scope READ', async () => {
    const reading = { beehive_id: hive, kind: 'WEIGHT', value: 30 };
    expect((await send(new Client(app.url), reading)).status).toBe(401);
    expect((await send(new Client(app.url, 'bk_no'), reading)).status).toBe(401);
    const answer = await send(await withToken(app, ana), reading);
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'SCOPE_MISSING' } });
  });
});
