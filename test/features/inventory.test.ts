import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { addMovements } from '../support/many-rows.js';
import { expectOwnersTrue } from '../support/owners.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const FIELDS = 'id itemName quantity unit unitKind minimumStock lowStock';
const create = (fields: object) =>
  ana.ask(`mutation ($i: CreateInventoryItemInput!) { item: createInventoryItem(input: $i) { ${FIELDS} } }`, {
    i: { apiaryId: apiary, itemName: 'Wax', unit: 'kg', ...fields },
  });
const movements = async (item: string) =>
  (
    await ana.ask(
      `{ stockMovements(itemId: "${item}") { nodes { sequence kind amount balanceBefore balanceAfter person reason } } }`,
    )
  ).stockMovements.nodes;
const quantity = async (item: string): Promise<number> =>
  (await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem.quantity;

describe('items over REST', () => {
  it('creates an item: 201, with a trailing slash; the list is a bare array', async () => {
    const shop = await ana.apiary();
    const sent = { apiary_id: shop, name: 'Láminas', quantity: 12, unit: 'Láminas', description: '', minimum_stock: 3 };
    const made = await ana.rest('POST', '/inventory/', sent);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...sent,
      item_name: 'Láminas',
      low_stock: false,
      created_at: expect.stringMatching(ISO),
    });
    const list = await ana.rest('GET', `/inventory/${shop}`);
    expect({ status: list.status, body: list.body }).toEqual({ status: 200, body: [made.body] });
    expect((await ana.rest('GET', `/inventory/${shop}/`)).body).toEqual([made.body]);
  });

  it('serves a single item, and nothing else, under a path of its own', async () => {
    const id = await ana.item(apiary);
    const { status, body } = await ana.rest('GET', `/inventory/items/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: (await ana.rest('GET', `/inventory/${id}`)).body });
    for (const other of [apiary, 'nothing', 'search'])
      expect(await ana.rest('GET', `/inventory/items/${other}`)).toMatchObject({ status: 404 });
    const bea = await beekeeper(app);
    expect(await bea.rest('GET', `/inventory/items/${id}`)).toMatchObject({ status: 404 });
  });

  it('serves the list of an apiary and a single item under one path', async () => {
    const id = await ana.item(apiary);
    expect((await ana.rest('GET', `/inventory/${id}`)).body).toMatchObject({ id });
    expect(await ana.rest('GET', `/inventory/${await ana.apiary()}`)).toMatchObject({ status: 200, body: [] });
    expect(await ana.rest('GET', '/inventory/nothing')).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND' },
    });
  });

  it('changes the fields of a PUT, and records a changed quantity as an adjustment', async () => {
    const id = await ana.item(apiary, { quantity: 10, minimumStock: 2, description: 'Yellow' });
    const put = await ana.rest('PUT', `/inventory/${id}`, {
      name: 'Beeswax',
      quantity: 7,
      minimum_stock: 0,
      apiary_id: 'elsewhere',
      id: 'other',
    });
    expect(put).toMatchObject({
      status: 200,
      body: { id, name: 'Beeswax', quantity: 7, minimum_stock: 0, description: 'Yellow', apiary_id: apiary },
    });
    expect((await ana.rest('PUT', `/inventory/${id}`, { quantity: 7, description: null })).body).toMatchObject({
      quantity: 7,
      description: null,
    });
    expect(await movements(id)).toMatchObject([
      { kind: 'ADJUSTMENT', amount: -3, balanceAfter: 7 },
      { kind: 'INITIAL', amount: 10 },
    ]);
  });

  it('stores the fields that the app sends since July 2026', async () => {
    const fields = {
      category: 'Materiales',
      batch_number: 'L-7',
      expiry_date: '2027-02-28',
      purchase_date: null,
      supplier: '',
      storage_location: 'Bodega',
    };
    const { body } = await ana.rest('POST', '/inventory/', {
      apiary_id: apiary,
      name: 'Jarabe',
      unit: 'Litros',
      quantity: 1,
      ...fields,
    });
    expect((await ana.rest('GET', `/inventory/${body.id}`)).body).toMatchObject(fields);
    expect(await ana.rest('PUT', `/inventory/${body.id}`, { expiry_date: '2027-02-30' })).toMatchObject({
      status: 400,
      body: { message: 'expiry_date must be a day such as 2026-05-01' },
    });
  });

  it('deletes an item with its movements: 204, with an empty JSON body', async () => {
    const id = await ana.item(apiary, { quantity: 3 });
    expect((await ana.rest('DELETE', `/inventory/${id}`)).status).toBe(204);
    expect((await ana.rest('GET', `/inventory/${id}`)).status).toBe(404);
    expect(await app.database.sql('select 1 from stock_movements where item_id = $1', [id])).toEqual([]);
  });

  it('accepts camelCase and the names of the specification', async () => {
    const { status, body } = await ana.rest('POST', '/inventory', {
      apiaryId: apiary,
      itemName: 'Smoker',
      unit: 'pieces',
      minimumStock: 1,
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'Smoker', quantity: 0, minimum_stock: 1, low_stock: true },
    });
  });
});

describe('units', () => {
  it.each([
    ['Unidades', 'PIECES'],
    ['unit', 'PIECES'],
    ['LITROS', 'LITERS'],
    ['kg', 'KILOGRAMS'],
    ['Cajas', 'BOXES'],
    ['laminas', 'SHEETS'],
    ['Docenas', 'DOZENS'],
    ['Mililitros', 'MILLILITERS'],
    ['buckets', null],
  ])('%s is stored as written and means %s', async (unit, unitKind) => {
    expect((await create({ unit })).item).toMatchObject({ unit, unitKind });
  });
});

describe('low stock: the quantity is at or below the minimum', () => {
  it.each([
    [0, 0, true],
    [1, 0, false],
    [3, 3, true],
    [4, 3, false],
  ])('a quantity of %i with a minimum of %i: %s', async (quantity, minimumStock, lowStock) => {
    expect((await create({ quantity, minimumStock })).item.lowStock).toBe(lowStock);
  });

  it('lowStockItems lists the items of all own apiaries', async () => {
    const bea = await beekeeper(app);
    const [first, second] = [await bea.apiary(), await bea.apiary()];
    await bea.item(first, { itemName: 'Foundation', quantity: 1, minimumStock: 5 });
    await bea.item(second, { itemName: 'Sugar', quantity: 0 });
    await bea.item(second, { itemName: 'Jars', quantity: 9 });
    const { lowStockItems } = await bea.ask('{ lowStockItems { totalCount nodes { itemName apiary { id } } } }');
    expect(lowStockItems).toEqual({
      totalCount: 2,
      nodes: [
        { itemName: 'Foundation', apiary: { id: first } },
        { itemName: 'Sugar', apiary: { id: second } },
      ],
    });
    expect(
      (await bea.rest('GET', `/inventory/${second}/low-stock`)).body.map((item: { name: string }) => item.name),
    ).toEqual(['Sugar']);
  });
});

describe('adjusting a quantity', () => {
  it('adds and subtracts: 200 with the item', async () => {
    const id = await ana.item(apiary, { quantity: 5 });
    expect(await ana.rest('PUT', `/inventory/${id}/adjust`, { adjustment_amount: -2 })).toMatchObject({
      status: 200,
      body: { id, quantity: 3 },
    });
    expect(await ana.rest('PUT', `/inventory/${id}/adjust`, { amount: 4 })).toMatchObject({
      status: 200,
      body: { quantity: 7 },
    });
    expect(await movements(id)).toMatchObject([
      { sequence: 3, kind: 'ADJUSTMENT', amount: 4, balanceBefore: 3, balanceAfter: 7 },
      { sequence: 2, kind: 'ADJUSTMENT', amount: -2, balanceBefore: 5, balanceAfter: 3 },
      { sequence: 1, kind: 'INITIAL', amount: 5, balanceBefore: 0, balanceAfter: 5 },
    ]);
  });

  it('refuses a negative result with the quantity in stock, and changes nothing', async () => {
    const id = await ana.item(apiary, { quantity: 5 });
    expect(await ana.rest('PUT', `/inventory/${id}/adjust`, { adjustment_amount: -6 })).toMatchObject({
      status: 409,
      body: { error_code: 'INSUFFICIENT_STOCK', message: 'There are only 5 (kg) in stock' },
    });
    const { errors } = await ana.graphql(`mutation { adjustStock(input: { itemId: "${id}", amount: -6 }) { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'INSUFFICIENT_STOCK' } }]);
    expect(await quantity(id)).toBe(5);
    expect(await movements(id)).toHaveLength(1);
  });

  it('refuses an overflow of 32 bits', async () => {
    const id = await ana.item(apiary, { quantity: 2_147_483_647 });
    const { status, body } = await ana.rest('PUT', `/inventory/${id}/adjust`, { amount: 1 });
    expect({ status, code: body.error_code }).toEqual({ status: 409, code: 'STOCK_OVERFLOW' });
    expect((await ana.rest('PUT', `/inventory/${id}/adjust`, { amount: 2_147_483_648 })).status).toBe(400);
    expect(await quantity(id)).toBe(2_147_483_647);
  });

  it.each([
    [0, /must not be 0/],
    [1.5, /whole number/],
    ['x', /whole number/],
    [null, /is required/],
  ])('refuses an amount of %p', async (amount, message) => {
    const { status, body } = await ana.rest('PUT', `/inventory/${await ana.item(apiary)}/adjust`, {
      adjustment_amount: amount,
    });
    expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringMatching(message) });
    expect(body.message).toMatch(/amount/);
  });
});

