// WHO MAY DO WHAT, all of it: every root field of the schema and every row of the REST door × nobody, stranger, owner. A new field
// or row without an expectation here fails the test. What a stranger is told must be what he is told of an id that nobody has.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { routes } from '../../src/rest/routes/index.js';
import { type Client, startTestApp, type TestApp } from '../support/app.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

/** What belongs to the owner, or ids that nobody has. */
interface Things {
  apiary: string;
  beehive: string;
  item: string;
  movement: string;
}
/** `anyone`: open to the world. `viewer`: needs a token, and is about the caller alone. `owner`: about somebody's things. */
type Openness = 'anyone' | 'viewer' | 'owner';
type Field = [Openness, (things: Things) => string];

const fields: Record<string, Field> = {
  'Query.me': ['viewer', () => '{ me { id } }'],
  'Query.apiaries': ['viewer', () => '{ apiaries { nodes { id } } }'],
  'Query.apiary': ['owner', ({ apiary }) => `{ apiary(id: "${apiary}") { name } }`],
  'Query.beehives': ['owner', ({ apiary }) => `{ beehives(apiaryId: "${apiary}") { nodes { number } } }`],
  'Query.beehive': ['owner', ({ beehive }) => `{ beehive(id: "${beehive}") { number } }`],
  'Mutation.register': [
    'anyone',
    () =>
      `mutation { register(input: { username: "x", email: "${uuidv7()}@example.org", password: "${PASSWORD}" }) { tokenType } }`,
  ],
  'Mutation.logIn': [
    'anyone',
    () => `mutation { logIn(input: { email: "owner@example.org", password: "${PASSWORD}" }) { tokenType } }`,
  ],
  'Mutation.logOut': ['viewer', () => 'mutation { logOut }'],
  'Mutation.createApiary': ['viewer', () => 'mutation { createApiary(input: { name: "New" }) { name } }'],
  'Mutation.updateApiary': [
    'owner',
    ({ apiary }) => `mutation { updateApiary(id: "${apiary}", input: { name: "Seen" }) { name } }`,
  ],
  'Mutation.deleteApiary': ['owner', ({ apiary }) => `mutation { deleteApiary(id: "${apiary}") }`],
  'Mutation.createBeehive': [
    'owner',
    ({ apiary }) => `mutation { createBeehive(input: { apiaryId: "${apiary}" }) { number } }`,
  ],
  'Mutation.updateBeehive': [
    'owner',
    ({ beehive }) => `mutation { updateBeehive(id: "${beehive}", input: { number: 7 }) { number } }`,
  ],
  'Mutation.deleteBeehive': ['owner', ({ beehive }) => `mutation { deleteBeehive(id: "${beehive}") }`],
  'Query.inventory': ['owner', ({ apiary }) => `{ inventory(apiaryId: "${apiary}") { nodes { name } } }`],
  'Query.inventoryItem': ['owner', ({ item }) => `{ inventoryItem(id: "${item}") { name } }`],
  'Query.inventorySummary': ['owner', ({ apiary }) => `{ inventorySummary(apiaryId: "${apiary}") { totalItems } }`],
  'Query.lowStock': ['viewer', () => '{ lowStock { nodes { id } } }'],
  'Query.stockMovements': ['owner', ({ item }) => `{ stockMovements(itemId: "${item}") { nodes { amount } } }`],
  'Mutation.createInventoryItem': [
    'owner',
    ({ apiary }) =>
      `mutation { createInventoryItem(input: { apiaryId: "${apiary}", name: "Wax", unit: "kg" }) { name } }`,
  ],
  'Mutation.updateInventoryItem': [
    'owner',
    ({ item }) => `mutation { updateInventoryItem(id: "${item}", input: { name: "Seen", quantity: 9 }) { name } }`,
  ],
  'Mutation.deleteInventoryItem': ['owner', ({ item }) => `mutation { deleteInventoryItem(id: "${item}") }`],
  'Mutation.adjustStock': [
    'owner',
    ({ item }) => `mutation { adjustStock(input: { itemId: "${item}", amount: -1 }) { quantity } }`,
  ],
  'Mutation.recordExit': [
    'owner',
    ({ item }) => `mutation { recordExit(input: { itemId: "${item}", quantity: 1, person: "Ana" }) { quantity } }`,
  ],
  'Mutation.recordMovement': [
    'owner',
    ({ item }) => `mutation { recordMovement(input: { itemId: "${item}", kind: ENTRY, quantity: 1 }) { amount } }`,
  ],
  'Mutation.correctMovement': [
    'owner',
    ({ movement }) =>
      `mutation { correctMovement(input: { movementId: "${movement}", reason: "Miscounted" }) { amount } }`,
  ],
};

