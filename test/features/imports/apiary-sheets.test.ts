// Sheets of apiaries bring where these are, and what registers ask for.
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SheetMapping } from '../../../src/features/imports/import-source.types.js';
import { choicesOf } from '../../../src/features/imports/sheets/choices.js';
import { positionColumns } from '../../../src/features/imports/sheets/detect-columns.js';
import { readValue } from '../../../src/features/imports/sheets/values.js';
import { findCountry, nameCountry } from '../../../src/shared/country.js';
import { Language } from '../../../src/shared/language.js';
import { act, rowsOf, upload } from '../../support/imports.js';
import { share } from '../../support/members.js';
import { detectSheet, factsOf, proposeMapping } from '../../support/sheets.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { workbook } from '../../support/xlsx.js';
import { app, check, newBeekeeper, open, run, statuses, toMessage } from './sheets.fixture.js';

const PLACE =
  'name location position { latitude longitude isExact } elevation country municipality registerNumber mobility forage';
const placesOf = async (who: Beekeeper) =>
  (await who.ask(`{ apiaries(first: 100, orderBy: { field: NAME, direction: ASC }) { nodes { ${PLACE} } } }`)).apiaries
    .nodes;
const problemsOf = async (who: Beekeeper, file: string): Promise<string[]> =>
  (await check(who, await open(who, file))).flatMap(({ problems }) =>
    problems.map(({ heading, message }) => `${heading}: ${toMessage(message).in(Language.EN)}`),
  );

