// Movements of the stock, their corrections, and what is computed from them.
import { describe, expect, it } from '@jest/globals';
import { addMovements } from '../../support/many-rows.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { ana, apiary, app, ISO, quantity } from './inventory.fixture.js';

describe('movements over REST', () => {
  it('change the quantity: 201; the list is newest first', async () => {
    const id = await ana.item(apiary, { quantity: 5 });
    const fields = { inventory_id: id, quantity: 2, reason: 'Compra', notes: 'Feria' };
    const entry = await ana.rest('POST', '/inventory/movement', { ...fields, movement_type: 'entry' });
    expect(entry).toMatchObject({
      status: 201,
      body: {
        inventory_id: id,
        movement_type: 'entry',
        quantity: 2,
        stock_before: 5,
        stock_after: 7,
        reason: 'Compra',
        notes: 'Feria',
        date: expect.stringMatching(ISO),
      },
    });
    expect(
      (await ana.rest('POST', '/inventory/movement', { ...fields, movement_type: 'EXIT', quantity: 6 })).status,
    ).toBe(201);
    const { body } = await ana.rest('GET', `/inventory/${id}/movements`);
    expect(body.map((m: { movement_type: string; stock_after: number }) => [m.movement_type, m.stock_after])).toEqual([
      ['exit', 1],
      ['entry', 7],
      ['entry', 5],
    ]);
  });

  it('refuse an unknown type under its REST name', async () => {
    const body = { inventory_id: await ana.item(apiary), quantity: 1 };
    expect(await ana.rest('POST', '/inventory/movement', { ...body, movement_type: 'theft' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^movement_type must be one of/) },
    });
    expect(await ana.rest('POST', '/inventory/movement', { ...body, movement_type: 'initial' })).toMatchObject({
      status: 400,
      body: { message: 'movement_type must be one of entry, exit' },
    });
  });
});

describe('the movements of an apiary', () => {
  const FIELDS_OF_PAGE = 'totalCount nodes { id createdAt item { apiary { id } } } pageInfo { hasNextPage endCursor }';
  const list = async (who: Beekeeper, of: string, args = '') =>
    (await who.ask(`{ apiary(id: "${of}") { list: stockMovements${args} { ${FIELDS_OF_PAGE} } } }`)).apiary.list;

  it('are those of all its items, newest first; pages neither skip nor repeat movements of the same time', async () => {
    const shop = await ana.apiary();
    const other = await ana.apiary();
    for (const at of [shop, shop, shop, other]) {
      const item = await ana.item(at);
      await app.database.sql(
        `insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
         select gen_random_uuid(), '2026-05-01'::timestamptz + n / 4 * interval '1 day', now(), $1, n, 'ENTRY', 1, n, $2, now()
         from generate_series(1, 11) n`,
        [item, ana.id],
      );
    }
    const whole = await list(ana, shop);
    const stored = await app.database.sql<{ id: string }>(
      `select m.id from stock_movements m join inventory_items i on i.id = item_id where apiary_id = $1
       order by m.created_at desc, m.id desc`,
      [shop],
    );
    expect(stored).toHaveLength(33);
    const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);
    expect({ total: whole.totalCount, ids: idsOf(whole) }).toEqual({ total: 33, ids: stored.map(({ id }) => id) });

    for (const first of [1, 4, 32, 33, 34]) {
      const pages = [await list(ana, shop, `(first: ${first})`)];
      while (pages.at(-1).pageInfo.hasNextPage)
        pages.push(await list(ana, shop, `(first: ${first}, after: "${pages.at(-1).pageInfo.endCursor}")`));
      expect(pages.flatMap(idsOf)).toEqual(idsOf(whole));
      expect(pages).toHaveLength(Math.ceil(33 / first));
      expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => 33));
    }
    const rest = await list(ana, shop, `(after: "${(await list(ana, shop, '(first: 20)')).pageInfo.endCursor}")`);
    expect(idsOf(rest)).toEqual(idsOf(whole).slice(20));
  });

  it('are listed for each apiary of the account, and for no other account', async () => {
    const bea = await beekeeper(app);
    const [first, second, empty] = [await bea.apiary(), await bea.apiary(), await bea.apiary()];
    for (const [at, quantity] of [
      [first, 1],
      [first, 2],
      [second, 3],
    ] as const)
      await bea.item(at, { quantity });
    const { apiaries } = await bea.ask(`{ apiaries { nodes {
      id all: stockMovements { nodes { quantity } } newest: stockMovements(first: 1) { totalCount nodes { quantity } } total: stockMovements { totalCount } } } }`);
    expect(apiaries.nodes).toEqual([
      {
        id: first,
        all: { nodes: [{ quantity: 2 }, { quantity: 1 }] },
        newest: { totalCount: 2, nodes: [{ quantity: 2 }] },
        total: { totalCount: 2 },
      },
      {
        id: second,
        all: { nodes: [{ quantity: 3 }] },
        newest: { totalCount: 1, nodes: [{ quantity: 3 }] },
        total: { totalCount: 1 },
      },
      { id: empty, all: { nodes: [] }, newest: { totalCount: 0, nodes: [] }, total: { totalCount: 0 } },
    ]);
    const { data, errors } = await ana.graphql(`{ apiary(id: "${first}") { stockMovements { nodes { id } } } }`);
    expect({ data, errors }).toMatchObject({ data: { apiary: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  it('are refused with a cursor of another list, as a list of more than 10,000, and as too many pages', async () => {
    const shop = await ana.apiary();
    const item = await ana.item(shop, { quantity: 1 });
    const { inventoryItem } = await ana.ask(
      `{ inventoryItem(id: "${item}") { stockMovements { pageInfo { endCursor } } } }`,
    );
    const ask = (args: string) => ana.graphql(`{ apiary(id: "${shop}") { stockMovements${args} { nodes { id } } } }`);
    expect((await ask(`(after: "${inventoryItem.stockMovements.pageInfo.endCursor}")`)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'after' }] } },
    ]);
    await addMovements(app.database, item, 10_000);
    expect((await ask('')).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'first' }] } },
    ]);
    expect((await ask('(first: 500)')).data.apiary.stockMovements.nodes).toHaveLength(500);
    const { errors } = await ana.graphql(
      '{ apiaries(first: 500) { nodes { stockMovements(first: 500) { nodes { id } } } } }',
    );
    expect(errors).toMatchObject([{ extensions: { reason: 'RESPONSE_TOO_BROAD' } }]);
  });
});

