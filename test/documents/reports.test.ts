// The documents that are sent as PDF: their pages and texts, in both languages; filters, refusals and who sees them.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../support/client.js';
import { addKeeper } from '../support/keepers.js';
import { share } from '../support/members.js';
import { extractText } from '../support/pdf.js';
import { withToken } from '../support/tokens.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, treat } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let hive: string;
let item: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary({ name: 'Ñandú Łódź Ωμέγα', location: 'Río' });
  hive = await ana.beehive(apiary, { beehiveNumber: 7 });
  await treat(ana, hive, 'Thymol');
  await crown(ana, { apiary, beehive: hive });
  await harvestFrom(ana, apiary, hive);
  item = await ana.item(apiary, { itemName: 'Frames 漢字', quantity: 4 });
  await ana.ask(
    `mutation { recordExit(input: { id: "${item}", quantity: 3, person: "Bea" }) { inventoryItem { id } } }`,
  );
});
afterAll(() => app.close());

interface Document {
  status: number;
  bytes: Buffer;
  pages: number;
  /** By the tables that say which character a glyph is. */
  text: string;
}
async function read(who: Client, path: string, language = 'en'): Promise<Document> {
  const headers = { authorization: `Bearer ${who.token}`, 'accept-language': language };
  const response = await fetch(`${who.url}/api/v1${path}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status === 200) expect(response.headers.get('content-type')).toBe('application/pdf');
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  return { status: response.status, bytes, pages, text: response.status === 200 ? extractText(bytes) : String(bytes) };
}

const words = (text: string): string => text.replace(/\s+/g, ' ');

it('the register has its columns and the keeper, in the language of the reader', async () => {
  const english = await read(ana, '/treatments/register/pdf');
  expect([english.status, english.pages]).toEqual([200, 1]);
  for (const part of ['Register of treatments', ana.email, 'Thymol', 'Ñandú Łódź Ωμέγα', 'Page 1 of 1'])
    expect(words(english.text)).toContain(part);
  const spanish = await read(ana, `/treatments/register/pdf?apiary_id=${apiary}`, 'es');
  expect(words(spanish.text)).toContain('Registro de tratamientos');
  expect(words(spanish.text)).toContain('Página 1 de 1');
  expect(words((await read(ana, '/treatments/register/pdf?to=1999-01-01')).text)).toContain('There are no treatments.');
});

it('the same records make the same document', async () => {
  const [one, other] = [
    await read(ana, '/reports/season/pdf?year=2026'),
    await read(ana, '/reports/season/pdf?year=2026'),
  ];
  expect(one.bytes.equals(other.bytes)).toBe(true);
});

it('a stock card has the balance after each movement', async () => {
  const { status, text } = await read(ana, `/inventory/${item}/card/pdf`);
  expect(status).toBe(200);
  for (const part of ['Stock card: Frames ??', 'Initial stock', 'Exit', 'Bea']) expect(words(text)).toContain(part);
  expect(words(text)).toMatch(/Exit 3 1 Bea/);
  expect(words((await read(ana, `/inventory/${item}/card/pdf?to=1999-01-01`, 'es')).text)).toContain(
    'No hay registros.',
  );
});

it('a season has hives, queens, treatments, counts and harvests with their total', async () => {
  const { text } = await read(ana, `/reports/season/pdf?year=2026&apiary_id=${apiary}`, 'es');
  for (const part of [
    'Informe de la temporada 2026',
    'Colmenas',
    'Q1 (2025)',
    'Tratamientos',
    'Conteos de ácaros',
    'Total',
    '16,00',
  ])
    expect(words(text)).toContain(part);
  expect(words((await read(ana, '/reports/season/pdf?year=1990')).text)).toContain('It had no hives.');
});

it('the movement book and the declaration have what inspectors look for, and cut nothing of it', async () => {
  const cleo = await beekeeper(app);
  const [from, to] = [await cleo.apiary({ name: 'Tomillar' }), await cleo.apiary({ name: 'Almonds' })];
  await app.database.sql(
    `update apiaries set country = 'ES', municipality = name || ' de Arriba', register_number = 'ES-' || name, mobility = 'MIGRATORY' where id = any($1)`,
    [[from, to]],
  );
  const numbers = Array.from({ length: 100 }, (_, i) => 100_001 + 2 * i);
  const beehives = numbers.map((beehiveNumber) => ({ apiaryId: from, beehiveNumber, placedOn: '2026-01-10' }));
  const { createBeehives } = await cleo.ask(
    'mutation ($beehives: [CreateBeehiveInput!]!) { createBeehives(input: { beehives: $beehives }) { beehives { id } } }',
    { beehives },
  );
  const load = { movedOn: '2026-03-01', vehiclePlate: '1234 BCD', healthDocument: 'G-1', zoneReason: 'Order 7' };
  await cleo.ask('mutation ($input: MoveBeehivesInput!) { moveBeehives(input: $input) { beehives { id } } }', {
    input: { ids: createBeehives.beehives.map(({ id }: { id: string }) => id), apiaryId: to, ...load },
  });
  const book = await read(cleo, '/movements/pdf?from=2026-03-01&to=2026-03-31&kinds=MOVED', 'es');
  const place = (name: string): string => `${name} ES-${name} ${name} de Arriba, España`;
  for (const part of [
    cleo.email,
    'Traslado',
    '2026-03-01',
    '1234 BCD',
    'G-1',
    'Order 7',
    'desde el 2026-03-01',
    '100 100001, 100003',
  ])
    expect(words(book.text)).toContain(part);
  for (const part of [...place('Tomillar').split(' '), ...place('Almonds').split(' '), ...numbers.map(String)])
    expect(words(book.text)).toContain(part);
  expect(words(book.text)).not.toContain('…');
  expect(words((await read(cleo, '/movements/pdf?from=2025-01-01&to=2025-12-31')).text)).toContain(
    'There are no records.',
  );
  const declared = words((await read(cleo, '/declaration/pdf?year=2026')).text);
  for (const part of [
    'Annual declaration of hives 2026',
    cleo.email,
    'Spain',
    'On 2026-02-28. Hives: 100. Apiaries: 1.',
    'To be declared from 2026-01-01 to 2026-02-28.',
    'ES-Tomillar',
    'Migratory',
  ])
    expect(declared).toContain(part);
  const later = words((await read(cleo, '/declaration/pdf?year=2026&day=2026-03-01', 'es')).text);
  for (const part of ['España', 'A fecha 2026-03-01.', 'ES-Almonds', 'Trashumante']) expect(later).toContain(part);
});

it('the movement book and the declaration name the keepers of their days, not that of today', async () => {
  const dora = await beekeeper(app);
  const apiary = await dora.apiary({ name: 'Heather' });
  await app.database.sql(`update apiaries set country = 'ES' where id = $1`, [apiary]);
  await dora.ask(
    `mutation { createBeehive(input: { apiaryId: "${apiary}", beehiveNumber: 1, placedOn: "2023-05-01" }) { beehive { id } } }`,
  );
  await addKeeper(dora, '2024-01-01', 'One');
  await addKeeper(dora, '2025-04-01', 'Two');
  await addKeeper(dora, '2026-01-01', 'Three', { taxId: 'T3' });
  const textOf = async (path: string): Promise<string> => words((await read(dora, path)).text);
  const book = await textOf('/movements/pdf?from=2023-12-01&to=2025-12-31');
  for (const keeper of [
    `bee, ${dora.email} (from 2023-12-01 until 2023-12-31)`,
    'Keeper: One (from 2024-01-01 until 2025-03-31)',
    'Keeper: Two (from 2025-04-01 until 2025-12-31)',
  ])
    expect(book).toContain(keeper);
  expect(book).not.toContain('Three');
  expect(await textOf('/movements/pdf?from=2025-03-31&to=2025-03-31')).toContain('Keeper: One As');
  expect(await textOf('/movements/pdf?from=2025-04-01&to=2025-04-01')).toContain('Keeper: Two As');
  expect(await textOf('/declaration/pdf?year=2025')).toContain('Keeper: One Living');
  expect(await textOf('/declaration/pdf?year=2026')).toContain('Keeper: Three, Tax ID: T3 Living');
  expect(await textOf('/declaration/pdf?year=2026&day=2025-12-31')).toContain('Keeper: Two Living');
});

it('a table breaks over pages, which repeat its headings, however long a word is', async () => {
  const movements = `insert into stock_movements (id, created_at, updated_at, item_id, owner_id, sequence, kind, amount, balance_after, actor_id, occurred_at, reason)
    select gen_random_uuid(), now(), now(), id, owner_id, n, 'ENTRY', 1, n, owner_id, now(), repeat('x', 200) from inventory_items, generate_series(10, $2) n where id = $1`;
  const big = await ana.item(apiary, { itemName: 'Many', quantity: 1 });
  await app.database.sql(movements, [big, 300]);
  const { pages, text } = await read(ana, `/inventory/${big}/card/pdf`);
  expect(pages).toBeGreaterThan(10);
  expect(text).toContain(`Page ${pages} of ${pages}`);
  expect(text.match(/Balance/g)).toHaveLength(pages);
  await app.database.sql(movements.replace('generate_series(10', 'generate_series(301'), [big, 5000]);
  const refused = await ana.rest('GET', `/inventory/${big}/card/pdf`);
  expect([refused.status, refused.body.error_code, refused.body.message]).toEqual([
    400,
    'RESPONSE_TOO_BROAD',
    expect.stringMatching(/^from must be narrower/),
  ]);
});

it.each([
  ['/reports/season/pdf?year=26', 400, 'year'],
  ['/treatments/register/pdf?from=soon', 400, 'from'],
  ['/reports/season/pdf?apiary_id=x', 404, 'Apiary'],
  ['/inventory/x/card/pdf', 404, 'Inventory item'],
  ['/movements/pdf?from=2026-02-02&to=2026-02-01', 400, 'to'],
  ['/movements/pdf?kinds=GONE', 400, 'kinds'],
  ['/movements/pdf?apiary_id=x', 404, 'Apiary'],
  ['/declaration/pdf?year=1', 400, 'year'],
  ['/declaration/pdf?year=2026&day=2020-01-01', 400, 'day'],
])('%s is refused', async (path, status, begin) => {
  const { status: found, body } = await ana.rest('GET', path);
  expect([found, body.message.startsWith(begin)]).toEqual([status, true]);
});

it('others have none of it; a member and a limited token have their apiary', async () => {
  const bea = await beekeeper(app);
  const paths = [
    `/inventory/${item}/card/pdf`,
    `/reports/season/pdf?apiary_id=${apiary}`,
    `/treatments/register/pdf?apiary_id=${apiary}`,
    `/movements/pdf?apiary_id=${apiary}`,
  ];
  for (const path of paths) expect((await bea.rest('GET', path)).status).toBe(404);
  await share(ana, apiary, bea, 'VIEWER');
  const other = await ana.apiary({ name: 'Elsewhere' });
  const limited = await withToken(app, ana, { apiaryIds: [other] });
  for (const path of paths) {
    const { status, text } = await read(bea, path);
    expect([path, status, text.includes(ana.email)]).toEqual([path, 200, false]);
    expect([path, (await limited.rest('GET', path)).status]).toEqual([path, 404]);
  }
});

/** As long as the columns allow. */
const LONGEST = {
  supplier: 200,
  supplier_address: 500,
  purchase_proof: 500,
  prescriber_contact: 500,
  reason: 500,
  batch_number: 100,
};
const ROWS = 12;
it('the register cuts nothing: long texts are below, and go on on the next page under the headings of their table', async () => {
  const bea = await beekeeper(app);
  const place = await bea.apiary({ name: 'Long' });
  for (let n = 0; n < ROWS; n++) await treat(bea, await bea.beehive(place), 'Short');
  await addKeeper(bea, '2020-01-01', 'Bea Ltd', { address: 'Mill 1', taxId: 'T-1', registerNumber: 'R-1' });
  const fields = Object.entries(LONGEST);
  const long = ([field, length]: [string, number]): string => `${'Wide '.repeat(length / 5 - 8)}end-of-${field}`;
  await app.database.sql(
    `update treatments set ${fields.map(([field], i) => `${field} = $${i + 2}`).join(', ')}, status = 'VOIDED' where owner_id = $1`,
    [bea.id, ...fields.map(long)],
  );
  await treat(bea, await bea.beehive(place), 'Next');
  const { pages, text } = await read(bea, '/treatments/register/pdf');
  const whole = words(text).replaceAll(' ', '');
  expect(pages).toBeGreaterThan(3);
  for (const [field] of fields) expect(whole.match(new RegExp(`end-of-${field}(?!_)`, 'g'))).toHaveLength(ROWS);
  const wide = fields.reduce((sum, [, length]) => sum + length / 5 - 8, 0);
  expect(whole.match(/Wide/g)).toHaveLength(ROWS * wide);
  expect(whole).not.toContain('…');
  expect(whole.match(/\(a\)Firstday/g)).toHaveLength(pages);
  expect(whole.match(/Apiary:Long/g)).toHaveLength(pages);
  expect(whole).toContain(`Page${pages}of${pages}`);
  for (const part of ['Keeper:BeaLtd', 'TaxID:T-1', 'Registernumber:R-1', 'Status:VOIDED', 'Next'])
    expect(whole).toContain(part);
  expect(words((await read(bea, `/inventory/${await bea.item(place)}/card/pdf`)).text)).toContain(
    'Keeper: Bea Ltd, Mill 1, Tax ID: T-1, Register number: R-1',
  );
});

it('a register of as many rows as a document may have', async () => {
  const bea = await beekeeper(app);
  const beehive = await bea.beehive(await bea.apiary());
  const insert = (n: number) =>
    app.database.sql(
      `insert into treatments (id, created_at, updated_at, kind, product_name, started_on, beehive_id, treated_beehive_id, beehive_label,
         course_id, actor_id, series_id)
       select id, now(), now(), 'a', 'P', '2026-05-01', $1, $1, '1', id, $2, id
       from (select gen_random_uuid() as id from generate_series(1, $3) n) t`,
      [beehive, bea.id, n],
    );
  await insert(4000);
  expect((await read(bea, '/treatments/register/pdf')).pages).toBeGreaterThan(100);
  await insert(1);
  const refused = await bea.rest('GET', '/treatments/register/pdf');
  expect([refused.status, refused.body.error_code]).toEqual([400, 'RESPONSE_TOO_BROAD']);
});
