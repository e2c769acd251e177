// Treatments of hives: recorded for all or none, ended, corrected, voided; their follow-ups; mite counts.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { until } from '../process/service.js';
import { isOfRequest, startTestApp, type TestApp } from '../support/client.js';
import { share } from '../support/members.js';
import { expectLikeMissing } from '../support/missing-ids.js';
import { expectOwnersTrue } from '../support/owners.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD, treat } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
let apiary: string;
let hives: string[];
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'El Roble' });
  hives = [await ana.beehive(apiary, { beehiveNumber: 1 }), await ana.beehive(apiary)];
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

type Json = Record<string, unknown>;
const DETAILS = { kind: 'Varroa', productName: 'Thymol', startedOn: '2026-05-01' };
const RECORD = `mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) {
  id beehiveId beehiveLabel apiaryLabel courseId status dose doseText dosage stockQuantity movementId batchNumber supplier revision retainUntil
  recordedAt endedOn
} }`;
const record = (input: Json, who = ana) => who.graphql(RECORD, { input: { beehiveIds: hives, ...DETAILS, ...input } });
const recordOne = async (input: Json = {}): Promise<string> =>
  (await record({ beehiveIds: [hives[0]], ...input })).data.recordTreatment[0].id;
const change = (name: string, id: string, input: Json) => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($id: ID!, $input: ${type}!) { ${name}(id: $id, input: $input) { id status endedOn revision reason productName dose dosage } }`;
  return ana.graphql(document, { id, input });
};
const voidIt = (id: string, reason = 'Wrong hive') =>
  ana.graphql(
    'mutation ($id: ID!, $reason: String!) { voidTreatment(id: $id, reason: $reason) { id status revision } }',
    {
      id,
      reason,
    },
  );
const treated = async (id = hives[0]): Promise<boolean> =>
  (await ana.ask('query ($id: ID!) { beehive(id: $id) { isTreated } }', { id })).beehive.isTreated;
const rows = (): Promise<object[]> =>
  app.database.sql('select * from treatments where owner_id = $1 order by id', [ana.id]);
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Records a treatment whose end was announced, for a day that has passed since. */
const recordAnnounced = async (endedOn: string): Promise<string> => {
  const id = await recordOne({ endedOn: inDays(10) });
  await app.database.sql('update treatments set ended_on = $2 where id = $1', [id, endedOn]);
  return id;
};

describe('recordTreatment', () => {
  it('records one treatment for each hive, in their order, with frozen labels', async () => {
    const { data } = await record({ beehiveIds: [hives[1], hives[0]!.toUpperCase()], dose: '12.500' });
    const [second, first] = data.recordTreatment;
    expect(first).toMatchObject({
      beehiveId: hives[0],
      beehiveLabel: '1',
      apiaryLabel: 'El Roble',
      status: 'ACTIVE',
      dose: '12.5',
      revision: 1,
    });
    expect(second).toMatchObject({ beehiveId: hives[1], beehiveLabel: hives[1]!.slice(-8), courseId: first.courseId });
    const recorded = new Date(first.recordedAt);
    recorded.setUTCFullYear(recorded.getUTCFullYear() + 5);
    expect(first.retainUntil).toBe(recorded.toISOString().slice(0, 10));
  });

  it('keeps the record a year longer than the product', async () => {
    const { data } = await record({ expiryDate: '2039-12-31' });
    expect(data.recordTreatment[0].retainUntil).toBe('2040-12-31');
  });

  it('doses add up exactly', async () => {
    for (const dose of ['0.1', '0.2', 0.3]) await record({ beehiveIds: [hives[0]], dose });
    const [sum] = await app.database.sql<{ sum: string }>(
      'select sum(dose)::text as sum from treatments where beehive_id = $1',
      [hives[0]],
    );
    expect(sum).toEqual({ sum: '0.600' });
  });

  it.each(['1.2345', '12345678', '-1', '1e2', 'two', '', true])('refuses the dose %j', async (dose) => {
    expectGraphqlRefused(await record({ dose }), { code: 'BAD_USER_INPUT', field: 'dose' });
  });

  it('a dose in words is a dose too, if it is a number', async () => {
    const doses = [];
    for (const doseText of ['2,5', '2 tiras'])
      doses.push((await record({ beehiveIds: [hives[0]], doseText })).data.recordTreatment[0]);
    expect(doses).toMatchObject([
      { dose: '2.5', doseText: '2,5', dosage: '2,5' },
      { dose: null, doseText: '2 tiras', dosage: '2 tiras' },
    ]);
  });

  it('a blank dose in words says nothing', async () => {
    const doses = [];
    for (const input of [{ dose: '2', doseText: '' }, { doseText: ' ' }])
      doses.push((await record({ beehiveIds: [hives[0]], ...input })).data.recordTreatment[0]);
    expect(doses).toMatchObject([
      { dose: '2', doseText: null, dosage: '2' },
      { dose: null, doseText: null, dosage: null },
    ]);
  });

  it('an end that has come completes it, one in the future announces it', async () => {
    const statuses = [];
    for (const endedOn of ['2026-05-20', inDays(0), inDays(30), null])
      statuses.push((await record({ endedOn })).data.recordTreatment[0].status);
    expect(statuses).toEqual(['COMPLETED', 'COMPLETED', 'ACTIVE', 'ACTIVE']);
  });

  it.each([
    ['beehiveIds', 'no hive', () => ({ beehiveIds: [] })],
    ['beehiveIds', 'too many', () => ({ beehiveIds: Array.from({ length: 101 }, () => randomUUID()) })],
    ['beehiveIds', 'a hive twice', () => ({ beehiveIds: [hives[0], hives[0]!.toUpperCase()] })],
    ['startedOn', 'a day in the future', () => ({ startedOn: inDays(3) })],
    ['endedOn', 'an end before the first day', () => ({ endedOn: '2026-04-30' })],
    ['productName', 'no product', () => ({ productName: ' ' })],
    ['withdrawalDays', 'a negative period', () => ({ withdrawalDays: -1 })],
    ['itemId', 'a quantity without an item', () => ({ quantityPerHive: 1 })],
    ['quantityPerHive', 'an item without a quantity', () => ({ itemId: randomUUID() })],
  ])('refuses %s: %s', async (field, _case, input) => {
    const before = await rows();
    expectGraphqlRefused(await record(input()), { code: 'BAD_USER_INPUT', field });
    expect(await rows()).toEqual(before);
  });

  it('a hive that cannot be treated leaves nothing, neither a record nor a movement', async () => {
    const item = await ana.item(apiary, { quantity: 10 });
    const foreign = await bea.beehive(await bea.apiary());
    const before = await rows();
    const answers = [];
    for (const id of [foreign, randomUUID()])
      answers.push(await record({ beehiveIds: [hives[0], id, hives[1]], itemId: item, quantityPerHive: 1 }));
    expectGraphqlRefused(answers[0]!, { code: 'NOT_FOUND', message: 'Beehive not found' });
    expect(answers[0]!.errors).toEqual(answers[1]!.errors);
    expect(await rows()).toEqual(before);
    const { inventoryItem } = await ana.ask(`{ inventoryItem(id: "${item}") { quantity movements { totalCount } } }`);
    expect(inventoryItem).toEqual({ quantity: 10, movements: { totalCount: 1 } });
  });
});

describe('the stock', () => {
  it('takes the product for all hives in one movement, and fills in its batch', async () => {
    const item = await ana.item(apiary, {
      quantity: 10,
      batchNumber: 'L-7',
      supplier: 'Sur',
      expiryDate: '2030-01-31',
    });
    const { data } = await record({ itemId: item, quantityPerHive: 3, appliedBy: 'Luz', supplier: 'Norte' });
    const [one, two] = data.recordTreatment;
    expect(one).toMatchObject({ stockQuantity: 3, batchNumber: 'L-7', supplier: 'Norte' });
    expect(two.movementId).toBe(one.movementId);
    const { stockMovements } = await ana.ask(
      `{ stockMovements(itemId: "${item}") { nodes { id kind amount balanceAfter person reason } } }`,
    );
    expect(stockMovements.nodes[0]).toEqual({
      id: one.movementId,
      kind: 'EXIT',
      amount: -6,
      balanceAfter: 4,
      person: 'Luz',
      reason: 'Thymol',
    });
    const { treatment } = await ana.ask(
      `{ treatment(id: "${one.id}") { item { itemName } movement { amount } beehive { beehiveNumber } apiary { name } recordedBy { username } } }`,
    );
    expect(treatment).toEqual({
      item: { itemName: 'Wax' },
      movement: { amount: -6 },
      beehive: { beehiveNumber: 1 },
      apiary: { name: 'El Roble' },
      recordedBy: { username: 'bee' },
    });
  });

  it('less than is needed leaves nothing', async () => {
    const item = await ana.item(apiary, { quantity: 5 });
    const before = await rows();
    const refused = await record({ itemId: item, quantityPerHive: 3 });
    expectGraphqlRefused(refused, { code: 'CONFLICT', message: 'There are only 5 (kg) in stock' });
    expect(refused.errors![0]!.extensions.reason).toBe('INSUFFICIENT_STOCK');
    expect(await rows()).toEqual(before);
    expectRefused(
      await ana.rest('POST', '/treatments', {
        hive_id: hives[0],
        treatment_type: 'a',
        product_name: 'b',
        start_date: '2026-05-01',
        item_id: item,
        stock_quantity: 6,
      }),
      { status: 409, code: 'INSUFFICIENT_STOCK' },
    );
    expect(await rows()).toEqual(before);
  });

  it('a record that fails after the stock was drawn leaves the stock and its movements as they were', async () => {
    const { sql } = app.database;
    const item = await ana.item(apiary, { quantity: 10 });
    const stock = () =>
      ana.ask(`{ inventoryItem(id: "${item}") { quantity movements { nodes { id amount balanceAfter } } } }`);
    const [before, records] = [await stock(), await rows()];
    // A sequence is not rolled back: it says whether the movement had been written.
    await sql('create sequence draws');
    await sql(`create function count_draw() returns trigger language plpgsql as
      $$ begin perform nextval('draws'); return null; end $$`);
    await sql('create trigger draws after insert on stock_movements for each row execute function count_draw()');
    await sql(`alter table treatments add constraint fails check (beehive_label <> '1' or product_name <> 'Fails')`);
    const input = { beehiveIds: [hives[1], hives[0]], productName: 'Fails', itemId: item, quantityPerHive: 2 };
    expectGraphqlRefused(await record(input), { code: 'INTERNAL_SERVER_ERROR' });
    expect(await sql('select is_called, last_value::int from draws')).toEqual([{ is_called: true, last_value: 1 }]);
    expect(await stock()).toEqual(before);
    expect(await rows()).toEqual(records);
    await sql('alter table treatments drop constraint fails');
    await sql('drop trigger draws on stock_movements');
    expect((await record(input)).errors).toBeUndefined();
    expect((await stock()).inventoryItem.quantity).toBe(6);
  });

  it('of many at once never overdraw it', async () => {
    const item = await ana.item(apiary, { quantity: 7 });
    const before = (await rows()).length;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        record({ beehiveIds: i % 2 === 0 ? hives : [...hives].reverse(), itemId: item, quantityPerHive: 1 }),
      ),
    );
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(3);
    for (const { errors } of answers.filter((answer) => answer.errors))
      expect(errors![0]!.extensions.reason).toBe('INSUFFICIENT_STOCK');
    const { inventoryItem } = await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`);
    expect([inventoryItem.quantity, (await rows()).length - before]).toEqual([1, 6]);
  });
});