type Row = [Openness, (things: Things) => { path: string; body?: object }];
const rows: Record<string, Row> = {
  'post /auth/register': [
    'anyone',
    () => ({ path: '/auth/register', body: { username: 'x', email: `${uuidv7()}@example.org`, password: PASSWORD } }),
  ],
  'post /auth/login': [
    'anyone',
    () => ({ path: '/auth/login', body: { email: 'owner@example.org', password: PASSWORD } }),
  ],
  'post /auth/logout': ['viewer', () => ({ path: '/auth/logout' })],
  'get /auth/me': ['viewer', () => ({ path: '/auth/me' })],
  'get /apiaries': ['viewer', () => ({ path: '/apiaries' })],
  'get /apiaries/:id': ['owner', ({ apiary }) => ({ path: `/apiaries/${apiary}` })],
  'post /apiaries': ['viewer', () => ({ path: '/apiaries', body: { name: 'New' } })],
  'put /apiaries/:id': ['owner', ({ apiary }) => ({ path: `/apiaries/${apiary}`, body: { name: 'Seen' } })],
  'delete /apiaries/:id': ['owner', ({ apiary }) => ({ path: `/apiaries/${apiary}` })],
  'get /beehives': ['owner', ({ apiary }) => ({ path: `/beehives?apiary_id=${apiary}` })],
  'get /beehives/apiary/:apiary_id': ['owner', ({ apiary }) => ({ path: `/beehives/apiary/${apiary}` })],
  'get /beehives/:id': ['owner', ({ beehive }) => ({ path: `/beehives/${beehive}` })],
  'post /beehives': ['owner', ({ apiary }) => ({ path: '/beehives', body: { apiary_id: apiary } })],
  'put /beehives/:id': ['owner', ({ beehive }) => ({ path: `/beehives/${beehive}`, body: { hive_number: 7 } })],
  'delete /beehives/:id': ['owner', ({ beehive }) => ({ path: `/beehives/${beehive}` })],
  'get /inventory/:id': ['owner', ({ apiary }) => ({ path: `/inventory/${apiary}` })],
  'post /inventory': [
    'owner',
    ({ apiary }) => ({ path: '/inventory/', body: { apiary_id: apiary, name: 'Wax', unit: 'kg' } }),
  ],
  'put /inventory/:id': ['owner', ({ item }) => ({ path: `/inventory/${item}`, body: { quantity: 9 } })],
  'delete /inventory/:id': ['owner', ({ item }) => ({ path: `/inventory/${item}` })],
  'put /inventory/:id/adjust': ['owner', ({ item }) => ({ path: `/inventory/${item}/adjust`, body: { amount: 2 } })],
  'post /inventory/:id/exit': [
    'owner',
    ({ item }) => ({ path: `/inventory/${item}/exit`, body: { quantity: 1, person: 'Ana' } }),
  ],
  'get /inventory/:apiary_id/search': ['owner', ({ apiary }) => ({ path: `/inventory/${apiary}/search?q=w` })],
  'get /inventory/:apiary_id/low-stock': ['owner', ({ apiary }) => ({ path: `/inventory/${apiary}/low-stock` })],
  'get /inventory/:apiary_id/summary': ['owner', ({ apiary }) => ({ path: `/inventory/${apiary}/summary` })],
  'get /inventory/:id/movements': ['owner', ({ item }) => ({ path: `/inventory/${item}/movements` })],
  'post /inventory/movement': [
    'owner',
    ({ item }) => ({ path: '/inventory/movement', body: { inventory_id: item, movement_type: 'exit', quantity: 1 } }),
  ],
};

let app: TestApp;
let owner: Beekeeper;
let stranger: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app, 'owner@example.org');
  stranger = await beekeeper(app);
});
afterAll(() => app.close());

