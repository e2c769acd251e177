// Every list as a table, as a spreadsheet program gets it: both formats, both languages, filters, refusals, and who sees what.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { type Client, startTestApp, type TestApp } from '../support/client.js';
import { importOnce } from '../support/import-once.js';
import { share } from '../support/members.js';
import { withToken } from '../support/tokens.js';
import { type Beekeeper, beekeeper, crown, feed, harvestFrom, measure, treat } from '../support/world.js';

const { LISTS } = await importOnce<typeof import('../../src/documents/lists/index.js')>(
  '../../src/documents/lists/index.js',
);

let app: TestApp;
let ana: Beekeeper;
let spring: string;
let summer: string;
let hive: string;

/** A text that spreadsheet programs would run, and its full-width form. */
const [COMMAND, WIDE] = ['=cmd|"/c calc"!A1', '＝SUM(1)'];

beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  [spring, summer] = [await ana.apiary({ name: 'Spring' }), await ana.apiary({ name: COMMAND, location: WIDE })];
  hive = await ana.beehive(spring, { beehiveNumber: 7, healthStatus: 'Healthy', observations: 'ñandú; =1+1;"=2' });
  await ana.beehive(summer, { beehiveNumber: 8 });
  await treat(ana, hive);
  await crown(ana, { apiary: spring, beehive: hive });
  await feed(ana, { apiary: spring, beehive: hive });
  await measure(ana, hive);
  await harvestFrom(ana, spring, hive);
  await ana.item(spring, { itemName: 'Frames', quantity: 4, minimumStock: 5, expiryDate: '2027-03-01' });
  for (const apiaryId of [spring, summer])
    await ana.ask(
      `mutation ($apiaryId: ID!) {
      number: createQuestion(input: { apiaryId: $apiaryId, text: "Frames of brood", answerType: NUMBER }) { question { id } }
      seen: createQuestion(input: { apiaryId: $apiaryId, text: "Queen seen?", answerType: YES_NO }) { question { id } }
    }`,
      { apiaryId },
    );
  const { apiary } = await ana.ask(`{ apiary(id: "${spring}") { questions { id text } } }`);
  const idOf = (text: string) => apiary.questions.find((one: { text: string }) => one.text === text).id;
  await ana.ask(`mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }`, {
    input: {
      beehiveId: hive,
      occurredAt: '2026-05-02T10:30:00Z',

      notes: '-5 °C',
      answers: [
        { questionId: idOf('Frames of brood'), number: 6.5 },
        { questionId: idOf('Queen seen?'), yesNo: true },
      ],
    },
  });
  await ana.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
    recordMiteCount(input: { beehiveId: $hive, method: SUGAR_ROLL, bees: 300, mites: 4, countedOn: "2026-05-03" }) { miteCount { id } }
    createTask(input: { apiaryId: $apiary, title: "Look", kind: INSPECT, dueOn: "2026-06-01", beehiveIds: [$hive] }) { task { id } }
    recordLoss(input: { id: $hive, cause: STARVED }) { beehive { id } }
  }`,
    { hive, apiary: spring },
  );
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
async function csv(who: Client, path: string, language = 'en'): Promise<Record<string, string>[]> {
  const { status, body } = await who.rest<string>('GET', `/lists/${path}`, undefined, { 'accept-language': language });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return parse(body, { bom: true, columns: true });
}
async function xlsx(who: Client, path: string, language = 'en'): Promise<Row[]> {
  const headers = { authorization: `Bearer ${who.token}`, 'accept-language': language };
  const separator = path.includes('?') ? '&' : '?';
  const response = await fetch(`${who.url}/api/v1/lists/${path}${separator}format=xlsx`, { headers });
  expect(response.status).toBe(200);
  const [headings, ...rows] = await readSheet(Buffer.from(await response.arrayBuffer()));
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [String(headings![i]), value])));
}

it('every list has the same rows and headings in both formats', async () => {
  for (const { name } of LISTS) {
    const [table, sheet] = [await csv(ana, name), await xlsx(ana, name)];
    expect([name, sheet.length]).toEqual([name, table.length]);
    expect([name, table.length > 0 || name === 'beehives']).toEqual([name, true]);
    for (const [i, row] of table.entries())
      for (const [heading, text] of Object.entries(row)) {
        const cell = sheet[i]![heading] ?? null;
        const shown = cell instanceof Date ? cell.toISOString() : String(cell ?? '');
        // A day of a workbook is the midnight of UTC; the apostrophe is there for programs that run what they read.
        const plain = text.replace(/(^|[;,]\s*)'(?=[=+\-@＝])/g, '$1').replaceAll('\r\n', '\n');
        const isTime = cell instanceof Date && plain.length > 10;
        if (isTime) expect(Math.abs(cell.getTime() - Date.parse(plain))).toBeLessThan(2000);
        else expect([name, heading, shown.startsWith(plain) || shown === plain]).toEqual([name, heading, true]);
      }
  }
});

it('has the headings and the words of the language, and times and numbers as such', async () => {
  const [english] = await xlsx(ana, `mite-counts?apiary_id=${spring}&to=2026-05-30`);
  expect(english).toMatchObject({
    Day: new Date('2026-05-03'),
    Hive: '7',
    Method: 'Sugar roll',
    Mites: 4,
    'Mites per 100 bees': 1.33,
  });
  const [spanish] = await csv(ana, 'mite-counts?to=2026-05-30', 'es');
  expect(spanish).toMatchObject({
    Día: '2026-05-03',
    Colmena: '7',
    Método: 'Azúcar glas',
    'Ácaros por 100 abejas': '1.33',
  });
  const [decimals] = parse(
    (await ana.rest<string>('GET', '/lists/mite-counts?separator=semicolon&to=2026-05-30')).body,
    {
      bom: true,
      columns: true,
      delimiter: ';',
    },
  ) as Record<string, string>[];
  expect(decimals!['Mites per 100 bees']).toBe('1,33');
});

it('an inspection has a column for each question of the chosen apiaries, and one for what else was answered', async () => {
  const [row] = await csv(ana, `inspections?beehive_id=${hive}`);
  expect(row).toMatchObject({ 'Frames of brood': '6.5', 'Queen seen?': 'Yes', 'Other answers': '', Notes: "'-5 °C" });
  expect(Object.keys(row!).filter((heading) => heading === 'Queen seen?')).toHaveLength(1);
  const { apiary } = await ana.ask(`{ apiary(id: "${spring}") { questions { id text } } }`);
  await ana.ask(`mutation { deleteQuestion(input: { id: "${apiary.questions[1].id}" }) { deletedId } }`);
  const [later] = await xlsx(ana, `inspections?apiary_id=${spring}`, 'es');
  expect(later).toMatchObject({ 'Frames of brood': 6.5, 'Otras respuestas': 'Queen seen?: Sí', Colmena: '7' });
});

it('defuses formulas in a table; in a workbook, a text is a text', async () => {
  const [table, sheet] = [await csv(ana, 'apiaries'), await xlsx(ana, 'apiaries')];
  expect(table[1]).toMatchObject({ Apiary: `'${COMMAND}`, Location: `'${WIDE}` });
  expect(sheet[1]).toMatchObject({ Apiary: COMMAND, Location: WIDE });
  expect((await csv(ana, 'beehives?life=ANY'))[0]).toMatchObject({ Notes: `ñandú; '=1+1;"'=2` });
});

it('apiaries are also features of a map, by role; those without a position are not', async () => {
  const [luz, bea] = [await beekeeper(app), await beekeeper(app)];
  const position = { latitude: 40.17354, longitude: -5.26412 };
  const place = { country: 'ES', municipality: 'Candeleda', registerNumber: 'ES050470000031' };
  const id = await luz.apiary({ name: 'El Encinar "alto"', position, ...place });
  await luz.beehive(id);
  await luz.apiary({ name: 'Nowhere' });
  await share(luz, id, bea, 'WORKER');
  const map = async (who: Client, query = '') => {
    const headers = { authorization: `Bearer ${who.token}` };
    const response = await fetch(`${who.url}/api/v1/lists/apiaries?format=geojson${query}`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/geo+json']);
    return response.json();
  };
  const { registerNumber, ...open } = place;
  const properties = { name: 'El Encinar "alto"', hives: 1, ...open };
  const feature = (coordinates: number[], more: object) => ({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', id, geometry: { type: 'Point', coordinates }, properties: { ...properties, ...more } },
    ],
  });
  expect(await map(luz)).toEqual(
    feature([-5.26412, 40.17354], { role: 'OWNER', is_exact: true, register_number: registerNumber }),
  );
  expect(await map(bea)).toEqual(feature([-5.26, 40.17], { role: 'WORKER', is_exact: false }));
  for (const none of [await map(bea, '&include_shared=false'), await map(await beekeeper(app))])
    expect(none).toEqual({ type: 'FeatureCollection', features: [] });
  expect((await luz.rest('GET', '/lists/beehives?format=geojson')).status).toBe(400);
  expect((await luz.rest('GET', '/lists/apiaries?format=geojson&role=QUEEN')).status).toBe(400);
});

describe('filters', () => {
  it('are those of the list in GraphQL', async () => {
    expect((await csv(ana, 'beehives')).map(({ Hive }) => Hive)).toEqual(['8']);
    expect((await csv(ana, 'beehives?life=ENDED&end_causes=STARVED')).map(({ Hive }) => Hive)).toEqual(['7']);
    expect(await csv(ana, 'beehives?ended_from=2999-01-01')).toEqual([]);
    expect(await csv(ana, 'mite-counts?from=2026-05-04&to=2026-05-30')).toEqual([]);
    expect(await csv(ana, `inventory?apiary_id=${summer}`)).toEqual([]);
    expect((await csv(ana, 'inventory?low_stock=true')).map(({ Item }) => Item)).toContain('Frames');
    expect((await csv(ana, 'harvests?status=DRAFT')).map(({ Status }) => Status)).toEqual(['Draft']);
    expect(await csv(ana, 'tasks?statuses=DONE')).toEqual([]);
    expect(await csv(ana, 'treatments?status=VOIDED')).toEqual([]);
  });

  it.each([
    ['mite-counts?from=soon', 'from'],
    ['beehives?life=GONE', 'life'],
    ['beehives?beehive_number=x', 'beehive_number'],
    ['beehives?ended_from=2026-02-31', 'ended_from'],
    ['apiaries?format=ods', 'format'],
    ['apiaries?separator=tab', 'separator'],
    ['inspections?from=yesterday', 'from'],
    ['inventory?search=', undefined],
  ])('%s names what is wrong', async (path, field) => {
    const { status, body } = await ana.rest('GET', `/lists/${path}`);
    if (field === undefined) return expect(status).toBe(200);
    expect([status, body.error_code, body.message.startsWith(field)]).toEqual([400, 'BAD_USER_INPUT', true]);
  });

  it('a list that is unknown is not found', async () => {
    expect((await ana.rest('GET', '/lists/wasps')).status).toBe(404);
  });
});

describe('others', () => {
  it('have no rows of it, and their ids are unknown', async () => {
    const bea = await beekeeper(app);
    for (const { name, document } of LISTS) {
      expect([name, await csv(bea, name)]).toEqual([name, []]);
      if (!document.includes('$apiary_id')) continue;
      expect([name, (await bea.rest('GET', `/lists/${name}?apiary_id=${spring}`)).status]).toEqual([name, 404]);
      expect([name, (await bea.rest('GET', `/lists/${name}?apiary_id=${spring}&format=xlsx`)).status]).toEqual([
        name,
        404,
      ]);
    }
    expect((await app.anyone.rest('GET', '/lists/beehives')).status).toBe(401);
  });

  it('see as members what the apiary has, and a token that is limited to it sees the same', async () => {
    const bea = await beekeeper(app);
    await share(ana, spring, bea, 'VIEWER');
    const limited = await withToken(app, ana, { apiaryIds: [spring] });
    for (const { name } of LISTS) {
      const rows = await csv(bea, `${name}?apiary_id=${spring}`).catch(() => csv(bea, name));
      const ofToken = await csv(limited, name);
      expect([name, JSON.stringify([rows, ofToken]).includes('cmd')]).toEqual([name, false]);
      if (name !== 'placements') expect([name, ofToken.length]).toEqual([name, rows.length]);
    }
  });
});
