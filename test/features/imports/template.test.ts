// The workbook to fill in: what is written below its headings is read without a question, and stored as it was written.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import readSheets from 'read-excel-file/node';
import { startTestApp, type TestApp } from '../../support/client.js';
import { act, rowsOf, upload } from '../../support/imports.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { workbook, type XlsxCell } from '../../support/xlsx.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

/** The headings of each sheet, with the values below each: two rows. */
type Filled = Record<string, Record<string, [XlsxCell, XlsxCell]>>;
const day = (text: string): XlsxCell => ({ serial: Date.parse(text) / 86_400_000 + 25_569 });

const ENGLISH: Filled = {
  Apiaries: {
    Apiary: ['Old Oak', 'The Hill'],
    Location: ['Beside the mill', 'Above the road'],
    Latitude: [40.25, null],
    Longitude: [-3.5, null],
    Coordinates: [null, '41.5, -4.25'],
    'Elevation (m)': [650, '720'],
    Country: ['Spain', 'ES'],
    Municipality: ['Valverde', 'Turégano'],
    'Register number': ['ES280790000123', 'ES401230000124'],
    'Stationary or migratory': ['stationary', 'migratory'],
    Forage: ['Rosemary', 'Thyme'],
  },
  Hives: {
    Apiary: ['Old Oak', 'The Hill'],
    Hive: [1, 'Nuc 3'],
    'Placed on': [day('2024-03-14'), '2024-04-25'],
    Activity: ['High', 'Low'],
    Population: ['Strong', 'Weak'],
    'Food frames': [3, '2'],
    'Brood frames': [5, '1'],
    Status: ['Queenright', 'Swarm'],
    Health: ['Healthy', 'Weak'],
    Super: ['Yes', 'No'],
    'Ended on': [null, day('2025-02-20')],
    'Cause of the end': [null, 'starved'],
    Alive: ['yes', 'no'],
    Notes: ['Beside the path', 'From a swarm'],
  },
  Queens: {
    Apiary: ['Old Oak', 'The Hill'],
    Hive: [1, 'Nuc 3'],
    Queen: ['Maya', 'Q-22'],
    'Year of the queen': [2023, '2022'],
    'Marking color': ['red', 'yellow'],
    Marked: ['yes', 'yes'],
    Clipped: ['no', 'yes'],
    Race: ['Iberiensis', 'Buckfast'],
    Origin: ['reared', 'purchased'],
    Breeder: ['Ana', 'Apis Norte'],
    'Introduced on': [day('2024-04-15'), '2024-05-16'],
    'Removed on': [null, day('2025-01-31')],
    Notes: ['Calm', 'Lays well'],
  },
  Inspections: {
    Apiary: ['Old Oak', 'Old Oak'],
    Hive: [1, 2],
    Date: [day('2025-04-13'), '2025-04-14'],
    Time: ['10:30', '17:05'],
    Activity: ['High', 'Low'],
    Population: ['Strong', 'Weak'],
    'Food frames': [4, 2],
    'Brood frames': [6, 3],
    Status: ['Queenright', 'Queenless'],
    Health: ['Healthy', 'Weak'],
    Super: ['Yes', 'No'],
    Notes: ['Five frames of capped brood', 'No eggs'],
  },
  Treatments: {
    Apiary: ['Old Oak', 'Old Oak'],
    Hive: [1, 2],
    Date: [day('2025-08-15'), '2025-08-16'],
    'End date': [day('2025-09-26'), '2025-09-27'],
    Product: ['Apivar', 'MAQS'],
    'Active ingredient': ['Amitraz', 'Formic acid'],
    Dose: ['2 strips', '1 strip'],
    'Application method': ['Strips', 'Pads'],
    Reason: ['Varroa', 'Varroa'],
    'Duration in days': [42, '42'],
    'Withdrawal in days': ['nil', null],
    'Withdrawal until': [null, '2025-10-07'],
    Batch: ['A-123', '77'],
    Supplier: ['Apis Norte', 'Apis Norte'],
    'Applied by': ['Ana', 'Luz'],
    Prescriber: ['Dr. Vela', 'Dr. Vela'],
    Notes: ['Few mites after it', 'Brood was hurt'],
  },
  'Mite counts': {
    Apiary: ['Old Oak', 'Old Oak'],
    Hive: [1, 2],
    Date: [day('2025-07-20'), '2025-07-21'],
    'Count method': ['alcohol wash', 'sticky board'],
    'Bees in the sample': [300, null],
    Mites: [6, 12],
    'Days on the board': [null, 3],
    Notes: ['Half a cup', 'A board with oil'],
  },
  Harvests: {
    Apiary: ['Old Oak', 'Old Oak'],
    Hive: [1, 2],
    Date: [day('2025-06-20'), '2025-06-21'],
    'Honey (kg)': [13.75, '9.5'],
    'Frames taken': [7, 5],
    'Kind of honey': ['Rosemary', 'Rosemary'],
    Notes: ['Capped', 'Not all capped'],
  },
  Feedings: {
    Apiary: ['Old Oak', 'Old Oak'],
    Hive: [1, 2],
    Date: [day('2025-09-20'), '2025-09-21'],
    Feed: ['Syrup 2:1', 'Fondant'],
    'Feed amount (kg)': [2.5, '0.75'],
    Notes: ['In the evening', 'Above the frames'],
  },
  Weights: {
    Apiary: ['Old Oak', 'Old Oak'],
    Hive: [1, 2],
    Date: [day('2025-10-01'), '2025-10-02'],
    Time: ['08:30', '09:15'],
    'Weight (kg)': [31.5, '28.25'],
    'Outside temperature (°C)': [12.5, '9.5'],
    'Brood temperature (°C)': [35, null],
    'Humidity (%)': [60, '71'],
    Notes: ['Before the rain', 'After the rain'],
  },
  Inventory: {
    Apiary: ['Old Oak', 'The Hill'],
    Item: ['Frames', 'Apivar'],
    Quantity: [40, '10'],
    Unit: ['pieces', 'strips'],
    Minimum: [10, '2'],
    Category: ['Equipment', 'Medicine'],
    Batch: ['F-1', 'A-123'],
    'Expiry date': [day('2029-12-31'), '05/2028'],
    'Purchase date': [day('2025-01-15'), '2025-02-16'],
    Supplier: ['Apis Norte', 'Apis Norte'],
    Storage: ['Shed', 'Fridge'],
    Notes: ['With wire', 'Keep cool'],
  },
};

