// Series as tables, and the days of readings in the export.
import { expect, it } from '@jest/globals';
import { share } from '../../support/members.js';
import { beekeeper } from '../../support/world.js';
import { ago, ana, app, DAY, luz, send } from './readings.fixture.js';

it('a list has the parts of a time, hive by hive, of one kind', async () => {
  const place = await ana.apiary();
  const [first, second] = [
    await ana.beehive(place, { beehiveNumber: 1 }),
    await ana.beehive(place, { beehiveNumber: 2 }),
  ];
  const weigh = (beehive_id: string, days: number, value: number) => ({
    ...{ beehive_id, kind: 'WEIGHT', value, measured_at: ago(days) },
  });
  await send(ana, [weigh(first, 2, 40), weigh(first, 1, 41), weigh(second, 1, 30)]);
  await send(ana, { beehive_id: first, kind: 'CUSTOM', quantity: 'Acid', value: 3, measured_at: ago(1) });
  const list = (query: string, who = ana) =>
    who.rest<string>('GET', `/lists/series?apiary_id=${place}&from=${ago(3)}${query}`, undefined, {
      'accept-language': 'en',
    });
  const rowsOf = ({ body }: { body: string }) => body.replace('﻿', '').replaceAll('"', '').trimEnd().split('\r\n');
  const rows = rowsOf(await list(''));
  expect(rows[0]).toBe(
    'From (UTC),Seconds,Apiary,Hive,Lowest,Mean,Highest,Values,Unit,Record of the hive,Measured,Quantity',
  );
  expect(rows.slice(1).map((row) => row.split(',').slice(3))).toEqual([
    ['1', '40', '40', '40', '1', 'kg', first, 'Weight', ''],
    ['1', '41', '41', '41', '1', 'kg', first, 'Weight', ''],
    ['2', '30', '30', '30', '1', 'kg', second, 'Weight', ''],
  ]);
  expect(rowsOf(await list('&unit=GRAMS&beehive_number=2'))[1]).toContain(',30000,30000,30000,1,g,');
  expect(rowsOf(await list('&kind=CUSTOM&quantity=Acid'))[1]).toMatch(/,3,3,3,1,,.*,Acid$/);
  expect(await list('&kind=CUSTOM')).toMatchObject({ status: 400, body: { fields: [{ field: 'quantity' }] } });
  expect(await list('&points=501')).toMatchObject({ status: 400, body: { fields: [{ field: 'points' }] } });
  expect((await list('', luz)).status).toBe(404);
});

it('the export has the days of the hives of the account, in both formats', async () => {
  const zoe = await beekeeper(app);
  const place = await zoe.apiary();
  const hive = await zoe.beehive(place);
  await share(zoe, place, luz, 'MANAGER');
  const day = Math.floor(Date.now() / DAY) * DAY - 3 * DAY;
  const at = (hours: number) => new Date(day + hours * 3_600_000).toISOString();
  await send(
    luz,
    [0, 5, 30].map((hours) => ({ beehive_id: hive, kind: 'WEIGHT', value: 30 + hours, measured_at: at(hours) })),
  );
  const { body } = await zoe.rest('GET', '/users/me/export');
  const row = { beehiveId: hive, kind: 'WEIGHT', quantity: null, customUnit: null, unit: 'KILOGRAMS' };
  expect(body.readings).toEqual([
    { ...row, day: at(0), min: 30, mean: 32.5, max: 35, count: 2 },
    { ...row, day: at(24), min: 60, mean: 60, max: 60, count: 1 },
  ]);
  expect((await luz.rest('GET', '/users/me/export')).body.readings).toEqual([]);
  // Pages of days and of series: each row once.
  const [{ id }] = (await app.database.sql<{ id: string }>('select id from readings.series where beehive_id = $1', [
    hive,
  ])) as [{ id: string }];
  await app.database.sql(
    `insert into readings.days select $1, $2::timestamptz - n * interval '1 day', 1, 1, 1, 1 from generate_series(1, 1100) n`,
    [id, at(0)],
  );
  await app.database.sql(
    `insert into readings.series (beehive_id, beehive_created_at, owner_id, kind, quantity, custom_unit)
     select beehive_id, beehive_created_at, owner_id, 'CUSTOM', n::text, '' from readings.series, generate_series(1, 1100) n where id = $1`,
    [id],
  );
  await app.database.sql(
    `insert into readings.days select id, $2, 1, 1, 1, 1 from readings.series where beehive_id = $1 and kind = 'CUSTOM'`,
    [hive, at(0)],
  );
  const { readings } = (await zoe.rest('GET', '/users/me/export')).body;
  const keys = readings.map((one: Record<string, unknown>) => `${one.kind} ${one.quantity} ${one.day}`);
  expect([keys.length, new Set(keys).size]).toEqual([2202, 2202]);
});