describe('an exit', () => {
  it('records the person', async () => {
    const id = await ana.item(apiary, { quantity: 5 });
    expect(await ana.rest('POST', `/inventory/${id}/exit`, { quantity: 2, person: 'Luz' })).toMatchObject({
      status: 200,
      body: { quantity: 3 },
    });
    expect((await movements(id))[0]).toMatchObject({ kind: 'EXIT', amount: -2, person: 'Luz' });
  });

  it.each([
    [{ quantity: 0, person: 'Luz' }, 'quantity must be a whole number from 1 to 2147483647'],
    [{ quantity: -1, person: 'Luz' }, 'quantity must be a whole number from 1 to 2147483647'],
    [{ quantity: 1, person: '  ' }, 'person must not be empty'],
    [{ quantity: 1 }, 'person is required'],
    [{ person: 'Luz' }, 'quantity is required'],
  ])('refuses %j', async (body, message) => {
    const id = await ana.item(apiary, { quantity: 5 });
    expect(await ana.rest('POST', `/inventory/${id}/exit`, body)).toMatchObject({ status: 400, body: { message } });
    expect(await quantity(id)).toBe(5);
  });
});

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
  const FIELDS_OF_PAGE = 'totalCount nodes { id recordedAt item { apiary { id } } } pageInfo { hasNextPage endCursor }';
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
    const { stockMovements } = await ana.ask(`{ stockMovements(itemId: "${item}") { pageInfo { endCursor } } }`);
    const ask = (args: string) => ana.graphql(`{ apiary(id: "${shop}") { stockMovements${args} { nodes { id } } } }`);
    expect((await ask(`(after: "${stockMovements.pageInfo.endCursor}")`)).errors).toMatchObject([
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
    expect(errors).toMatchObject([{ extensions: { reason: 'TOO_BROAD' } }]);
  });
});