/** The words that are others in Spanish; days as people write them there. */
const WORDS: Record<string, string> = {
  Spain: 'España',
  stationary: 'estante',
  migratory: 'trashumante',
  starved: 'hambre',
  yes: 'sí',
  red: 'rojo',
  yellow: 'amarillo',
  reared: 'propia',
  purchased: 'comprada',
  'alcohol wash': 'lavado con alcohol',
  'sticky board': 'lámina adhesiva',
  '9.5': '9,5',
  '28.25': '28,25',
  nil: 'ninguno',
};
const inSpanish = (cell: XlsxCell): XlsxCell =>
  typeof cell !== 'string' ? cell : (WORDS[cell] ?? cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1'));

const downloadFile = (who: Beekeeper, language: string): Promise<Response> =>
  fetch(`${app.url}/api/v1/imports/template.xlsx`, {
    headers: { authorization: `Bearer ${who.token}`, 'accept-language': language },
  });

/** The headings of each sheet of the template, as an account of the language downloads it. */
async function download(who: Beekeeper, language: string): Promise<Record<string, string[]>> {
  const response = await downloadFile(who, language);
  const name = language === 'en' ? 'bees.xlsx' : 'abejas.xlsx';
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  const sheets = await readSheets(Buffer.from(await response.arrayBuffer()));
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data[0] as string[]]));
}

const STORED = `{
  apiaries(first: 10) { nodes {
    name location position { latitude longitude } elevation country municipality registerNumber mobility forage
    inventoryItems(first: 10) { nodes {
      itemName quantity unit minimumStock category batchNumber expiryDate purchaseDate supplier storageLocation description
    } }
    harvests(first: 10) { nodes { harvestedOn honeyKind notes status sources { frames grams beehiveLabel } } }
  } }
  beehives(first: 10, filter: { life: ANY }) { nodes {
    label apiary { name } endedOn endCause observations
    activityLevel beePopulation foodFrames broodFrames hiveStatus healthStatus hasProductionChamber
    placements(first: 5) { nodes { placedOn leftOn } }
    queenReigns(first: 5) { nodes {
      startedOn endedOn queen { name year color isMarked isClipped race origin breeder notes }
    } }
    inspections(first: 5) { nodes { occurredAt notes } }
    treatments(first: 5) { nodes {
      startedOn endedOn productName activeIngredient doseText method kind target plannedDays withdrawalDays batchNumber
      supplier appliedBy prescriber finalResult
    } }
    miteCounts(first: 5) { nodes { countedOn method bees mites days notes } }
    feedings(first: 5) { nodes { fedOn feed: kind grams sugarPercent notes } }
    measurements(first: 5, filter: { kind: WEIGHT }) { nodes { measuredAt value unit notes } }
  } }
}`;