it('a hundred hives take as many statements as one', async () => {
  const many = await ana.ask('mutation ($inputs: [CreateBeehiveInput!]!) { createBeehives(inputs: $inputs) { id } }', {
    inputs: Array.from({ length: 100 }, () => ({ apiaryId: apiary })),
  });
  const item = await ana.item(apiary, { quantity: 1000 });
  const ids: string[] = many.createBeehives.map(({ id }: { id: string }) => id);
  const sent = async (beehiveIds: string[]): Promise<number> => {
    let count = 0;
    const pool = app.app.pool as unknown as NodeJS.EventEmitter;
    const wrap = (client: { query: (...args: unknown[]) => unknown }): void => {
      const { query } = client;
      client.query = (...args) => {
        const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
        if (isOfRequest(text)) count += 1;
        return query.apply(client, args);
      };
      const unwrap = (released: unknown, other: unknown): void => {
        if (released !== client && other !== client) return;
        client.query = query;
        pool.removeListener('release', unwrap);
      };
      pool.on('release', unwrap);
    };
    pool.on('acquire', wrap);
    expect((await record({ beehiveIds, itemId: item, quantityPerHive: 1 })).errors).toBeUndefined();
    pool.removeListener('acquire', wrap);
    return count;
  };
  const one = await sent(ids.slice(0, 1));
  expect(one).toBeGreaterThan(3);
  expect(await sent(ids)).toBe(one);
});