describe('corrections', () => {
  const correct = (id: string) =>
    ana.graphql(
      `mutation { correctMovement(input: { movementId: "${id}", reason: "Miscounted" }) { id amount correctsId kind } }`,
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
      { data: { correctMovement: { amount: 2, correctsId: body.id, kind: 'CORRECTION' } } },
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
    expect((await correct(data.correctMovement.id)).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'movementId' }] } },
    ]);
  });
});

describe('the search', () => {
  it('finds text in the name and the description, ignoring case and accents; wildcards are literal', async () => {
    const shop = await ana.apiary();
    for (const [itemName, description] of [
      ['Cámara de cría', null],
      ['Guantes', 'Talla M, de CUERO'],
      ['100% cera_pura', 'a\\b'],
      ['Ahumador', ''],
    ]) {
      await ana.item(shop, { itemName, description });
    }
    const search = async (q: string) =>
      (await ana.rest('GET', `/inventory/${shop}/search?q=${encodeURIComponent(q)}`)).body.map(
        (item: { name: string }) => item.name,
      );
    expect(await search('camara')).toEqual(['Cámara de cría']);
    expect(await search('CRÍA')).toEqual(['Cámara de cría']);
    expect(await search('cuero')).toEqual(['Guantes']);
    expect(await search('%')).toEqual(['100% cera_pura']);
    expect(await search('_')).toEqual(['100% cera_pura']);
    expect(await search('\\')).toEqual(['100% cera_pura']);
    expect(await search('a')).toHaveLength(4);
    expect(await search('nothing like it')).toEqual([]);
    expect((await ana.rest('GET', `/inventory/${shop}/search?query=humador`)).body).toHaveLength(1);
    expect((await ana.rest('GET', `/inventory/${shop}/search`)).status).toBe(400);
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
      unitCost: 150,
      currency: 'EUR',
    });
    await ana.item(shop, {
      itemName: 'Lids',
      unit: 'pieces',
      quantity: 4,
      minimumStock: 5,
      unitCost: 25,
      currency: 'EUR',
    });
    await ana.item(shop, { itemName: 'Syrup', unit: 'Litros', quantity: 0 });
    await ana.item(shop, { itemName: 'Straw', unit: 'Bales', quantity: 3 });
    const { body } = await ana.rest('GET', `/inventory/${shop}/summary`);
    expect(body).toEqual({
      total_items: 4,
      total_quantity: 17,
      total_value: 16,
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
    await ana.item(shop, { itemName: 'Mould', quantity: 2, unitCost: 500, currency: 'JPY' });
    const { inventorySummary } = await ana.ask(
      `{ inventorySummary(apiaryId: "${shop}") { totalValue { currency minorUnits } totalValueFigure } }`,
    );
    expect(inventorySummary).toEqual({
      totalValue: [
        { currency: 'EUR', minorUnits: 1600 },
        { currency: 'JPY', minorUnits: 1000 },
      ],
      totalValueFigure: null,
    });
  });

  it('is zero for an empty apiary', async () => {
    const { body } = await ana.rest('GET', `/inventory/${await ana.apiary()}/summary`);
    expect(body).toEqual({
      total_items: 0,
      total_quantity: 0,
      total_value: 0,
      low_stock_count: 0,
      low_stock_items: 0,
      in_stock_items: 0,
      out_of_stock_items: 0,
      by_unit: [],
    });
  });

  it('requires an amount and a currency for a cost', async () => {
    const refused = (fields: object) =>
      ana.graphql('mutation ($i: CreateInventoryItemInput!) { createInventoryItem(input: $i) { id } }', {
        i: { apiaryId: apiary, itemName: 'x', unit: 'x', ...fields },
      });
    expect((await refused({ unitCost: 5 })).errors).toMatchObject([
      { extensions: { fields: [{ field: 'currency' }] } },
    ]);
    expect((await refused({ currency: 'EUR' })).errors).toMatchObject([
      { extensions: { fields: [{ field: 'unitCost' }] } },
    ]);
    expect((await refused({ unitCost: 5, currency: 'euro' })).errors).toMatchObject([
      { extensions: { fields: [{ field: 'currency' }] } },
    ]);
  });
});