const nodes = (...records: object[]): object => ({ nodes: records });
const state = (food: number, brood: number, words: readonly string[]): object => ({
  foodFrames: food,
  broodFrames: brood,
  ...Object.fromEntries(
    ['activityLevel', 'beePopulation', 'hiveStatus', 'healthStatus', 'hasProductionChamber'].map((name, i) => [
      name,
      words[i],
    ]),
  ),
});
const item = (itemName: string, quantity: number, unit: string, minimumStock: number, others: object): object => ({
  ...{ itemName, quantity, unit, minimumStock, supplier: 'Apis Norte' },
  ...others,
});
const harvest = (day: string, frames: number, grams: number, beehiveLabel: string, notes: string): object => ({
  ...{ harvestedOn: day, honeyKind: 'Rosemary', notes, status: 'CLOSED' },
  sources: [{ frames, grams, beehiveLabel }],
});
const treatment = (startedOn: string, endedOn: string, others: object): object => ({
  ...{ startedOn, endedOn, kind: 'Varroa', target: 'Varroa', plannedDays: 42 },
  ...{ supplier: 'Apis Norte', prescriber: 'Dr. Vela' },
  ...others,
});

const APIARIES = [
  {
    ...{ name: 'Old Oak', location: 'Beside the mill', position: { latitude: 40.25, longitude: -3.5 } },
    ...{ elevation: 650, country: 'ES', municipality: 'Valverde', registerNumber: 'ES280790000123' },
    ...{ mobility: 'STATIONARY', forage: 'Rosemary' },
    inventoryItems: nodes(
      item('Frames', 40, 'pieces', 10, {
        ...{ category: 'Equipment', batchNumber: 'F-1', expiryDate: '2029-12-31', purchaseDate: '2025-01-15' },
        ...{ storageLocation: 'Shed', description: 'With wire' },
      }),
    ),
    harvests: nodes(
      harvest('2025-06-21', 5, 9500, '2', 'Not all capped'),
      harvest('2025-06-20', 7, 13_750, '1', 'Capped'),
    ),
  },
  {
    ...{ name: 'The Hill', location: 'Above the road', position: { latitude: 41.5, longitude: -4.25 } },
    ...{ elevation: 720, country: 'ES', municipality: 'Turégano', registerNumber: 'ES401230000124' },
    ...{ mobility: 'MIGRATORY', forage: 'Thyme' },
    inventoryItems: nodes(
      item('Apivar', 10, 'strips', 2, {
        ...{ category: 'Medicine', batchNumber: 'A-123', expiryDate: '2028-05-31', purchaseDate: '2025-02-16' },
        ...{ storageLocation: 'Fridge', description: 'Keep cool' },
      }),
    ),
    harvests: nodes(),
  },
];
const HIVES = [
  {
    ...{ label: '1', apiary: { name: 'Old Oak' }, endedOn: null, endCause: null, observations: 'Beside the path' },
    ...state(4, 6, ['High', 'Strong', 'Queenright', 'Healthy', 'Yes']),
    placements: nodes({ placedOn: '2024-03-14', leftOn: null }),
    queenReigns: nodes({
      ...{ startedOn: '2024-04-15', endedOn: null },
      queen: {
        ...{ name: 'Maya', year: 2023, color: 'RED', isMarked: true, isClipped: false },
        ...{ race: 'Iberiensis', origin: 'REARED', breeder: 'Ana', notes: 'Calm' },
      },
    }),
    inspections: nodes({
      occurredAt: '2025-04-13T10:30:00.000Z',
      notes: expect.stringMatching(/^Five frames of capped brood/),
    }),
    treatments: nodes(
      treatment('2025-08-15', '2025-09-26', {
        ...{ productName: 'Apivar', activeIngredient: 'Amitraz', doseText: '2 strips', method: 'Strips' },
        ...{ withdrawalDays: 0, batchNumber: 'A-123', appliedBy: 'Ana', finalResult: 'Few mites after it' },
      }),
    ),
    miteCounts: nodes({
      ...{ countedOn: '2025-07-20', method: 'ALCOHOL_WASH', bees: 300, mites: 6, days: null, notes: 'Half a cup' },
    }),
    feedings: nodes({
      ...{ fedOn: '2025-09-20', feed: 'SYRUP', grams: 2500, sugarPercent: '66.667' },
      notes: expect.stringMatching(/^In the evening\n(Feed|Alimento): Syrup 2:1$/),
    }),
    measurements: nodes({
      ...{ measuredAt: '2025-10-01T08:30:00.000Z', value: 31.5, unit: 'KILOGRAMS', notes: 'Before the rain' },
    }),
  },
  {
    ...{ label: '2', apiary: { name: 'Old Oak' }, endedOn: null, endCause: null, observations: null },
    ...state(2, 3, ['Low', 'Weak', 'Queenless', 'Weak', 'No']),
    placements: nodes({ placedOn: '2025-04-14', leftOn: null }),
    queenReigns: nodes(),
    inspections: nodes({ occurredAt: '2025-04-14T17:05:00.000Z', notes: expect.stringMatching(/^No eggs/) }),
    treatments: nodes(
      treatment('2025-08-16', '2025-09-27', {
        ...{ productName: 'MAQS', activeIngredient: 'Formic acid', doseText: '1 strip', method: 'Pads' },
        ...{ withdrawalDays: 10, batchNumber: '77', appliedBy: 'Luz', finalResult: 'Brood was hurt' },
      }),
    ),
    miteCounts: nodes({
      ...{ countedOn: '2025-07-21', method: 'STICKY_BOARD', bees: null, mites: 12, days: 3, notes: 'A board with oil' },
    }),
    feedings: nodes({
      ...{ fedOn: '2025-09-21', feed: 'FONDANT', grams: 750, sugarPercent: null },
      notes: expect.stringMatching(/^Above the frames\n(Feed|Alimento): Fondant$/),
    }),
    measurements: nodes({
      ...{ measuredAt: '2025-10-02T09:15:00.000Z', value: 28.25, unit: 'KILOGRAMS', notes: 'After the rain' },
    }),
  },
  {
    ...{ label: 'Nuc 3', apiary: { name: 'The Hill' }, observations: 'From a swarm' },
    ...{ endedOn: '2025-02-20', endCause: 'STARVED' },
    ...state(2, 1, ['Low', 'Weak', 'Swarm', 'Weak', 'No']),
    placements: nodes({ placedOn: '2024-04-25', leftOn: '2025-02-20' }),
    queenReigns: nodes({
      ...{ startedOn: '2024-05-16', endedOn: '2025-01-31' },
      queen: {
        ...{ name: 'Q-22', year: 2022, color: 'YELLOW', isMarked: true, isClipped: true },
        ...{ race: 'Buckfast', origin: 'PURCHASED', breeder: 'Apis Norte', notes: 'Lays well' },
      },
    }),
    inspections: nodes(),
    treatments: nodes(),
    miteCounts: nodes(),
    feedings: nodes(),
    measurements: nodes(),
  },
];