describe('an apiary', () => {
  it('gets its place, in Spanish and with what people write', async () => {
    const ana = await newBeekeeper();
    const file = [
      'Colmenar;Paraje;Latitud;Longitud;Altitud (m);País;Municipio;Código REGA;Estante/trashumante;Floración',
      `El Encinar;Camino viejo;40,173541;-5,26412;640;España;Candeleda;ES050470000031;Estante;encina, romero`,
      `La Raña;;"40°15'0""N";"5°34'48"" O";1.105 m;es;Arenas;ES050470000032;trashumante;`,
      'Sin lugar;;;;;;;;;',
    ].join('\n');
    const sheet = await open(ana, file);
    expect(sheet.info.mapping[0]).toMatchObject({ kind: 'APIARIES' });
    expect((await check(ana, sheet)).flatMap(({ problems }) => problems)).toEqual([]);
    expect(statuses(await run(ana, sheet))).toEqual({ DONE: 3 });
    const nothing = { elevation: null, country: null, municipality: null, registerNumber: null, mobility: null };
    expect(await placesOf(ana)).toEqual([
      {
        ...{ name: 'El Encinar', location: 'Camino viejo', elevation: 640, country: 'ES', municipality: 'Candeleda' },
        position: { latitude: 40.17354, longitude: -5.26412, isExact: true },
        ...{ registerNumber: 'ES050470000031', mobility: 'STATIONARY', forage: 'encina, romero' },
      },
      {
        ...{ name: 'La Raña', location: null, elevation: 1105, country: 'ES', municipality: 'Arenas', forage: null },
        position: { latitude: 40.25, longitude: -5.58, isExact: true },
        ...{ registerNumber: 'ES050470000032', mobility: 'MIGRATORY' },
      },
      { name: 'Sin lugar', location: null, position: null, forage: null, ...nothing },
    ]);
    expect(statuses(await run(ana, sheet))).toEqual({ SKIPPED: 3 });
  });

  it('gets its position from one column, unless there are two of their own, and none from 0, 0', async () => {
    const ana = await newBeekeeper();
    const file =
      'Apiary,GPS coordinates,Latitude,Longitude\nA,"40.25, -5.58",,\nB,"1.5, 2.5",40.17,-5.26\nC,"5,58 O; 40,25 N",,\nD,,0,0.00\nE,,0,5\n';
    expect(statuses(await run(ana, await open(ana, file)))).toEqual({ DONE: 5 });
    const positions = (await placesOf(ana)).map(({ position }: { position: object }) => position);
    expect(positions).toMatchObject([
      { latitude: 40.25, longitude: -5.58 },
      { latitude: 40.17, longitude: -5.26 },
      { latitude: 40.25, longitude: -5.58 },
      // Nobody has chosen it.
      null,
      { latitude: 0, longitude: 5 },
    ]);
  });

  it('that another sheet has named before gets what its own row says, once', async () => {
    const ana = await beekeeper(app);
    const file = await workbook({
      Colmenas: [
        ['Apiario', 'Colmena', 'Latitud', 'Longitud', 'Modelo'],
        ['El Encinar', 7, 40.17354, -5.26412, 'Layens'],
      ],
      Apiarios: [
        ['Apiario', 'Latitud', 'Longitud', 'Municipio'],
        ['El Encinar', 40.17354, -5.26412, 'Candeleda'],
        ['El Encinar', 1, 2, 'Otro'],
      ],
    });
    const read = await upload(ana, new Uint8Array(file), 'libro.xlsx');
    expect(read.sheets.map(({ kind }) => kind)).toEqual(['HIVES', 'APIARIES']);
    await act(ana, read.id, 'run');
    expect((await rowsOf(ana, read.id)).map(({ status }) => status)).toEqual(['DONE', 'DONE', 'SKIPPED']);
    const position = { latitude: 40.17354, longitude: -5.26412 };
    expect(await placesOf(ana)).toMatchObject([{ name: 'El Encinar', municipality: 'Candeleda', position }]);
    // Members who do not see the position exactly read the notes of hives.
    const { nodes } = (await ana.ask('{ beehives(first: 1) { nodes { observations } } }')).beehives;
    expect(nodes).toEqual([{ observations: 'Modelo: Layens' }]);
    await act(ana, read.id, 'undo');
    expect(await placesOf(ana)).toEqual([]);
  });

  it('that is there already, of the account or shared with it, is not changed', async () => {
    const [ana, bea] = [await newBeekeeper(), await newBeekeeper()];
    await ana.apiary({ name: 'Mine', country: 'ES' });
    const id = await bea.apiary({ name: 'Shared', position: { latitude: 1.23456, longitude: 2.34567 } });
    await share(bea, id, ana, 'MANAGER');
    const results = await run(ana, await open(ana, 'Apiary,Latitude,Longitude\nMine,40.1,-5.2\nShared,40.1,-5.2\n'));
    expect(statuses(results)).toEqual({ SKIPPED: 2 });
    expect(await placesOf(ana)).toMatchObject([
      { name: 'Mine', position: null, country: 'ES' },
      { name: 'Shared', position: { latitude: 1.23456, longitude: 2.34567 } },
    ]);
  });

  it('names its country in any of the languages of headings', async () => {
    const ana = await newBeekeeper();
    const countries = ['Deutschland', 'Österreich', 'Suisse', 'Italia', 'Brasile', 'Spanien', 'Espagne', 'Spagna'];
    const file = `Apiary,Location,Country\n${countries.map((name, i) => `Yard ${i},Mill,${name}\n`).join('')}`;
    await run(ana, await open(ana, file));
    expect((await placesOf(ana)).map(({ country }: { country: string }) => country)).toEqual([
      ...['DE', 'AT', 'CH', 'IT', 'BR'],
      ...['ES', 'ES', 'ES'],
    ]);
  });

  it('with a number that is not like those of its country is written, and the row says so', async () => {
    const ana = await newBeekeeper();
    const file = 'Apiario;País;Número de registro\nA;España;77\nB;España;ES050470000031\nC;Francia;77\n';
    const [a, ...others] = await run(ana, await open(ana, file));
    expect([a!.status, a!.problem!.heading]).toEqual(['DONE', 'Número de registro']);
    expect(toMessage(a!.problem!.message).in(Language.ES)).toMatch(/no se parece.*ES280790000123/);
    expect(others.map(({ status, problem }) => [status, problem])).toEqual([
      ['DONE', undefined],
      ['DONE', undefined],
    ]);
  });

  it('too near to another one is written, and the row says so; an undo removes both', async () => {
    const ana = await beekeeper(app);
    const file =
      'Apiary,Coordinates,Country\nOne,"38.7, -9.1",Portugal\nTwo,"38.7, -9.101",Portugal\nThree,"91, 5",Portugal\n';
    const read = await upload(ana, file, 'apiaries.csv');
    expect(read).toMatchObject({ status: 'READY', rows_with_problems: 1 });
    await act(ana, read.id, 'run', { skip_problems: true });
    const [one, two] = await rowsOf(ana, read.id);
    expect([one!.status, one!.problems, two!.status]).toEqual(['DONE', [], 'DONE']);
    expect(two!.problems[0]!.message).toMatch(/0[.]087 km/);
    const again = await upload(ana, file, 'apiaries.csv');
    expect(await act(ana, again.id, 'run', { skip_problems: true })).toMatchObject({ records_created: 0 });
    await act(ana, read.id, 'undo');
    expect(await placesOf(ana)).toEqual([]);
  });
});