describe('isTreated', () => {
  it('follows from active treatments', async () => {
    expect(await treated()).toBe(false);
    const [first, second] = [await recordOne(), await recordOne()];
    expect(await treated()).toBe(true);
    await change('endTreatment', first, {});
    expect(await treated()).toBe(true);
    await voidIt(second);
    expect(await treated()).toBe(false);
    await change('correctTreatment', first, { status: 'ACTIVE', reason: 'It goes on' });
    expect(await treated()).toBe(true);
    await change('correctTreatment', first, { endedOn: '2026-06-01', reason: 'It has ended' });
    expect(await treated()).toBe(false);
  });

  it('a treatment that is recorded after its end does not set it', async () => {
    await recordOne({ endedOn: '2026-05-02' });
    expect(await treated()).toBe(false);
  });

  it('may be set by the app, which cannot deny an active treatment', async () => {
    const put = async (treatments: boolean): Promise<boolean> =>
      (await ana.rest('PUT', `/beehives/${hives[0]}`, { treatments })).body.treatments;
    expect([await put(true), await put(false)]).toEqual([true, false]);
    const id = await recordOne();
    expect([await put(false), await treated()]).toEqual([true, true]);
    await change('endTreatment', id, {});
    expect(await put(false)).toBe(false);
  });
});

describe('endTreatment', () => {
  it('ends today, also if an end was announced for another day', async () => {
    const [open, announced] = [await recordOne(), await recordOne({ endedOn: inDays(10) })];
    expect((await change('endTreatment', open, { finalResult: 'Good' })).data.endTreatment).toMatchObject({
      status: 'COMPLETED',
      endedOn: inDays(0),
      revision: 2,
      reason: null,
    });
    expect((await change('endTreatment', announced, {})).data.endTreatment.endedOn).toBe(inDays(0));
  });

  it('an announced day that has passed is the end only if the client says so', async () => {
    const ends = [];
    for (const endedOn of [undefined, null, '2026-05-20']) {
      const id = await recordAnnounced('2026-05-20');
      ends.push((await change('endTreatment', id, { ...(endedOn !== undefined && { endedOn }) })).data.endTreatment);
    }
    const today = { status: 'COMPLETED', endedOn: inDays(0) };
    expect(ends).toMatchObject([today, today, { status: 'COMPLETED', endedOn: '2026-05-20' }]);
  });

  it('keeps what was stated before as an earlier revision', async () => {
    const id = await recordOne({ withdrawalDays: 7, finalResult: 'Few mites' });
    await change('endTreatment', id, { withdrawalDays: 0, finalResult: 'None' });
    const { treatment } = await ana.ask(
      `{ treatment(id: "${id}") { revisions { revision status withdrawalDays finalResult } } }`,
    );
    expect(treatment.revisions).toEqual([
      { revision: 2, status: 'COMPLETED', withdrawalDays: 0, finalResult: 'None' },
      { revision: 1, status: 'ACTIVE', withdrawalDays: 7, finalResult: 'Few mites' },
    ]);
  });

  it('where the next day has begun, a treatment begins and ends on that day', async () => {
    const day = inDays(1);
    const { data } = await record({ startedOn: day, endedOn: day });
    expect(data.recordTreatment[0]).toMatchObject({ status: 'COMPLETED', endedOn: day });
    const id = await recordOne({ startedOn: day });
    expect((await change('endTreatment', id, {})).data.endTreatment).toMatchObject({
      status: 'COMPLETED',
      endedOn: day,
    });
    // An app that sends every field again does not begin it again.
    expect((await change('correctTreatment', id, { endedOn: day, reason: 'x' })).data.correctTreatment.status).toBe(
      'COMPLETED',
    );
    const earlier = await recordOne();
    await change('endTreatment', earlier, { endedOn: day });
    const again = await change('correctTreatment', earlier, { endedOn: day, reason: 'x' });
    expect(again.data.correctTreatment).toMatchObject({ status: 'COMPLETED', endedOn: day });
    expect(
      (await change('correctTreatment', earlier, { endedOn: inDays(9), reason: 'x' })).data.correctTreatment.status,
    ).toBe('ACTIVE');
  });

  it('refuses a day before the first, one in the future, and a treatment that has ended', async () => {
    const id = await recordOne();
    for (const endedOn of ['2026-04-30', inDays(3)])
      expectGraphqlRefused(await change('endTreatment', id, { endedOn }), { code: 'BAD_USER_INPUT', field: 'endedOn' });
    await change('endTreatment', id, { endedOn: '2026-05-30' });
    const again = await change('endTreatment', id, {});
    expect(again.errors![0]!.extensions.reason).toBe('TREATMENT_ENDED');
  });
});