describe('corrections', () => {
  const correct = (id: string) =>
    ana.graphql(
      `mutation { reverseStockMovement(input: { id: "${id}", reason: "Miscounted" }) { stockMovement { id amount correctsId kind } } }`,
    );

  it('revert a movement at most once, also in concurrent requests', async () => {
    const item = await ana.item(apiary, { quantity: 5 });
    const { body } = await ana.rest('POST', '/inventory/movement', {
      inventory_id: item,
      movement_type: 'exit',
      quantity: 2,
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => correct(body.id)));
    expect(answers.filter(({ errors }) => !errors)).toMatchObject([
      { data: { reverseStockMovement: { stockMovement: { amount: 2, correctsId: body.id, kind: 'CORRECTION' } } } },
    ]);
    for (const { errors } of answers.filter((answer) => answer.errors)) {
      expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'ALREADY_CORRECTED' } }]);
    }
    expect(await quantity(item)).toBe(5);
  });

  it('cannot be corrected, and never make the quantity negative', async () => {
    const item = await ana.item(apiary);
    const { body } = await ana.rest('POST', '/inventory/movement', {
      inventory_id: item,
      movement_type: 'entry',
      quantity: 3,
    });
    await ana.rest('POST', `/inventory/${item}/exit`, { quantity: 2, person: 'Luz' });
    expect((await correct(body.id)).errors).toMatchObject([{ extensions: { reason: 'INSUFFICIENT_STOCK' } }]);
    await ana.rest('PUT', `/inventory/${item}/adjust`, { amount: 2 });
    const { data } = await correct(body.id);
    expect((await correct(data.reverseStockMovement.stockMovement.id)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'id' }] } },
    ]);
  });
});