describe('consumption', () => {
  it('is summed by period without corrected movements, and predicts how long the stock lasts', async () => {
    const item = await ana.item(apiary, { quantity: 100 });
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const exit = async (quantity: number, days: number) =>
      (
        await ana.ask(
          `mutation { m: recordMovement(input: { itemId: "${item}", direction: OUT, quantity: ${quantity}, occurredAt: "${daysAgo(days)}" }) { id } }`,
        )
      ).m.id;
    await exit(10, 60);
    await exit(15, 20);
    await exit(15, 1);
    await ana.ask(
      `mutation { correctMovement(input: { movementId: "${await exit(40, 2)}", reason: "Wrong item" }) { id } }`,
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
      const input = `{ itemId: "${item}", amount: -1, occurredAt: "${occurredAt}" }`;
      expect((await ana.graphql(`mutation { adjustStock(input: ${input}) { quantity } }`)).errors).toBeDefined();
      expect((await ana.rest('GET', `/inventory/${item}/movements`)).body).toHaveLength(1);
    },
  );

  it('a date in the year 0 is refused, and an empty date clears the field', async () => {
    const item = await ana.item(apiary, { expiryDate: '2027-01-01' });
    expect((await ana.rest('PUT', `/inventory/${item}`, { expiry_date: '0000-01-01' })).status).toBe(400);
    expect((await ana.rest('PUT', `/inventory/${item}`, { expiry_date: '' })).body.expiry_date).toBeNull();
  });
});

it('items are filtered by the meaning of their unit, or by its text if it has none', async () => {
  const shop = await ana.apiary();
  for (const unit of ['kg', 'Kilogramos', 'buckets']) await ana.item(shop, { itemName: unit, unit });
  const inUnit = async (unit: string) =>
    (await ana.ask(`{ inventoryItems(apiaryId: "${shop}", unit: "${unit}") { nodes { itemName } } }`)).inventoryItems
      .nodes.length;
  expect(await Promise.all(['kilos', 'buckets', 'liters'].map(inUnit))).toEqual([2, 1, 0]);
});
