// Names of persons and things that are compared: spaces at the ends and several in a row make no other name.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { expectBadInput } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const SENT = ' \u00a0Marta   de la \u3000Paz ';
const STORED = 'Marta de la Paz';

it('a person in the ledger is one person, over both APIs', async () => {
  const item = await ana.item(await ana.apiary(), { quantity: 9 });
  await ana.rest('POST', `/inventory/${item}/exit`, { quantity: 1, person: SENT });
  await ana.rest('POST', '/inventory/movement', {
    inventory_id: item,
    movement_type: 'exit',
    quantity: 1,
    person: SENT,
  });
  await ana.ask(
    `mutation { recordExit(input: { id: "${item}", quantity: 1, person: "${SENT}" }) { inventoryItem { id } } }`,
  );
  const { body } = await ana.rest('GET', `/inventory/${item}/movements`);
  expect(body.map((one: { person: string | null }) => one.person)).toEqual([STORED, STORED, STORED, null]);
  for (const person of ['  ', '\u00a0'])
    expectBadInput(await ana.rest('POST', `/inventory/${item}/exit`, { quantity: 1, person }), 'person');
  expectBadInput(await ana.rest('POST', `/inventory/${item}/exit`, { quantity: 1, person: 'Marta\tPaz' }), 'person');
});

it('and so are those of a treatment, and the product and the supplier', async () => {
  const hive = await ana.beehive(await ana.apiary());
  const { body } = await ana.rest('POST', '/treatments', {
    hive_id: hive,
    treatment_type: 'Varroa',
    product_name: ' Apivar  500 ',
    start_date: '2026-05-01',
    supplier: SENT,
    applied_by: SENT,
  });
  expect(body).toMatchObject({ product_name: 'Apivar 500', supplier: STORED, applied_by: STORED });
});

it('a text that is not compared is stored as it was sent', async () => {
  const name = ' La  Loma ';
  expect((await ana.rest('POST', '/apiaries', { name })).body.name).toBe(name);
});
