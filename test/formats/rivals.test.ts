// Exports of other programs, written here as their public code writes them.
import { describe, expect, it } from '@jest/globals';
import { workbook, zipOf } from '../support/xlsx.js';
import { type ReadFile, readFile } from './read.js';

/** The rows of a sheet as records, without what is empty. */
function recordsOf({ sheets }: ReadFile, name: string): Record<string, unknown>[] {
  const { headings, rows } = sheets.find((sheet) => sheet.name === name)!;
  return rows.map(({ cells }) =>
    Object.fromEntries(
      headings.flatMap((heading, i) => ((cells as unknown[])[i] === null ? [] : [[heading, (cells as unknown[])[i]]])),
    ),
  );
}

describe('the backup of OpenBeehive', () => {
  const data = {
    apiary: [{ id: 'a1', name: 'Garden', address: 'Mill Lane', lat: 51.1, lng: 7.1, note: null }],
    hive: [
      {
        id: 'h1',
        apiary_id: 'a1',
        name: 'Hive 3',
        type: 2,
        status: 1,
        boxes: 2,
        note: 'calm',
        created_at: '2024-04-02T09:00:00Z',
      },
      {
        id: 'h2',
        apiary_id: 'a1',
        name: 'The swarm',
        type: 0,
        status: 3,
        note: null,
        created_at: '2024-06-01T00:00:00Z',
      },
    ],
    queen: [
      {
        id: 'q1',
        hive_id: 'h1',
        year: 2023,
        marking: 3,
        origin: 'A breeder',
        introduced_at: '2023-07-01T00:00:00Z',
        active: 1,
      },
    ],
    inspection: [
      {
        id: 'i1',
        hive_id: 'h1',
        date: '2025-05-31T14:30:00Z',
        queen_seen: 1,
        eggs_seen: 0,
        brood_frames: 6,
        weather: 'Sunny',
        note: 'strong',
      },
    ],
    treatment: [
      {
        id: 't1',
        apiary_id: 'a1',
        hive_id: 'h2',
        date: '2024-08-10',
        product: 'Formic acid',
        active_ingredient: 'formic acid',
        dose: '200 ml',
        withdrawal_until: '2024-08-20',
        reason: 'Varroa',
      },
    ],
    harvest: [
      {
        id: 'v1',
        apiary_id: 'a1',
        hive_id: 'h1',
        date: '2024-07-15',
        variety: 'Lime',
        amount_kg: 14.5,
        water_content: 17.2,
      },
    ],
  };
  const file = JSON.stringify({
    openbeehive_export: true,
    schema_version: '0.1.0',
    exported_at: '2025-06-01T10:00:00Z',
    data,
  });

  it('becomes sheets; a hive gets the number in its name, or the next one', async () => {
    const read = await readFile(file, 'backup.json');
    expect(read).toMatchObject({
      format: 'OPENBEEHIVE',
      details: { version: '0.1.0', exportedAt: '2025-06-01T10:00:00Z' },
    });
    expect(recordsOf(read, 'Apiaries')).toEqual([
      { Apiary: 'Garden', Location: 'Mill Lane', Latitude: 51.1, Longitude: 7.1 },
    ]);
    expect(recordsOf(read, 'Hives')).toEqual([
      {
        Apiary: 'Garden',
        Hive: 3,
        'Placed on': { day: '2024-04-02' },
        Status: 'Active',
        Notes: 'calm\nType: Dadant\nBoxes: 2',
      },
      { Apiary: 'Garden', Hive: 1, 'Placed on': { day: '2024-06-01' }, Status: 'Queenless', Notes: 'The swarm' },
    ]);
    expect(recordsOf(read, 'Queens')).toEqual([
      {
        Apiary: 'Garden',
        Hive: 3,
        Year: 2023,
        Color: 'Red',
        Marked: 'yes',
        Breeder: 'A breeder',
        'Installed on': { day: '2023-07-01' },
      },
    ]);
    expect(recordsOf(read, 'Inspections')).toEqual([
      {
        Apiary: 'Garden',
        Hive: 3,
        Date: { at: '2025-05-31T14:30:00Z' },
        Weather: 'Sunny',
        'Queen seen': 'yes',
        'Eggs seen': 'no',
        'Brood frames': 6,
        Notes: 'strong',
      },
    ]);
    expect(recordsOf(read, 'Treatments')).toEqual([
      {
        Apiary: 'Garden',
        Hive: 1,
        Date: { day: '2024-08-10' },
        Product: 'Formic acid',
        'Active ingredient': 'formic acid',
        Dose: '200 ml',
        Reason: 'Varroa',
        'Withdrawal until': { day: '2024-08-20' },
      },
    ]);
    expect(recordsOf(read, 'Harvests')).toEqual([
      {
        Apiary: 'Garden',
        Hive: 3,
        Date: { day: '2024-07-15' },
        Kilograms: 14.5,
        'Honey kind': 'Lime',
        Notes: 'Water content: 17.2',
      },
    ]);
  });

  it('has zeros where nobody has chosen a place; without one, the sheet has no columns for it', async () => {
    const apiary = (place: object) => ({
      openbeehive_export: true,
      data: { apiary: [{ id: 'a', name: 'A', ...place }] },
    });
    for (const place of [{ lat: 0, lng: 0 }, { lat: null, lng: null }, {}]) {
      const { sheets } = await readFile(JSON.stringify(apiary(place)));
      expect(sheets[0]!.headings).toEqual(['Apiary', 'Location', 'Notes']);
    }
    const equator = await readFile(JSON.stringify(apiary({ lat: 0, lng: 32.5 })));
    expect(recordsOf(equator, 'Apiaries')).toEqual([{ Apiary: 'A', Latitude: 0, Longitude: 32.5 }]);
  });

  it.each([
    ['of something else', '{"data": {}}', 'UNKNOWN_FORMAT'],
    ['that is cut off', file.slice(0, -20), 'DAMAGED'],
    ['with nothing in it', '{"openbeehive_export": true, "data": {"hive": "x"}}', 'EMPTY'],
  ])('JSON %s is a problem', async (_, text, code) => {
    expect((await readFile(text)).problem?.code).toBe(code);
  });
});

