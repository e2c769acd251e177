// Treatments take their product from the stock, and corrections put it back.
import { describe, expect, it } from '@jest/globals';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import {
  ana,
  apiary,
  app,
  change,
  hives,
  inDays,
  type Json,
  record,
  recordAnnounced,
  recordOne,
  rows,
  voidIt,
} from './treatments.fixture.js';

describe('the stock', () => {
  it('takes the product for all hives in one movement, and fills in its batch', async () => {
    const item = await ana.item(apiary, {
      quantity: 10,
      batchNumber: 'L-7',
      supplier: 'Sur',
      expiryDate: '2030-01-31',
    });
    const { data } = await record({ stock: { itemId: item, quantityPerHive: 3 }, appliedBy: 'Luz', supplier: 'Norte' });
    const [one, two] = data.recordTreatment.treatments;
    expect(one).toMatchObject({ stockQuantity: 3, batchNumber: 'L-7', supplier: 'Norte' });
    expect(two.stockMovementId).toBe(one.stockMovementId);
    const { inventoryItem } = await ana.ask(
      `{ inventoryItem(id: "${item}") { stockMovements { nodes { id kind amount balanceAfter person reason } } } }`,
    );
    expect(inventoryItem.stockMovements.nodes[0]).toEqual({
      id: one.stockMovementId,
      kind: 'EXIT',
      amount: -6,
      balanceAfter: 4,
      person: 'Luz',
      reason: 'Thymol',
    });
    const { treatment } = await ana.ask(
      `{ treatment(id: "${one.id}") { item { itemName } stockMovement { amount } beehive { beehiveNumber } apiary { name } actor { name } } }`,
    );
    expect(treatment).toEqual({
      item: { itemName: 'Wax' },
      stockMovement: { amount: -6 },
      beehive: { beehiveNumber: 1 },
      apiary: { name: 'El Roble' },
      actor: { name: 'bee' },
    });
  });

  it('less than is needed leaves nothing', async () => {
    const item = await ana.item(apiary, { quantity: 5 });
    const before = await rows();
    const refused = await record({ stock: { itemId: item, quantityPerHive: 3 } });
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
      ana.ask(`{ inventoryItem(id: "${item}") { quantity stockMovements { nodes { id amount balanceAfter } } } }`);
    const [before, records] = [await stock(), await rows()];
    // A sequence is not rolled back: it says whether the movement had been written.
    await sql('create sequence draws');
    await sql(`create function count_draw() returns trigger language plpgsql as
      $$ begin perform nextval('draws'); return null; end $$`);
    await sql('create trigger draws after insert on stock_movements for each row execute function count_draw()');
    await sql(`alter table treatments add constraint fails check (beehive_label <> '1' or product_name <> 'Fails')`);
    const input = {
      beehiveIds: [hives[1], hives[0]],
      productName: 'Fails',
      stock: { itemId: item, quantityPerHive: 2 },
    };
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
        record({ beehiveIds: i % 2 === 0 ? hives : [...hives].reverse(), stock: { itemId: item, quantityPerHive: 1 } }),
      ),
    );
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(3);
    for (const { errors } of answers.filter((answer) => answer.errors))
      expect(errors![0]!.extensions.reason).toBe('INSUFFICIENT_STOCK');
    const { inventoryItem } = await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`);
    expect([inventoryItem.quantity, (await rows()).length - before]).toEqual([1, 6]);
  });
});

describe('correctTreatment', () => {
  const READ = `query ($id: ID!) { treatment(id: $id) {
    id current productName reason revisions { id revision current productName reason } } }`;

  it('keeps the id and the previous content', async () => {
    const id = await recordOne();
    const corrected = await change('correctTreatment', id, { productName: 'Formic acid', reason: 'Wrong product' });
    expect(corrected.data.correctTreatment.treatment).toMatchObject({ id, revision: 2, reason: 'Wrong product' });
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
      const { treatment } = await ana.ask(`{ treatment(id: "${id}") { dose doseUnit doseText } }`);
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
      ['3', null, null, '3'],
      ['3', 'ml', null, '3 ml'],
      ['2', 'g', null, '2 g'],
      [null, 'por colmena', '2 tiras', '2 tiras por colmena'],
      [null, null, null, ''],
      ['4.5', null, '4,5', '4,5'],
      [null, null, '2 tiras', '2 tiras'],
      ['4', null, 'four', 'four'],
      ['2', null, 'two', 'two'],
      ['3', null, null, '3'],
      [null, 'tiras', '2 tiras', '2 tiras'],
      [null, 'tiras', '2Tiras ', '2Tiras '],
      [null, 'l', '2 ml', '2 ml l'],
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
    expect(completed.data.correctTreatment.treatment).toMatchObject({ status: 'COMPLETED', endedOn: inDays(0) });
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
    expect((await correct('X')).data.correctTreatment.treatment.revision).toBe(200);
    const refused = await correct('Y');
    expect(refused.errors![0]!.extensions.reason).toBe('TOO_MANY_REVISIONS');
    expect((await voidIt(id)).data.voidTreatment.treatment).toMatchObject({ status: 'VOIDED', revision: 201 });
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
    expect((await change('endTreatment', id, {})).data.endTreatment.treatment.status).toBe('COMPLETED');
    expect((await voidIt(id)).data.voidTreatment.treatment.status).toBe('VOIDED');
  });
});