const nothing: Things = { apiary: uuidv7(), beehive: uuidv7(), item: uuidv7(), movement: uuidv7() };
async function things(): Promise<Things> {
  const apiary = await owner.apiary();
  const item = await owner.item(apiary, { quantity: 5 });
  const { stockMovements } = await owner.ask(`{ stockMovements(itemId: "${item}") { nodes { id } } }`);
  return { apiary, beehive: await owner.beehive(apiary, { number: 1 }), item, movement: stockMovements.nodes[0].id };
}
/** Everything of the owner's, as the database has it. */
const TABLES = ['apiaries', 'beehives', 'inventory_items', 'stock_movements'];
const stored = (): Promise<object[]> =>
  app.database.sql(
    `${TABLES.map((table) => `select id, to_jsonb(t) as row from ${table} t`).join(' union all ')} order by id`,
  );
/** A session of one's own, for what ends it. */
const again = (who: Beekeeper): Promise<Client> =>
  app.anyone
    .rest('POST', '/auth/login', { email: who.email, password: PASSWORD })
    .then(({ body }) => new (who.constructor as typeof Beekeeper)(app.url, body.access_token, who.id, who.email));

it('the table has a line for every root field and every row, and no other', () => {
  const roots = [app.app.schema.getQueryType()!, app.app.schema.getMutationType()!];
  const all = roots.flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
  expect(Object.keys(fields).sort()).toEqual(all.sort());
  expect(Object.keys(rows).sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(Object.entries(fields))('%s', (name, [openness, operation]) => {
  it('nobody', async () => {
    const { errors } = await app.anyone.graphql(operation(await things()));
    if (openness === 'anyone') expect(errors).toBeUndefined();
    else expect(errors).toMatchObject([{ message: 'No token found', extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('stranger', async () => {
    const theirs = await things();
    const before = await stored();
    const { data, errors } = await (await again(stranger)).graphql(operation(theirs));
    if (openness !== 'owner') return expect(errors).toBeUndefined();
    const missing = await stranger.graphql(operation(nothing));
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    expect(await stored()).toEqual(before);
  });

  it('owner', async () => {
    const { errors, data } = await (await again(owner)).graphql(operation(await things()));
    expect(errors).toBeUndefined();
    expect(data[name.split('.')[1]!]).toBeTruthy();
  });
});

describe.each(Object.entries(rows))('%s', (name, [openness, request]) => {
  const method = name.split(' ')[0]!.toUpperCase();
  const send = (who: Client, at: Things) => {
    const { path, body } = request(at);
    return who.rest(method, path, body);
  };

  it('nobody', async () => {
    const { status, body } = await send(app.anyone, await things());
    if (openness === 'anyone') expect(status).toBeLessThan(300);
    else expect({ status, message: body.message }).toEqual({ status: 401, message: 'No token found' });
  });

  it('stranger', async () => {
    const theirs = await things();
    const before = await stored();
    const { status, body } = await send(await again(stranger), theirs);
    if (openness !== 'owner') return expect(status).toBeLessThan(300);
    const missing = await send(stranger, nothing);
    expect(status).toBe(404);
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
    expect(await stored()).toEqual(before);
  });

  it('owner', async () => {
    expect((await send(await again(owner), await things())).status).toBe(
      routes.find((r) => `${r.method} ${r.path}` === name)!.status,
    );
  });
});

it("a hive can't be moved into a stranger's apiary, on either door", async () => {
  const mine = await things();
  const theirs = await stranger.apiary();
  const move = (to: string): string =>
    `mutation { updateBeehive(id: "${mine.beehive}", input: { apiaryId: "${to}" }) { id } }`;
  expect((await owner.graphql(move(theirs))).errors).toEqual((await owner.graphql(move(nothing.apiary))).errors);
  const put = (to: string) => owner.rest('PUT', `/beehives/${mine.beehive}`, { apiary_id: to });
  expect((await put(theirs)).body).toEqual((await put(nothing.apiary)).body);
  expect((await put(theirs)).status).toBe(404);
  expect((await owner.rest('GET', `/beehives/${mine.beehive}`)).body.apiary_id).toBe(mine.apiary);
});