describe('the export of Hive-Pal', () => {
  const envelope = {
    version: 1,
    exportedAt: '2025-06-01T10:00:00.000Z',
    apiaries: [
      {
        id: 'a1',
        name: 'Home',
        location: 'Bratislava',
        latitude: 48.14816,
        longitude: 17.10674,
        hives: [
          {
            id: 'h1',
            name: 'H-12',
            status: 'ACTIVE',
            installationDate: '2024-03-01T00:00:00.000Z',
            boxes: [{}, {}],
            queens: [
              {
                id: 'q1',
                name: 'Q7',
                color: 'blue',
                year: 2025,
                installedAt: '2025-05-01T00:00:00.000Z',
                replacedAt: null,
              },
            ],
            inspections: [
              {
                id: 'i1',
                date: '2025-05-31T08:15:00.000Z',
                isAllDay: false,
                temperature: 21,
                notes: [{ text: 'Much brood' }],
                observations: [
                  { type: 'queen_seen', booleanValue: true },
                  { type: 'strength', numericValue: 7 },
                ],
              },
            ],
            actions: [
              {
                id: 'x1',
                type: 'TREATMENT',
                date: '2024-08-10T00:00:00.000Z',
                details: {
                  kind: 'TREATMENT',
                  data: { product: 'Apivar', quantity: 2, unit: 'pcs', duration: '42 days' },
                },
              },
              {
                id: 'x2',
                type: 'FEEDING',
                date: '2024-09-01T10:00:00.000Z',
                notes: null,
                details: { kind: 'FEEDING', data: { feedType: 'Syrup', amount: 2, unit: 'l' } },
              },
              {
                id: 'x3',
                type: 'HARVEST',
                date: '2024-07-10T00:00:00.000Z',
                harvestId: 'v1',
                details: { kind: 'HARVEST', data: { amount: 5, unit: 'kg' } },
              },
            ],
          },
        ],
        harvests: [
          {
            id: 'v1',
            date: '2024-07-10T00:00:00.000Z',
            totalWeight: 10,
            totalWeightUnit: 'lb',
            harvestHives: [{ hiveId: 'h1', framesTaken: 4, honeyAmount: null }],
          },
        ],
      },
    ],
    userConfig: { equipmentItems: [{ name: 'Frames', extra: 40, unit: 'pcs', category: 'FRAMES', enabled: true }] },
  };

  it('becomes sheets', async () => {
    const read = await readFile(
      await zipOf({ 'data.json': JSON.stringify(envelope), 'attachments/photos/1.jpg': 'x' }),
      'export.zip',
    );
    expect(read).toMatchObject({ format: 'HIVE_PAL', details: { version: '1' } });
    expect(recordsOf(read, 'Apiaries')).toEqual([
      { Apiary: 'Home', Location: 'Bratislava', Latitude: 48.14816, Longitude: 17.10674 },
    ]);
    const place = { Apiary: 'Home', Hive: 12 };
    expect(recordsOf(read, 'Hives')).toEqual([
      { ...place, 'Placed on': { day: '2024-03-01' }, Status: 'Active', Notes: 'Boxes: 2' },
    ]);
    expect(recordsOf(read, 'Queens')).toEqual([
      { ...place, Queen: 'Q7', Year: 2025, Color: 'blue', Marked: 'yes', 'Installed on': { day: '2025-05-01' } },
    ]);
    expect(recordsOf(read, 'Inspections')).toEqual([
      {
        ...place,
        Date: { at: '2025-05-31T08:15:00.000Z' },
        'Queen seen': 'yes',
        Strength: 7,
        Temperature: 21,
        Notes: 'Much brood',
      },
      { ...place, Date: { at: '2024-09-01T10:00:00.000Z' }, Notes: 'Feeding\nFeed type: Syrup\nAmount: 2\nUnit: l' },
    ]);
    expect(recordsOf(read, 'Treatments')).toEqual([
      {
        ...place,
        Date: { day: '2024-08-10' },
        'End date': { day: '2024-09-21' },
        Product: 'Apivar',
        Dose: '2 pcs',
        Reason: 'Varroa',
        Notes: 'Duration: 42 days',
      },
    ]);
    expect(recordsOf(read, 'Harvests')).toEqual([
      { ...place, Date: { day: '2024-07-10' }, Kilograms: 4.536, Frames: 4 },
    ]);
    expect(recordsOf(read, 'Inventory')).toEqual([
      { Apiary: 'Home', Item: 'Frames', Quantity: 40, Unit: 'pcs', Category: 'FRAMES' },
    ]);
  });

  it('is refused if its data is not what it says', async () => {
    expect((await readFile(await zipOf({ 'data.json': '[]' }))).problem?.code).toBe('UNKNOWN_FORMAT');
    expect((await readFile(await zipOf({ 'data.json': '{' }))).problem?.code).toBe('DAMAGED');
    expect((await readFile(await zipOf({ 'other.json': '{}' }))).problem?.code).toBe('UNKNOWN_FORMAT');
  });
});