describe('correctTreatment', () => {
  const READ = `query ($id: ID!) { treatment(id: $id) {
    id current productName reason revisions { id revision current productName reason } } }`;

  it('keeps the id and the previous content', async () => {
    const id = await recordOne();
    const corrected = await change('correctTreatment', id, { productName: 'Formic acid', reason: 'Wrong product' });
    expect(corrected.data.correctTreatment).toMatchObject({ id, revision: 2, reason: 'Wrong product' });
    await change('correctTreatment', id, { doseText: '3', reason: 'Dose' });
    const { treatment } = await ana.ask(READ, { id });
    expect(treatment.revisions).toMatchObject([
      { id, revision: 3, current: true, productName: 'Formic acid', reason: 'Dose' },
      { revision: 2, current: false, productName: 'Formic acid', reason: 'Wrong product' },
      { revision: 1, current: false, productName: 'Thymol', reason: null },
    ]);
    const earlier = treatment.revisions[2].id;
    expect((await ana.ask(READ, { id: earlier })).treatment.revisions).toHaveLength(3);
    const refused = await change('correctTreatment', earlier, { reason: 'Again' });
    expect(refused.errors![0]!.extensions.reason).toBe('TREATMENT_REPLACED');
  });

  it('a dose is stated once', async () => {
    const doses = async (first: Json, correction: Json) => {
      const id = await recordOne(first);
      await change('correctTreatment', id, { ...correction, reason: 'Dose' });
      const { treatment } = await ana.ask(`{ treatment(id: "${id}") { dose doseUnit doseText dosage } }`);
      const lines = (await ana.rest('GET', '/treatments/register/csv')).body as unknown as string;
      const line = lines.split('\r\n').find((text) => text.includes(id))!;
      return [...Object.values(treatment), line.split('","')[2]];
    };
    const inWords = { doseText: '2 tiras' };
    expect([
      await doses(inWords, { dose: '3' }),
      await doses({ doseText: '2,5', doseUnit: 'ml' }, { dose: '3' }),
      await doses({ dose: '2', doseText: 'two', doseUnit: 'ml' }, { doseUnit: 'g' }),
      // Otherwise no quantity would be left.
      await doses(inWords, { doseUnit: 'por colmena' }),
      await doses(inWords, { dose: null }),
      await doses({ dose: '2' }, { doseText: '4,5' }),
      await doses({ dose: '2' }, inWords),
      await doses({ dose: '2' }, { dose: '4', doseText: 'four' }),
      await doses({ dose: '2', doseText: 'two' }, { productName: 'X' }),
      await doses({ dose: '2', doseText: 'two' }, { dose: '3', doseText: ' ' }),
      // The text may name its unit.
      await doses({ doseText: '2 tiras', doseUnit: 'tiras' }, { productName: 'X' }),
      await doses({ doseText: '2Tiras ', doseUnit: 'tiras' }, { productName: 'X' }),
      await doses({ doseText: '2 ml', doseUnit: 'l' }, { productName: 'X' }),
    ]).toEqual([
      ['3', null, null, '3', '3'],
      ['3', 'ml', null, '3', '3 ml'],
      ['2', 'g', null, '2', '2 g'],
      [null, 'por colmena', '2 tiras', '2 tiras', '2 tiras por colmena'],
      [null, null, null, null, ''],
      ['4.5', null, '4,5', '4,5', '4,5'],
      [null, null, '2 tiras', '2 tiras', '2 tiras'],
      ['4', null, 'four', 'four', 'four'],
      ['2', null, 'two', 'two', 'two'],
      ['3', null, null, '3', '3'],
      [null, 'tiras', '2 tiras', '2 tiras', '2 tiras'],
      [null, 'tiras', '2Tiras ', '2Tiras ', '2Tiras '],
      [null, 'l', '2 ml', '2 ml', '2 ml l'],
    ]);
  });

  it('that changes nothing is not recorded, so the app may repeat its own', async () => {
    const id = await recordOne({ dose: '2.50', doseUnit: 'ml', withdrawalDays: 0 });
    const read = async () => (await ana.rest('GET', `/treatments/${id}`)).body;
    const before = await read();
    // The time of its last change is part of it.
    expect((await ana.rest('PUT', `/treatments/${id}`, { product_name: 'Thymol', end_date: null })).body).toEqual(
      before,
    );
    await change('correctTreatment', id, { dose: '2.5', doseUnit: 'ml', requiresRepeat: false, reason: 'Nothing' });
    expect(await read()).toEqual(before);
    const body = {
      ...before,
      dosage_applied: '3 tiras',
      dosage_unit: 'tiras',
      end_date: '2026-06-01',
      status: 'Completado',
    };
    const corrected = (await ana.rest('PUT', `/treatments/${id}`, body)).body;
    expect(corrected).toMatchObject({ revision: 2, status: 'Completado', dosage_applied: '3 tiras' });
    for (const again of [body, corrected, { status: 'Completado' }, { dosage_applied: '3 tiras' }])
      expect((await ana.rest('PUT', `/treatments/${id}`, again)).body).toEqual(corrected);
    await app.database.sql('update treatments set revision = 200 where id = $1', [id]);
    expect((await ana.rest('PUT', `/treatments/${id}`, body)).status).toBe(200);
    expect((await ana.rest('PUT', `/treatments/${id}`, { ...body, supplier: 'Sur' })).status).toBe(409);
  });

  it('COMPLETED means that the end is not in the future', async () => {
    const id = await recordOne();
    const refused = await change('correctTreatment', id, { status: 'COMPLETED', endedOn: inDays(3), reason: 'x' });
    expectGraphqlRefused(refused, { code: 'BAD_USER_INPUT', field: 'endedOn' });
    expect(refused.errors![0]!.message).toContain('must not be in the future');
    const body = { status: 'Completado', end_date: inDays(3) };
    expectBadInput(await ana.rest('PUT', `/treatments/${id}`, body), 'end_date');
    expect((await ana.ask(`{ treatment(id: "${id}") { revision } }`)).treatment.revision).toBe(1);
    const announced = await recordOne({ endedOn: inDays(9) });
    const completed = await change('correctTreatment', announced, { status: 'COMPLETED', reason: 'x' });
    expect(completed.data.correctTreatment).toMatchObject({ status: 'COMPLETED', endedOn: inDays(0) });
    const passed = await recordAnnounced('2026-05-20');
    const confirm = async (body: Json) => (await ana.rest('PUT', `/treatments/${passed}`, body)).body;
    expect(await confirm({ status: 'Completado' })).toMatchObject({ status: 'Completado', end_date: inDays(0) });
    expect(await confirm({ status: 'Completado', end_date: '2026-05-21' })).toMatchObject({ end_date: '2026-05-21' });
    expect(await confirm({ status: 'Completado', supplier: 'Sur' })).toMatchObject({ end_date: '2026-05-21' });
  });

  it('two at once are both kept', async () => {
    const id = await recordOne();
    await Promise.all(['A', 'B'].map((productName) => change('correctTreatment', id, { productName, reason: 'Race' })));
    const { treatment } = await ana.ask(READ, { id });
    expect(treatment.revisions.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2, 1]);
  });

  it('a treatment has at most 200 revisions, and can still be voided', async () => {
    const id = await recordOne();
    await app.database.sql('update treatments set revision = 199 where id = $1', [id]);
    const correct = (productName: string) => change('correctTreatment', id, { productName, reason: 'x' });
    expect((await correct('X')).data.correctTreatment.revision).toBe(200);
    const refused = await correct('Y');
    expect(refused.errors![0]!.extensions.reason).toBe('TOO_MANY_REVISIONS');
    expect((await voidIt(id)).data.voidTreatment).toMatchObject({ status: 'VOIDED', revision: 201 });
  });

  it.each([
    ['reason', { reason: '' }],
    ['endedOn', { endedOn: '2026-04-01', reason: 'x' }],
    ['startedOn', { startedOn: inDays(2), reason: 'x' }],
    ['startedOn', { startedOn: null, reason: 'x' }],
  ])('refuses %s: %j', async (field, input) => {
    const id = await recordOne();
    const before = await rows();
    expectGraphqlRefused(await change('correctTreatment', id, input), { code: 'BAD_USER_INPUT', field });
    expect(await rows()).toEqual(before);
  });

  it('of a treatment whose hive has been deleted', async () => {
    const id = await recordOne();
    await ana.rest('DELETE', `/beehives/${hives[0]}`);
    expect((await change('correctTreatment', id, { productName: 'X', reason: 'x' })).errors).toBeUndefined();
    expect((await change('endTreatment', id, {})).data.endTreatment.status).toBe('COMPLETED');
    expect((await voidIt(id)).data.voidTreatment.status).toBe('VOIDED');
  });
});