it.each(['en', 'es'])('of %s: each column that it has is read without a question, and stored', async (language) => {
  const ana = await beekeeper(app);
  await ana.ask(`mutation { updateProfile(input: { language: ${language.toUpperCase()} }) { user { id } } }`);
  const template = await download(ana, language);
  const sheets = Object.values(ENGLISH);
  const headings = (columns: (typeof sheets)[number]): string[] => Object.keys(columns);
  expect(Object.values(template).map(({ length }) => length)).toEqual(sheets.map((one) => headings(one).length));
  if (language === 'en')
    expect(Object.entries(template)).toEqual(
      Object.entries(ENGLISH).map(([name, columns]) => [name, headings(columns)]),
    );
  const write = (cell: XlsxCell): XlsxCell => (language === 'en' ? cell : inSpanish(cell));
  const rowOf = (sheet: number, n: number): XlsxCell[] =>
    Object.values(sheets[sheet]!).map((cells) => write(cells[n]!));
  const filled = Object.entries(template).map(([name, found], i) => [name, [found, rowOf(i, 0), rowOf(i, 1)]]);
  const read = await upload(ana, new Uint8Array(await workbook(Object.fromEntries(filled))), 'filled.xlsx');

  expect((await ana.rest('GET', `/imports/${read.id}`)).body.questions).toEqual([]);
  const remarks = (await rowsOf(ana, read.id)).flatMap((row) => [...row.problems, ...row.remarks]);
  expect(remarks.map(({ message }) => message)).toEqual(['Old Oak is a new apiary', 'The Hill is a new apiary']);
  expect(read).toMatchObject({ status: 'READY', rows_total: 20, rows_with_problems: 0 });
  const done = await act(ana, read.id, 'run');
  expect(done).toMatchObject({ status: 'DONE', rows_done: 20, rows_with_problems: 0 });
  const { apiaries, beehives } = await ana.ask(STORED);
  expect(apiaries.nodes).toEqual(APIARIES);
  expect(beehives.nodes).toEqual(HIVES);
});

it('is a workbook without rows as long as nobody fills it in', async () => {
  const ana = await beekeeper(app);
  const file = new Uint8Array(await (await downloadFile(ana, 'es')).arrayBuffer());
  const read = await upload(ana, file, 'abejas.xlsx');
  expect(read).toMatchObject({ status: 'FAILED', failure: 'The file has no rows' });
});