describe('a problem names its row and column', () => {
  let ana: Beekeeper;
  beforeAll(async () => {
    ana = await newBeekeeper();
  });
  const header = 'Apiary;Latitude;Longitude;Coordinates;Elevation;Country;Mobility\n';
  it.each([
    ['A;91;5;;;;', 'Latitude: 91 is no latitude, which is from −90 to 90'],
    ['A;40;-181;;;;', 'Longitude: -181 is no longitude, which is from −180 to 180'],
    ['A;40 W;5 N;;;;', 'Latitude: 40 W is no latitude, which is from −90 to 90'],
    ['A;4.017.354;5;;;;', 'Latitude: 4.017.354 is no latitude, which is from −90 to 90'],
    ['A;40;;;;;', 'Latitude: has no longitude beside it'],
    ['A;;5;;;;', 'Longitude: has no latitude beside it'],
    ['A;;;-99.1, 19.4;;;', 'Coordinates: -99.1, 19.4 has no latitude first: is the longitude before it?'],
    ['A;;;by the river;;;', 'Coordinates: by the river is no latitude and longitude, such as 40.25, -5.58'],
    ['A;;;;9001;;', expect.stringMatching(/^Elevation: .*9000/)],
    ['A;;;;high;;', 'Elevation: high is no elevation in metres'],
    ['A;;;;;Atlantis;', 'Country: Atlantis is no country that is known by this name or code'],
    ['A;;;;;;often', 'Mobility: often says neither that hives stay nor that they are moved'],
  ])('%s', async (row, problem) => {
    expect((await problemsOf(ana, `${header}${row}\n`))[0]).toEqual(problem);
  });

  it('and one coordinate that cannot be read is one problem', async () => {
    expect(await problemsOf(ana, `${header}A;x;5;;;;\n`)).toHaveLength(1);
  });
});

it.each([
  'Apiario;Latitud grados;Latitud minutos;Longitud grados;Longitud minutos',
  `Apiario;Latitud (°);Latitud (');Longitud (°);Longitud (')`,
  'Apiario;Lat_d;Lat_m;Lon_d;Lon_m',
])('parts of angles are no positions: %s', (text) => {
  const { kind, columns } = detectSheet({ name: 'Apiarios', headings: text.split(';') });
  expect([kind, columns.map(({ field }) => field)]).toEqual(['APIARIES', ['apiary', null, null, null, null]]);
});

describe('the columns of a position, which do not go into notes', () => {
  const hidden = (text: string) => [...positionColumns(text.split(';').map((heading) => ({ heading })))];
  it.each([
    'Latitud del colmenar;Longitud del colmenar',
    'GPS latitude (WGS 84);Apiary longitude',
    'Coordenadas UTM;Coordenada Y',
    'Ubicación GPS del apiario;Coords. X',
  ])('are %s', (text) => expect(hidden(text)).toEqual([0, 1]));

  it.each(['Longitud;Ancho', 'Latas;Coordinador', 'GPS tracker;Posición en la fila', 'Lateral;Plátano'])(
    'are not %s',
    (text) => expect(hidden(text)).toEqual([]),
  );
});