describe('voidTreatment', () => {
  it('never deletes; again, it changes nothing; then the record cannot be changed', async () => {
    const id = await recordOne();
    expect((await voidIt(id)).data.voidTreatment).toEqual({ id, status: 'VOIDED', revision: 2 });
    expect((await voidIt(id, 'Again')).data.voidTreatment).toEqual({ id, status: 'VOIDED', revision: 2 });
    for (const refused of [
      await change('correctTreatment', id, { reason: 'x' }),
      await change('endTreatment', id, {}),
      await ana.graphql(
        `mutation { recordFollowUp(input: { treatmentId: "${id}", reviewedOn: "2026-06-01" }) { id } }`,
      ),
    ])
      expect(refused.errors![0]!.extensions.reason).toBe('TREATMENT_VOIDED');
    expect((await ana.rest('PUT', `/treatments/${id}`, { final_result: 'x' })).body.error_code).toBe(
      'TREATMENT_VOIDED',
    );
    const lists = await ana.ask(
      `{ treatments(beehiveId: "${hives[0]}") { totalCount } voided: treatments(beehiveId: "${hives[0]}", status: VOIDED) { totalCount } }`,
    );
    expect(lists).toEqual({ treatments: { totalCount: 0 }, voided: { totalCount: 1 } });
  });
});