describe('the summary', () => {
  it('returns counts, sums and values', async () => {
    const shop = await ana.apiary();
    await ana.item(shop, {
      itemName: 'Jars',
      unit: 'Unidades',
      quantity: 10,
      minimumStock: 2,
      unitCost: { minorUnits: 150, currency: 'EUR' },
    });
    await ana.item(shop, {
      itemName: 'Lids',
      unit: 'pieces',
      quantity: 4,
      minimumStock: 5,
      unitCost: { minorUnits: 25, currency: 'EUR' },
    });
    await ana.item(shop, { itemName: 'Syrup', unit: 'Litros', quantity: 0 });
    await ana.item(shop, { itemName: 'Straw', unit: 'Bales', quantity: 3 });
    const { body } = await ana.rest('GET', `/inventory/${shop}/summary`);
    expect(body).toEqual({
      total_items: 4,
      total_quantity: 17,
      total_value: 16,
      total_values: [{ currency: 'EUR', minor_units: 1600 }],
      low_stock_count: 2,
      low_stock_items: 2,
      in_stock_items: 3,
      out_of_stock_items: 1,
      by_unit: [
        { unit: 'Unidades', items: 2, quantity: 14 },
        { unit: 'Bales', items: 1, quantity: 3 },
        { unit: 'Litros', items: 1, quantity: 0 },
      ],
    });
    await ana.item(shop, { itemName: 'Mould', quantity: 2, unitCost: { minorUnits: 500, currency: 'JPY' } });
    const { inventorySummary } = await ana.ask(
      `{ inventorySummary(apiaryId: "${shop}") { totalValue { currency minorUnits } } }`,
    );
    expect(inventorySummary).toEqual({
      totalValue: [
        { currency: 'EUR', minorUnits: 1600 },
        { currency: 'JPY', minorUnits: 1000 },
      ],
    });
    const summary = (await ana.rest('GET', `/inventory/${shop}/summary`)).body;
    expect([summary.total_value, summary.total_values]).toEqual([
      null,
      [
        { currency: 'EUR', minor_units: 1600 },
        { currency: 'JPY', minor_units: 1000 },
      ],
    ]);
  });

  it('is zero for an empty apiary', async () => {
    const { body } = await ana.rest('GET', `/inventory/${await ana.apiary()}/summary`);
    expect(body).toEqual({
      total_items: 0,
      total_quantity: 0,
      total_value: 0,
      total_values: [],
      low_stock_count: 0,
      low_stock_items: 0,
      in_stock_items: 0,
      out_of_stock_items: 0,
      by_unit: [],
    });
  });

  it('has the cost of an item as money, and none without a cost', async () => {
    const costly = await ana.item(apiary, { itemName: 'Smoker', unitCost: { minorUnits: 3200, currency: 'EUR' } });
    const free = await ana.item(apiary, { itemName: 'Stone' });
    const { nodes } = await ana.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on InventoryItem { unitCost { minorUnits currency } } } }',
      { ids: [costly, free] },
    );
    expect(nodes).toEqual([{ unitCost: { minorUnits: 3200, currency: 'EUR' } }, { unitCost: null }]);
    expect((await ana.rest('GET', `/inventory/items/${costly}`)).body).toMatchObject({
      unit_cost: 3200,
      currency: 'EUR',
    });
  });

  it('requires an amount and a currency for a cost', async () => {
    const refused = async (unitCost: object) => {
      const { errors } = await ana.graphql(
        'mutation ($i: CreateInventoryItemInput!) { createInventoryItem(input: $i) { inventoryItem { id } } }',
        { i: { apiaryId: apiary, itemName: 'x', unit: 'x', unitCost } },
      );
      return errors![0]!.extensions.fields!.map(({ field }) => field);
    };
    expect(await refused({ minorUnits: 5 })).toEqual(['unitCost.currency']);
    expect(await refused({ currency: 'EUR' })).toEqual(['unitCost.minorUnits']);
    expect(await refused({ minorUnits: null, currency: 'EUR' })).toEqual(['unitCost.minorUnits']);
    expect(await refused({ minorUnits: 5, currency: 'euro' })).toEqual(['unitCost.currency']);
    for (const minorUnits of [1.5, '5', -1, 2 ** 31, 2 ** 53])
      expect(await refused({ minorUnits, currency: 'EUR' })).toEqual(['unitCost.minorUnits']);
    const literal = (amount: string) =>
      ana.graphql(
        `mutation { createInventoryItem(input: { apiaryId: "${apiary}", itemName: "x", unit: "x", unitCost: { minorUnits: ${amount}, currency: "EUR" } }) {
          inventoryItem { unitCost { minorUnits } } } }`,
      );
    expect((await literal('5')).data.createInventoryItem.inventoryItem.unitCost).toEqual({ minorUnits: 5 });
    for (const amount of ['1.5', '"5"', String(2n ** 53n)])
      expect((await literal(amount)).errors).toMatchObject([
        { message: 'minorUnits must be a whole number of at most 2^53' },
      ]);
  });

  it('of which REST sends the parts beside the other fields, and may change one', async () => {
    const create = (fields: object) =>
      ana.rest('POST', '/inventory', { apiary_id: apiary, name: 'Smoker', unit: 'x', ...fields });
    for (const [fields, field] of [
      [{ unit_cost: 5 }, 'currency'],
      [{ currency: 'EUR' }, 'unit_cost'],
      [{ unit_cost: -1, currency: 'EUR' }, 'unit_cost'],
    ] as const)
      expect((await create(fields)).body.fields).toMatchObject([{ field }]);
    const { body: item } = await create({ unit_cost: 5, currency: 'EUR' });
    const change = async (fields: object) => (await ana.rest('PUT', `/inventory/${item.id}`, fields)).body;
    expect(await change({ name: 'Large smoker' })).toMatchObject({ unit_cost: 5, currency: 'EUR' });
    expect(await change({ unit_cost: 7 })).toMatchObject({ unit_cost: 7, currency: 'EUR' });
    expect(await change({ unit_cost: null })).toMatchObject({ fields: [{ field: 'unit_cost' }] });
    expect(await change({ unit_cost: null, currency: null })).toMatchObject({ unit_cost: null, currency: null });
  });
});