describe('values', () => {
  it.each([
    ['640', 'METRES', '', 640],
    ['1.105', 'METRES', '', 1105],
    [4.512, 'METRES', '', 5],
    ['1,105.5 m', 'METRES', '', 1106],
    ['640,4 msnm', 'METRES', '', 640],
    ['2100 ft', 'METRES', '', 640],
    ['2100', 'METRES', 'Elevation (ft)', 640],
    ['−12', 'METRES', '', -12],
    ['33,45', 'LATITUDE', 'Latitud Sur', -33.45],
    ['-33.45', 'LATITUDE', 'Latitude (S)', -33.45],
    ['33.45', 'LATITUDE', 'Latitude (N/S)', 33.45],
    ['33.45 N', 'LATITUDE', 'Latitud sur', 33.45],
    [70.66, 'LONGITUDE', 'Longitud O', -70.66],
    [70.66, 'LONGITUDE', 'Longitud o X', 70.66],
    ['0', 'LONGITUDE', 'Longitud (W)', 0],
    [70.66, 'LONGITUDE', 'Longitud O/W', -70.66],
    [70.66, 'LONGITUDE', 'Longitud O (grados)', -70.66],
    [5.58, 'LONGITUDE', 'Longitud E/W', 5.58],
    ['40.25', 'LATITUDE', "Latitude of Ana's yard", 40.25],
    ['33.45, 70.66', 'COORDINATES', 'Coordenadas (S, W)', { latitude: -33.45, longitude: -70.66 }],
    ['-33.45, 70.66', 'COORDINATES', 'Coordenadas S/O', { latitude: -33.45, longitude: -70.66 }],
    ['33.45, 70.66', 'COORDINATES', 'Latitud Sur, Longitud Oeste', { latitude: -33.45, longitude: -70.66 }],
    ['40.25, 5.58', 'COORDINATES', 'Coordinates (N, W)', { latitude: 40.25, longitude: -5.58 }],
    ['70.66, 33.45', 'COORDINATES', 'Coordenadas (O, S)', { latitude: -33.45, longitude: -70.66 }],
    ['33.45, -70.66', 'COORDINATES', 'Coordenadas (N/S, E/W)', { latitude: 33.45, longitude: -70.66 }],
    ['33.45 N, 70.66 E', 'COORDINATES', 'Coordenadas (S, W)', { latitude: 33.45, longitude: 70.66 }],
    ['-33.45, -70.66', 'COORDINATES', 'Coordenadas del apiario sur', { latitude: -33.45, longitude: -70.66 }],
    ['40.25, 5.58', 'COORDINATES', 'Coordenadas del colmenar norte', { latitude: 40.25, longitude: 5.58 }],
    ['-5.58, 40.25', 'COORDINATES', 'Longitud, Latitud', { latitude: 40.25, longitude: -5.58 }],
    ['40.25 N, 5.58 W', 'COORDINATES', 'Lng/Lat', { latitude: 40.25, longitude: -5.58 }],
    ['40.25, -5.58', 'COORDINATES', 'Lat, Long', { latitude: 40.25, longitude: -5.58 }],
    ['Trashumante', 'MOBILITY', '', 'MIGRATORY'],
    ['sí', 'MOBILITY', 'Trashumante', 'MIGRATORY'],
    ['no', 'MOBILITY', 'Trashumante', 'STATIONARY'],
    ['x', 'MOBILITY', 'Estante', 'STATIONARY'],
    ['migratory', 'MOBILITY', '', 'MIGRATORY'],
    ['Reino Unido', 'COUNTRY', '', 'GB'],
    ['the netherlands', 'COUNTRY', '', 'NL'],
  ] as const)('%s as %s under "%s" is %s', (cell, type, heading, value) =>
    expect(readValue(cell, type, { heading })).toEqual({ value }),
  );

  it.each(['Coordenadas del apiario sur', 'Coordinates W'])(
    'numbers without a sign under "%s" are a question',
    (heading) => expect(readValue('40.25, 5.58', 'COORDINATES', { heading })).toHaveProperty('problem'),
  );

  it('a yes says nothing under a heading that has both', () =>
    expect(readValue('sí', 'MOBILITY', { heading: 'Estante o trashumante' })).toHaveProperty('problem'));

  it('every country is found by its name in both languages', () => {
    const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((a) =>
      [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((b) => `${a}${b}`),
    );
    const known = codes.filter((code) => findCountry(code) === code);
    expect(known.length).toBeGreaterThan(240);
    for (const language of [Language.EN, Language.ES])
      expect(known.filter((code) => findCountry(nameCountry(code, language)) !== code)).toEqual([]);
  });
});

describe('a sheet', () => {
  it.each([
    ['Hoja1', ['Nombre', 'Municipio'], 'APIARIES', ['apiary', 'municipality']],
    [
      'Hoja1',
      ['Nombre', 'Latitud', 'Longitud', 'Altitud'],
      'APIARIES',
      ['apiary', 'latitude', 'longitude', 'elevation'],
    ],
    ['Sheet1', ['Yard', 'Hives', 'Lat/Lng'], 'APIARIES', ['apiary', null, 'coordinates']],
    ['Hives', ['Hive', 'Latitude', 'Longitude'], 'HIVES', ['hive', null, null]],
    ['Hives', ['Name', 'Latitude', 'Longitude'], 'HIVES', ['hive', null, null]],
    ['Apiarios', ['Nombre', 'Código', 'Municipio'], 'APIARIES', ['apiary', null, 'municipality']],
    [
      'Hoja1',
      ['Apiario', 'Colmena', 'Fecha', 'Población', 'Latitud', 'Longitud', 'Municipio'],
      'INSPECTIONS',
      ['apiary', 'hive', 'date', 'beePopulation', null, null, null],
    ],
  ] as const)('%s with %j is %s', (name, headings, kind, fields) => {
    const found = detectSheet({ name, headings: [...headings] });
    expect([found.kind, found.columns.map(({ field }) => field)]).toEqual([kind, fields]);
  });
});

it('a mapping that was run before there was a place goes on, and takes in what nobody had a field for', () => {
  const sample = { sheet: 1, name: 'S', headings: ['Nombre', 'Municipio', 'Latitud', 'Longitud', 'Altitud'], rows: [] };
  const facts = factsOf(Language.ES);
  const [proposed] = proposeMapping([sample], facts);
  const fields = (mapping: SheetMapping) => mapping.columns.map(({ field }) => field);
  expect(fields(proposed!)).toEqual(['apiary', 'municipality', 'latitude', 'longitude', 'elevation']);
  const before = structuredClone(proposed!);
  Object.assign(before.columns[1]!, { field: 'location' });
  for (const column of before.columns.slice(2)) Object.assign(column, { field: null, score: 0 });
  // Somebody has left it out.
  Object.assign(before.columns[4]!, { score: 1 });
  const again = (sheet: SheetMapping) => proposeMapping([sample], facts, new Map([[1, choicesOf(sheet)]]))[0]!;
  expect(fields(again(before))).toEqual(['apiary', 'location', 'latitude', 'longitude', null]);
  expect(fields(again({ ...before, kind: 'HIVES' }))).toEqual(['apiary', 'location', null, null, null]);
});

describe('our own list', () => {
  it.each([
    ['en', 'csv', 'comma'],
    ['es', 'csv', 'semicolon'],
    ['en', 'xlsx', undefined],
    ['es', 'xlsx', undefined],
  ])('in %s as %s gives another account the same places', async (language, format, separator) => {
    const [ana, bea] = [await beekeeper(app), await beekeeper(app)];
    await ana.apiary({
      ...{ name: 'El Encinar', location: 'Camino, 3', position: { latitude: -33.45678, longitude: -0.00001 } },
      ...{ elevation: -12, country: 'ES', municipality: 'Candeleda', registerNumber: 'ES050470000031' },
      ...{ mobility: 'MIGRATORY', forage: 'encina; romero' },
    });
    await ana.apiary({ name: 'Round', position: { latitude: 40, longitude: 179.5 }, elevation: 1200, country: 'US' });
    await ana.apiary({ name: 'Nowhere', mobility: 'STATIONARY' });
    const query = `format=${format}${separator ? `&separator=${separator}` : ''}`;
    const headers = { authorization: `Bearer ${ana.token}`, 'accept-language': language };
    const response = await fetch(`${app.url}/api/v1/lists/apiaries?${query}`, { headers });
    const sheet = await open(bea, Buffer.from(await response.arrayBuffer()));
    expect((await check(bea, sheet)).flatMap(({ problems }) => problems)).toEqual([]);
    expect(statuses(await run(bea, sheet))).toEqual({ DONE: 3 });
    expect(await placesOf(bea)).toEqual(await placesOf(ana));
  });
});