describe('the export of BEEP', () => {
  const sheets = {
    'Meta data': [['Meta data'], [], ['BEEP data export', null, '2025-06-01 10:00:00']],
    Gebruikers: [
      ['User_id', 'Naam'],
      [1, 'x'],
    ],
    Bijenstanden: [
      [
        'User_id',
        'Location_id',
        'Naam',
        'Type',
        'Kasten',
        'Breedtegraad',
        'Lengtegraad',
        'Adres',
        'Postcode',
        'Stad',
        'Land',
        'Continent',
        'Aangemaakt op',
        'Verwijderd op',
      ],
      [1, 5, 'De Wei', 'fixed', 1, 52.1, 5.1, 'Dijk 1', '1234 AB', 'Utrecht', 'NL', 'Europe', '2023-01-01 10:00:00'],
    ],
    Kasten: [
      [
        'User_id',
        'Hive_id',
        'Naam',
        'Type',
        'Location_id',
        'Kleur (HEX)',
        'Moer naam',
        'Moer kleur',
        'Moer geboren',
        'Moer bevrucht',
        'Moer geknipt',
        'Broedlagen',
        'Honinglagen',
        'Raten totaal',
        'Aangemaakt op',
        'Verwijderd op',
      ],
      [
        1,
        77,
        'Kast 4',
        'Langstroth',
        5,
        '#ffffff',
        'Anna',
        '#ff0000',
        '2024-05-01',
        1,
        0,
        2,
        1,
        30,
        '2023-02-01 10:00:00',
      ],
      [
        1,
        78,
        'Weg',
        null,
        5,
        null,
        null,
        null,
        null,
        null,
        null,
        1,
        0,
        10,
        '2023-02-01 10:00:00',
        '2024-01-01 10:00:00',
      ],
    ],
    Inspecties: [
      [
        'User_id',
        'Inspection_id',
        'Aangemaakt op',
        'Hive_id',
        'Kastnaam',
        'Location_id',
        'Algemene indruk',
        'Aandacht nodig',
        'Herinnering',
        'Herinneringsdatum',
        'Notities',
        'Bee colony > Size',
        'Verwijderd op',
      ],
      [1, 900, '2025-05-31 14:30:00', 77, 'Kast 4', 5, 'Good', 'No', null, null, 'Rustig', 'Large', null],
    ],
  };

  it('becomes sheets, whatever language its headings are in', async () => {
    const read = await readFile(await workbook(sheets as never), 'beep-export-user-1.xlsx');
    expect(read).toMatchObject({ format: 'BEEP', details: { exportedAt: '2025-06-01 10:00:00' } });
    expect(recordsOf(read, 'Apiaries')).toEqual([
      {
        Apiary: 'De Wei',
        Location: 'Dijk 1, 1234 AB, Utrecht, NL',
        Latitude: 52.1,
        Longitude: 5.1,
        Country: 'NL',
      },
    ]);
    expect(recordsOf(read, 'Hives')).toEqual([
      {
        Apiary: 'De Wei',
        Hive: 4,
        'Placed on': { day: '2023-02-01' },
        Notes: 'Type: Langstroth\nBrood layers: 2\nHoney layers: 1\nFrames: 30',
      },
    ]);
    expect(recordsOf(read, 'Queens')).toEqual([
      { Apiary: 'De Wei', Hive: 4, Queen: 'Anna', Year: 2024, Marked: 'yes', Notes: 'Color: #ff0000' },
    ]);
    expect(recordsOf(read, 'Inspections')).toEqual([
      {
        Apiary: 'De Wei',
        Hive: 4,
        Date: { at: '2025-05-31T14:30:00' },
        'General impression': 'Good',
        'Needs attention': 'No',
        'Bee colony > Size': 'Large',
        Notes: 'Rustig',
      },
    ]);
  });
});
