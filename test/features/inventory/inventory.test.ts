// Items of the inventory: created, adjusted and searched, their units, and low stock.
import { describe, expect, it } from '@jest/globals';
import { beekeeper } from '../../support/world.js';
import { ana, apiary, app, ISO, quantity } from './inventory.fixture.js';

const FIELDS = 'id itemName quantity unit unitKind minimumStock lowStock';
const create = async (fields: object) => {
  const { createInventoryItem } = await ana.ask(
    `mutation ($i: CreateInventoryItemInput!) { createInventoryItem(input: $i) { inventoryItem { ${FIELDS} } } }`,
    { i: { apiaryId: apiary, itemName: 'Wax', unit: 'kg', ...fields } },
  );
  return createInventoryItem.inventoryItem;
};
const movements = async (item: string) =>
  (
    await ana.ask(
      `{ inventoryItem(id: "${item}") { stockMovements { nodes { sequence kind amount balanceBefore balanceAfter person reason } } } }`,
    )
  ).inventoryItem.stockMovements.nodes;

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
    expect((await ana.rest('GET', `/inventory/${id}/movements`)).status).toBe(404);
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
    expect(await create({ unit })).toMatchObject({ unit, unitKind });
  });
});

describe('low stock: the quantity is at or below the minimum', () => {
  it.each([
    [0, 0, true],
    [1, 0, false],
    [3, 3, true],
    [4, 3, false],
  ])('a quantity of %i with a minimum of %i: %s', async (quantity, minimumStock, lowStock) => {
    expect((await create({ quantity, minimumStock })).lowStock).toBe(lowStock);
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
    const enough = await bea.ask('{ lowStockItems(filter: { lowStock: false }) { totalCount } }');
    expect(enough.lowStockItems.totalCount).toBe(0);
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
    const { errors } = await ana.graphql(
      `mutation { adjustStock(input: { id: "${id}", amount: -6 }) { inventoryItem { id } } }`,
    );
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

it('items are filtered by the meaning of their unit, or by its text if it has none', async () => {
  const shop = await ana.apiary();
  for (const unit of ['kg', 'Kilogramos', 'buckets']) await ana.item(shop, { itemName: unit, unit });
  const inUnit = async (unit: string) =>
    (await ana.ask(`{ inventoryItems(apiaryId: "${shop}", filter: { unit: "${unit}" }) { nodes { itemName } } }`))
      .inventoryItems.nodes.length;
  expect(await Promise.all(['kilos', 'buckets', 'liters'].map(inUnit))).toEqual([2, 1, 0]);
});