describe('consumption', () => {
  it('is summed by period without corrected movements, and predicts how long the stock lasts', async () => {
    const item = await ana.item(apiary, { quantity: 100 });
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const exit = async (quantity: number, days: number) =>
      (
        await ana.ask(
          `mutation { m: recordStockMovement(input: { id: "${item}", direction: OUT, quantity: ${quantity}, occurredAt: "${daysAgo(days)}" }) { stockMovement { id } } }`,
        )
      ).m.stockMovement.id;
    await exit(10, 60);
    await exit(15, 20);
    await exit(15, 1);
    await ana.ask(
      `mutation { reverseStockMovement(input: { id: "${await exit(40, 2)}", reason: "Wrong item" }) { stockMovement { id } } }`,
    );
    const ask = (args: string) =>
      ana.ask(
        `{ inventoryItem(id: "${item}") { quantity consumption(${args}) { dailyRate daysLeft periods { from entered taken } } } }`,
      );
    const { quantity, consumption } = (await ask('period: MONTH')).inventoryItem;
    expect(quantity).toBe(60);
    expect(consumption.dailyRate).toBeCloseTo(1, 5);
    expect(consumption.daysLeft).toBeCloseTo(60, 3);
    expect(consumption.periods.reduce((sum: number, p: { taken: number }) => sum + p.taken, 0)).toBe(40);
    expect((await ask('period: WEEK, last: 1')).inventoryItem.consumption.periods.length).toBeLessThanOrEqual(1);
    expect((await ask('period: WEEK, last: 60')).inventoryItem.consumption.periods).toHaveLength(3);
  });

  it('has no prediction for an item without exits', async () => {
    const item = await ana.item(apiary, { quantity: 5 });
    const { inventoryItem } = await ana.ask(
      `{ inventoryItem(id: "${item}") { consumption(period: WEEK) { dailyRate daysLeft periods { taken } } } }`,
    );
    expect(inventoryItem.consumption).toEqual({ dailyRate: 0, daysLeft: null, periods: [] });
  });
});

describe('dates out of range', () => {
  it.each(['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '2999-01-01T00:00:00Z'])(
    'a movement at %s is refused, and the ledger stays readable',
    async (occurredAt) => {
      const item = await ana.item(apiary, { quantity: 5 });
      const input = `{ id: "${item}", amount: -1, occurredAt: "${occurredAt}" }`;
      expect(
        (await ana.graphql(`mutation { adjustStock(input: ${input}) { inventoryItem { quantity } } }`)).errors,
      ).toBeDefined();
      expect((await ana.rest('GET', `/inventory/${item}/movements`)).body).toHaveLength(1);
    },
  );

  it('a date in the year 0 is refused, and an empty date clears the field', async () => {
    const item = await ana.item(apiary, { expiryDate: '2027-01-01' });
    expect((await ana.rest('PUT', `/inventory/${item}`, { expiry_date: '0000-01-01' })).status).toBe(400);
    expect((await ana.rest('PUT', `/inventory/${item}`, { expiry_date: '' })).body.expiry_date).toBeNull();
  });
});