describe('who did it', () => {
  it('is named by each revision, and by follow-ups and mite counts, to the owner and to members', async () => {
    const [worker, other] = [await beekeeper(app), await beekeeper(app)];
    await worker.ask(`mutation { updateProfile(input: { username: "Luz" }) { id } }`);
    await other.ask(`mutation { updateProfile(input: { username: "Pau" }) { id } }`);
    await share(ana, apiary, worker, 'WORKER');
    await share(ana, apiary, other, 'WORKER');
    await until(async () => (await worker.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    const { treatment: id } = await treat(worker, hives[0]!);
    await change('correctTreatment', id, { productName: 'X', reason: 'Ana corrects' });
    await until(async () => (await other.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    await other.ask(`mutation { endTreatment(id: "${id}", input: {}) { id } }`);
    await worker.ask(`mutation { voidTreatment(id: "${id}", reason: "Luz voids") { id } }`);
    const READ = `{ treatment(id: "${id}") {
      actor { id name } revisions { revision status reason actorId actor { name } } followUps { actor { name } } beehive { miteCounts { nodes { actor { name } } } }
    } }`;
    for (const who of [ana, worker, other]) {
      const { treatment } = await who.ask(READ);
      expect(treatment).toEqual({
        actor: { id: worker.id, name: 'Luz' },
        revisions: [
          { revision: 4, status: 'VOIDED', reason: 'Luz voids', actorId: worker.id, actor: { name: 'Luz' } },
          { revision: 3, status: 'COMPLETED', reason: null, actorId: other.id, actor: { name: 'Pau' } },
          { revision: 2, status: 'ACTIVE', reason: 'Ana corrects', actorId: ana.id, actor: { name: 'bee' } },
          { revision: 1, status: 'ACTIVE', reason: null, actorId: worker.id, actor: { name: 'Luz' } },
        ],
        followUps: [{ actor: { name: 'Luz' } }],
        beehive: { miteCounts: { nodes: [{ actor: { name: 'Luz' } }] } },
      });
    }
    // Nobody sees the address of somebody else.
    const { treatment } = await ana.ask(
      `{ treatment(id: "${id}") { recordedBy { email } revisions { recordedBy { email } } } }`,
    );
    expect(treatment).toEqual({
      recordedBy: null,
      revisions: [
        { recordedBy: null },
        { recordedBy: null },
        { recordedBy: { email: ana.email } },
        { recordedBy: null },
      ],
    });
    await worker.ask(`mutation { deleteMyAccount(password: "${PASSWORD}") }`);
    expect((await ana.ask(`{ treatment(id: "${id}") { actor { name } } }`)).treatment.actor).toBeNull();
  });
});

describe('follow-ups', () => {
  it('are changes in the apiary where their hive stands', async () => {
    const { treatment, followUp } = await treat(ana, hives[0]!);
    const next = await ana.apiary({ name: 'Next' });
    await ana.rest('PUT', `/beehives/${hives[0]}`, { apiary_id: next });
    await ana.rest('PUT', `/treatments/followup/${followUp}`, { notes: 'Changed' });
    await ana.rest('POST', '/treatments/followup', { treatment_id: treatment, review_date: '2026-06-01' });
    await ana.rest('DELETE', `/treatments/followup/${followUp}`);
    const actionsIn = async (id: string): Promise<string[]> =>
      (await ana.ask(`{ apiary(id: "${id}") { activity { nodes { kind action } } } }`)).apiary.activity.nodes.flatMap(
        ({ kind, action }: Json) => (kind === 'TREATMENT_FOLLOW_UP' ? [action] : []),
      );
    expect([await actionsIn(apiary), await actionsIn(next)]).toEqual([['CREATED'], ['DELETED', 'CREATED', 'UPDATED']]);
  });

  it('are listed with the treatment, also with its earlier revisions, updated, and deleted', async () => {
    const { treatment, followUp } = await treat(ana, hives[0]!);
    await change('correctTreatment', treatment, { productName: 'X', reason: 'x' });
    const { updateFollowUp } = await ana.ask(
      `mutation { updateFollowUp(id: "${followUp}", input: { infestationLevel: "Low" }) { reviewedOn infestationLevel treatment { productName } } }`,
    );
    expect(updateFollowUp).toEqual({
      reviewedOn: '2026-05-15',
      infestationLevel: 'Low',
      treatment: { productName: 'X' },
    });
    const read = `{ treatment(id: "${treatment}") { revisions { followUps { id } } } }`;
    expect((await ana.ask(read)).treatment.revisions).toEqual([
      { followUps: [{ id: followUp }] },
      { followUps: [{ id: followUp }] },
    ]);
    for (const _attempt of [1, 2])
      expect(await ana.ask(`mutation { deleteFollowUp(id: "${followUp}") }`)).toEqual({ deleteFollowUp: followUp });
    expect((await ana.ask(read)).treatment.revisions[0].followUps).toEqual([]);
  });

  it('of a voided treatment are kept as they are', async () => {
    const { treatment, followUp } = await treat(ana, hives[0]!);
    const { treatment: deleted, followUp: gone } = await treat(ana, hives[0]!);
    await ana.ask(`mutation { deleteFollowUp(id: "${gone}") }`);
    for (const id of [treatment, deleted]) await voidIt(id);
    for (const [method, path, body] of [
      ['POST', '/treatments/followup', { treatment_id: treatment, review_date: '2026-06-01' }],
      ['PUT', `/treatments/followup/${followUp}`, { notes: 'Changed' }],
      ['DELETE', `/treatments/followup/${followUp}`, undefined],
    ] as const)
      expectRefused(await ana.rest(method, path, body), { status: 409, code: 'TREATMENT_VOIDED' });
    const read = await ana.ask(`{ treatment(id: "${treatment}") { followUps { id notes } } }`);
    expect(read.treatment.followUps).toEqual([{ id: followUp, notes: 'Thymol' }]);
    // A deletion before is repeated as ever.
    expect((await ana.rest('DELETE', `/treatments/followup/${gone}`)).status).toBe(204);
  });

  it('a treatment has at most 100', async () => {
    const { treatment } = await treat(ana, hives[0]!);
    await app.database.sql(
      `insert into treatment_follow_ups (id, created_at, updated_at, treatment_id, reviewed_on, actor_id)
       select gen_random_uuid(), now(), now(), $1, '2026-06-01', $2 from generate_series(1, 99)`,
      [treatment, ana.id],
    );
    const body = { treatment_id: treatment, review_date: '2026-06-02' };
    expectRefused(await ana.rest('POST', '/treatments/followup', body), { status: 409, code: 'TOO_MANY_FOLLOW_UPS' });
  });

  it('REST names the fields that are wrong', async () => {
    const { followUp, treatment } = await treat(ana, hives[0]!);
    expectBadInput(await ana.rest('PUT', `/treatments/followup/${followUp}`, { review_date: 'soon' }), 'review_date');
    expectBadInput(await ana.rest('PUT', `/treatments/followup/${followUp}`, { review_date: null }), 'review_date');
    expectBadInput(await ana.rest('POST', '/treatments/followup', { treatment_id: treatment }), 'review_date');
    expectBadInput(await ana.rest('PUT', `/treatments/${treatment}`, { end_date: '2026-01-01' }), 'end_date');
    expectBadInput(await ana.rest('PUT', `/treatments/${treatment}`, { status: 'quizás' }), 'status');
  });
});

describe('mite counts', () => {
  const count = (input: Json) =>
    ana.graphql(
      'mutation ($input: RecordMiteCountInput!) { recordMiteCount(input: $input) { id countedOn per100 perDay } }',
      { input: { beehiveId: hives[0], ...input } },
    );

  it('are mites per 100 bees, or per day on a board', async () => {
    const wash = await count({ method: 'ALCOHOL_WASH', bees: 300, mites: 7 });
    expect(wash.data.recordMiteCount).toMatchObject({ countedOn: inDays(0), per100: 2.33, perDay: null });
    const board = await count({ method: 'STICKY_BOARD', days: 3, mites: 20, countedOn: '2026-07-01' });
    expect(board.data.recordMiteCount).toMatchObject({ per100: null, perDay: 6.67 });
    const { beehive } = await ana.ask(
      `{ beehive(id: "${hives[0]}") { miteCounts(from: "2026-07-01", to: "2026-07-01") { totalCount nodes { mites per100 beehive { beehiveNumber } } } } }`,
    );
    expect(beehive.miteCounts).toEqual({
      totalCount: 1,
      nodes: [{ mites: 20, per100: null, beehive: { beehiveNumber: 1 } }],
    });
    const { id } = board.data.recordMiteCount;
    for (const _attempt of [1, 2])
      expect(await ana.ask(`mutation { deleteMiteCount(id: "${id}") }`)).toEqual({ deleteMiteCount: id });
  });

  it.each([
    ['bees', { method: 'CO2', mites: 3 }],
    ['days', { method: 'STICKY_BOARD', mites: 3 }],
    ['days', { method: 'SUGAR_ROLL', bees: 300, mites: 3, days: 2 }],
    ['bees', { method: 'STICKY_BOARD', bees: 300, mites: 3, days: 2 }],
    ['bees', { method: 'CO2', bees: 0, mites: 3 }],
    ['countedOn', { method: 'CO2', bees: 100, mites: 3, countedOn: inDays(2) }],
  ])('refuses %s: %j', async (field, input) => {
    expectGraphqlRefused(await count(input), { code: 'BAD_USER_INPUT', field });
  });

  it('of a hive and of an apiary are points of a chart, with the thresholds', async () => {
    const sample = { method: 'ALCOHOL_WASH', countedOn: '2026-07-01' };
    await count({ ...sample, bees: 300, mites: 3 });
    await count({ ...sample, bees: 100, mites: 5, beehiveId: hives[1] });
    await count({ method: 'STICKY_BOARD', countedOn: '2026-07-02', days: 2, mites: 5 });
    const { apiary: read } = await ana.ask(
      `{ apiary(id: "${apiary}") {
        miteTrend(from: "2026-06-01", to: "2026-08-01") { watchPer100 treatPer100 points { date per100 highestPer100 perDay counts beehives } }
        beehives { nodes { miteTrend(from: "2026-06-01", to: "2026-08-01") { points { date per100 } } } }
      } }`,
    );
    expect(read.miteTrend).toEqual({
      watchPer100: 2,
      treatPer100: 3,
      points: [
        { date: '2026-07-01', per100: 2, highestPer100: 5, perDay: null, counts: 2, beehives: 2 },
        { date: '2026-07-02', per100: null, highestPer100: null, perDay: 2.5, counts: 1, beehives: 1 },
      ],
    });
    expect(read.beehives.nodes[0].miteTrend.points).toEqual([
      { date: '2026-07-01', per100: 1 },
      { date: '2026-07-02', per100: null },
    ]);
    const tooLong = await ana.graphql(
      `{ apiary(id: "${apiary}") { miteTrend(from: "2000-01-01", to: "2026-01-01") { watchPer100 } } }`,
    );
    expectGraphqlRefused(tooLong, { code: 'BAD_USER_INPUT', field: 'from' });
  });
});

it('treatments of an apiary over time are points of a chart', async () => {
  await record({});
  await record({ beehiveIds: [hives[0]], startedOn: '2026-05-20', productName: 'Amitraz' });
  await voidIt(await recordOne({ productName: 'Mistake' }));
  const { apiary: read } = await ana.ask(
    `{ apiary(id: "${apiary}") { treatmentTrend(period: MONTH, from: "2026-01-01", to: "2026-12-31") { from productName treatments beehives } } }`,
  );
  expect(read.treatmentTrend).toEqual([
    { from: '2026-05-01', productName: 'Amitraz', treatments: 1, beehives: 1 },
    { from: '2026-05-01', productName: 'Thymol', treatments: 2, beehives: 2 },
  ]);
});

describe('the charts agree with a plain model', () => {
  // Saturdays to Mondays, and the last and first days of months and of a leap February.
  const BORDERS = [
    '2024-02-29',
    '2024-03-01',
    '2025-12-28',
    '2025-12-29',
    '2025-12-31',
    '2026-01-01',
    '2026-01-31',
    '2026-02-01',
  ];
  const day = fc.oneof(
    fc.integer({ min: -420, max: 0 }).map(inDays),
    fc.constantFrom(...BORDERS, inDays(0), inDays(-365), inDays(-366)),
  );
  const inOrder = fc.tuple(day, day).map((days) => days.sort());
  const period = fc.oneof(
    inOrder.map(([from, to]) => ({ from: from!, to: to! })),
    fc.record({ from: fc.option(day), to: fc.option(day) }),
  );
  const within = ({ from, to }: { from: string | null; to: string | null }) => {
    const last = to ?? inDays(0);
    const first = from ?? new Date(Date.parse(last) - 365 * 86_400_000).toISOString().slice(0, 10);
    return (at: string): boolean => first <= at && at <= last;
  };
  const groupBy = <T>(list: T[], keyOf: (one: T) => string): [string, T[]][] => {
    const keys = [...new Set(list.map(keyOf))].sort();
    return keys.map((key) => [key, list.filter((one) => keyOf(one) === key)]);
  };
  /** To two decimals, exactly; half up. */
  const divide = (a: number, b: number): number => Math.floor((200 * a + b) / (2 * b)) / 100;
  const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

  it('of mite counts, by day', async () => {
    const counts = fc.array(
      fc.record({
        date: day,
        hive: fc.nat(1),
        bees: fc.option(fc.constantFrom(100, 300), { freq: 2 }),
        days: fc.constantFrom(1, 2, 4, 5),
        mites: fc.nat(12),
      }),
      { minLength: 5, maxLength: 14 },
    );
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(counts, period, async (all, args) => {
        const at = await ana.apiary();
        const ids = [await ana.beehive(at), await ana.beehive(at)];
        await app.database.sql(
          `insert into mite_counts (id, created_at, updated_at, beehive_id, apiary_id, counted_on, method, bees, mites, days, actor_id)
           select gen_random_uuid(), now(), now(), beehive, $2, date, case when bees is null then 'STICKY_BOARD' else 'CO2' end, bees, mites,
             case when bees is null then days end, $3
           from jsonb_to_recordset($1) as t (beehive uuid, date date, bees int, mites int, days int)`,
          [JSON.stringify(all.map((one) => ({ ...one, beehive: ids[one.hive] }))), at, ana.id],
        );
        const pointsOf = (list: typeof all) =>
          groupBy(
            list.filter(({ date }) => within(args)(date)),
            ({ date }) => date,
          ).map(([date, group]) => {
            const samples = group.filter(({ bees }) => bees !== null);
            const boards = group.filter(({ bees }) => bees === null);
            const bees = sum(samples.map((one) => one.bees!));
            return {
              date,
              per100: bees === 0 ? null : divide(100 * sum(samples.map(({ mites }) => mites)), bees),
              highestPer100: bees === 0 ? null : Math.max(...samples.map((one) => divide(100 * one.mites, one.bees!))),
              perDay:
                boards.length === 0
                  ? null
                  : divide(sum(boards.map(({ mites, days }) => (20 * mites) / days)), 20 * boards.length),
              counts: group.length,
              beehives: new Set(group.map(({ hive }) => hive)).size,
            };
          });
        const read = await ana.ask(
          `query ($apiary: ID!, $hive: ID!, $from: LocalDate, $to: LocalDate) {
            apiary(id: $apiary) { miteTrend(from: $from, to: $to) { points { ...point } } }
            beehive(id: $hive) { miteTrend(from: $from, to: $to) { points { ...point } } }
          } fragment point on MitePoint { date per100 highestPer100 perDay counts beehives }`,
          { apiary: at, hive: ids[0], ...args },
        );
        expect(read.apiary.miteTrend.points).toEqual(pointsOf(all));
        expect(read.beehive.miteTrend.points).toEqual(pointsOf(all.filter(({ hive }) => hive === 0)));
        drawn += read.apiary.miteTrend.points.length;
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(drawn).toBeGreaterThan(10);
  }, 60_000);

  it('of treatments, by week and by month', async () => {
    const treatments = fc.array(
      fc.record({
        startedOn: day,
        hive: fc.nat(1),
        product: fc.constantFrom('A', 'B'),
        status: fc.constantFrom('ACTIVE', 'COMPLETED', 'COMPLETED', 'VOIDED'),
        isReplaced: fc.nat(4).map((n) => n === 0),
      }),
      { minLength: 5, maxLength: 14 },
    );
    const startOf = (at: string, length: string): string => {
      if (length === 'MONTH') return `${at.slice(0, 8)}01`;
      const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
      return new Date(Date.parse(at) - sinceMonday * 86_400_000).toISOString().slice(0, 10);
    };
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(treatments, period, fc.constantFrom('WEEK', 'MONTH'), async (all, args, length) => {
        const at = await ana.apiary();
        const ids = [await ana.beehive(at), await ana.beehive(at)];
        await app.database.sql(
          `insert into treatments (id, created_at, updated_at, kind, product_name, status, started_on, beehive_id, treated_beehive_id, beehive_label,
             apiary_id, course_id, actor_id, series_id, current)
           select id, now(), now(), 'a', product, status, "startedOn", beehive, beehive, '1', $2, id, $3,
             case when "isReplaced" then gen_random_uuid() else id end, not "isReplaced"
           from (select gen_random_uuid() as id, t.* from jsonb_to_recordset($1)
             as t (beehive uuid, product text, status text, "startedOn" date, "isReplaced" boolean)) t`,
          [JSON.stringify(all.map((one) => ({ ...one, beehive: ids[one.hive] }))), at, ana.id],
        );
        const counted = all.filter(
          ({ startedOn, status, isReplaced }) => within(args)(startedOn) && status !== 'VOIDED' && !isReplaced,
        );
        const points = groupBy(counted, ({ startedOn, product }) => `${startOf(startedOn, length)} ${product}`);
        const { apiary: read } = await ana.ask(
          `query ($apiary: ID!, $length: CalendarPeriod!, $from: LocalDate, $to: LocalDate) {
            apiary(id: $apiary) { treatmentTrend(period: $length, from: $from, to: $to) { from productName treatments beehives } } }`,
          { apiary: at, length, ...args },
        );
        expect(read.treatmentTrend).toEqual(
          points.map(([key, group]) => ({
            from: key.split(' ')[0],
            productName: key.split(' ')[1],
            treatments: group.length,
            beehives: new Set(group.map(({ hive }) => hive)).size,
          })),
        );
        drawn += points.length;
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(drawn).toBeGreaterThan(10);
  }, 60_000);
});

describe('the ids of others look like missing ids', () => {
  it('of a hive, a treatment, a follow-up, an item, an apiary', async () => {
    const their = await bea.apiary();
    const beehive = await bea.beehive(their);
    const { treatment, followUp, miteCount } = await treat(bea, beehive);
    const item = await bea.item(their, { quantity: 5 });
    await expectLikeMissing((who, id) => who.rest('GET', `/treatments/hive/${encodeURIComponent(id)}`), ana, beehive);
    await expectLikeMissing((who, id) => who.rest('DELETE', `/treatments/${encodeURIComponent(id)}`), ana, treatment);
    await expectLikeMissing(
      (who, id) => who.rest('DELETE', `/treatments/followup/${encodeURIComponent(id)}`),
      ana,
      followUp,
    );
    await expectLikeMissing(
      (who, id) => who.graphql('mutation ($id: ID!) { deleteMiteCount(id: $id) }', { id }),
      ana,
      miteCount,
    );
    await expectLikeMissing((_who, id) => record({ itemId: id, quantityPerHive: 1 }), ana, item);
    await expectLikeMissing(
      (who, id) => who.rest('GET', `/treatments/register/csv?apiary_id=${encodeURIComponent(id)}`),
      ana,
      their,
    );
  });
});
