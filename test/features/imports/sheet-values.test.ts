import { describe, expect, it } from '@jest/globals';
import { choicesOf } from '../../../src/features/imports/sheets/choices.js';
import { findDateOrder, readDay } from '../../../src/features/imports/sheets/days.js';
import { SHEET_NAMES } from '../../../src/features/imports/sheets/dictionary.js';
import { FIELD_NAMES } from '../../../src/features/imports/sheets/field-names.js';
import { normalizeHeading, scoreOf } from '../../../src/features/imports/sheets/headings.js';
import { ALL_KINDS, KINDS } from '../../../src/features/imports/sheets/kinds.js';
import { findDecimal, readNumber } from '../../../src/features/imports/sheets/numbers.js';
import { readValue } from '../../../src/features/imports/sheets/values.js';
import { HEADINGS } from '../../../src/formats/record-sheets.js';
import { Language } from '../../../src/shared/language.js';
import { detectSheet, factsOf, proposeMapping } from '../../support/sheets.js';

describe('days', () => {
  it.each([
    ['2025-05-31', 'DMY', '2025-05-31'],
    ['31/05/2025', 'DMY', '2025-05-31'],
    ['05/31/2025', 'MDY', '2025-05-31'],
    ['31.5.25', 'DMY', '2025-05-31'],
    ['31 mar 2024', 'DMY', '2024-03-31'],
    ['31 de marzo de 2024', 'DMY', '2024-03-31'],
    ['lunes, 1 abr. 2024', 'DMY', '2024-04-01'],
    ['31-mar-24', 'MDY', '2024-03-31'],
    ['March 31st, 2024', 'DMY', '2024-03-31'],
    ['20240331', 'DMY', '2024-03-31'],
    [45_808, 'DMY', '2025-05-31'],
    ['45808', 'DMY', '2025-05-31'],
    [{ day: '2025-05-31' }, 'DMY', '2025-05-31'],
    ['31.2.24', 'DMY', undefined],
    ['31/05/2025', 'MDY', undefined],
    ['yesterday', 'DMY', undefined],
    ['12', 'DMY', undefined],
  ] as const)('%j as %s is %s', (cell, order, day) => expect(readDay(cell, order)?.day).toBe(day));

  it('may have a time, or an offset', () => {
    expect(readDay('31/05/2025 14:30')).toEqual({ day: '2025-05-31', time: '14:30' });
    expect(readDay({ at: '2025-05-31T14:30:00Z' })).toEqual({ day: '2025-05-31', instant: '2025-05-31T14:30:00.000Z' });
  });

  it.each([
    [['01/02/2025', '13/02/2025'], 'en', { dateOrder: 'DMY' }],
    [['01/02/2025', '02/13/2025'], 'es', { dateOrder: 'MDY' }],
    [['01/02/2025', '02/03/2025'], 'es', { dateOrder: 'DMY', remark: 'GUESSED' }],
    [['01/02/2025', '02/03/2025'], 'en', { dateOrder: 'MDY', remark: 'GUESSED' }],
    [['1.2.25', '2.3.25'], 'en', { dateOrder: 'DMY' }],
    [['13/02/2025', '02/13/2025', '14/02/2025'], 'es', { dateOrder: 'DMY', remark: 'MIXED' }],
    [['2025-05-31', null, 45_808], 'es', {}],
  ] as const)('the order of %j (%s) is %j', (cells, language, order) =>
    expect(findDateOrder(cells, language as Language)).toEqual(order),
  );
});

describe('numbers', () => {
  it.each([
    ['12,5', '.', 12.5],
    ['12.5', ',', 12.5],
    ['1.234,5', '.', 1234.5],
    ['1,234.5', ',', 1234.5],
    ['1.234', ',', 1234],
    ['1.234', '.', 1.234],
    ['0,125', '.', 0.125],
    ['1.234.567', '.', 1_234_567],
    ["1'200", '.', 1200],
    ['-3', '.', -3],
    ['x', '.', undefined],
  ] as const)('%s with %s is %s', (text, decimal, number) => expect(readNumber(text, decimal)?.number).toBe(number));

  it('have units', () => {
    const value = (text: string, type: 'HONEY' | 'FRAMES' | 'DAYS', heading = '') =>
      readValue(text, type, { decimal: ',', heading });
    expect(value('12,5 kg', 'HONEY')).toEqual({ value: 12_500 });
    expect(value('850 g', 'HONEY')).toEqual({ value: 850 });
    expect(value('850', 'HONEY', 'Miel (g)')).toEqual({ value: 850 });
    expect(value('10', 'HONEY', 'Honey lbs')).toEqual({ value: 4536 });
    expect(value('2 kg', 'HONEY', 'Honey lbs')).toEqual({ value: 2000 });
    expect(value('46 lb 8 oz', 'HONEY')).toEqual({ value: 21_092 });
    expect(value('3 arrobas', 'HONEY')).toHaveProperty('problem');
    expect(value('8 cuadros', 'FRAMES')).toEqual({ value: 8 });
    expect(value('8 kg', 'FRAMES')).toHaveProperty('problem');
    expect(value('7½', 'FRAMES')).toHaveProperty('problem');
    expect(value('6 weeks', 'DAYS')).toEqual({ value: 42 });
    expect(value('6', 'DAYS', 'Duration (weeks)')).toEqual({ value: 42 });
    expect(value('n/a', 'DAYS')).toBeUndefined();
    expect(readValue('Nil', 'WITHDRAWAL', {})).toEqual({ value: 0 });
    expect(findDecimal(['1', '1.234', '3,5'])).toEqual({ decimal: ',', isOpen: false });
    expect(findDecimal(['1', '1.234'])).toEqual({ isOpen: true });
  });
});

describe('words', () => {
  it.each([
    ['Sí', 'YES_NO', true],
    ['x', 'YES_NO', true],
    ['NO', 'YES_NO', false],
    ['Colmena 7', 'HIVE', 7],
    ['nº 07', 'HIVE', 7],
    ['A19', 'HIVE', 'A19'],
    ['Nuc 3', 'HIVE', 'Nuc 3'],
    ['22-018', 'HIVE', '22-018'],
    ['The old one', 'HIVE', 'The old one'],
    [7, 'HIVE', 7],
    ['azul', 'COLOR', 'BLUE'],
    ['lavado con alcohol', 'COUNT_METHOD', 'ALCOHOL_WASH'],
    ['Comprada', 'ORIGIN', 'PURCHASED'],
    ['2024', 'YEAR', 2024],
    ['01/05/2024', 'YEAR', 2024],
  ] as const)('%s as %s is %s', (cell, type, value) => expect(readValue(cell, type, {})).toEqual({ value }));

  it('that are none are problems, or stay text', () => {
    expect(readValue('x'.repeat(61), 'HIVE', {})).toHaveProperty('problem');
    for (const word of ['Y', 'queenright', 'no vista', '12'])
      expect(readValue(word, 'NAME', {})).toHaveProperty('problem');
    expect(readValue('perhaps', 'YES_NO', {})).toHaveProperty('problem');
    expect(readValue('#ff00aa', 'COLOR', {})).toBeUndefined();
  });
});

describe('the dictionary', () => {
  it('has at least 150 names, each a name of its own', () => {
    const names = Object.values(FIELD_NAMES).flat();
    expect(names.length).toBeGreaterThan(300);
    for (const list of Object.values(FIELD_NAMES)) expect(new Set(list.map(normalizeHeading)).size).toBe(list.length);
  });

  it('knows every field and every kind', () => {
    expect(Object.keys(SHEET_NAMES).sort()).toEqual([...ALL_KINDS].sort());
    for (const { fields, required, typical } of Object.values(KINDS)) {
      expect(Object.keys(fields).filter((field) => !FIELD_NAMES[field])).toEqual([]);
      expect([...required, ...typical].filter((field) => !(field in fields))).toEqual([]);
    }
  });

  it.each([
    ['FECHA', 'date', 1],
    ['Nº. Colmena', 'hive', 1],
    ['Peso de la miel (kg)', 'honey', 0.95],
    ['Fecha del tratamiento', 'date', 0.9],
    ['Principio activ', 'activeIngredient', 0.6],
  ])('%s is %s', (heading, field, least) =>
    expect(scoreOf(heading, FIELD_NAMES[field]!)).toBeGreaterThanOrEqual(least),
  );
});

describe('sheets', () => {
  it.each([
    [
      'Hoja1',
      ['Apiario', 'Nº colmena', 'Fecha', 'Población', 'Cuadros de cría', 'Observaciones'],
      'INSPECTIONS',
      ['apiary', 'hive', 'date', 'beePopulation', 'broodFrames', 'notes'],
    ],
    [
      'Sheet1',
      ['Yard', 'Hive', 'Date', 'Product', 'Dose', 'Withdrawal (days)'],
      'TREATMENTS',
      ['apiary', 'hive', 'date', 'product', 'dose', 'withdrawalDays'],
    ],
    [
      'Cosecha 2024',
      ['Colmena', 'Fecha de castra', 'Kg de miel', 'Cuadros'],
      'HARVESTS',
      ['hive', 'date', 'honey', 'frames'],
    ],
    [
      'Reinas',
      ['Colmena', 'Año', 'Color', 'Marcada', 'Origen'],
      'QUEENS',
      ['hive', 'queenYear', 'queenColor', 'isMarked', 'origin'],
    ],
    ['Hives', ['Name', 'Apiary', 'Placed on', 'Status'], 'HIVES', ['hive', 'apiary', 'placedOn', 'hiveStatus']],
    [
      'Varroa',
      ['Colmena', 'Fecha', 'Ácaros', 'Abejas', 'Método'],
      'MITE_COUNTS',
      ['hive', 'date', 'mites', 'bees', 'countMethod'],
    ],
    [
      'Almacén',
      ['Artículo', 'Cantidad', 'Unidad', 'Stock mínimo', 'Caducidad'],
      'INVENTORY',
      ['item', 'quantity', 'unit', 'minimum', 'expiryDate'],
    ],
    ['Apiarios', ['Nombre', 'Ubicación'], 'APIARIES', ['apiary', 'location']],
    ['Contacts', ['First name', 'Phone'], null, [null, null]],
  ] as const)('%s with %j is %s', (name, headings, kind, fields) => {
    const found = detectSheet({ name, headings: [...headings] });
    expect(found.kind).toBe(kind);
    expect(found.columns.map(({ field }) => field)).toEqual(fields);
  });

  it('of other programs are recognized by their fixed headings', () => {
    const kinds = {
      Apiaries: 'APIARIES',
      Hives: 'HIVES',
      Queens: 'QUEENS',
      Inspections: 'INSPECTIONS',
      Treatments: 'TREATMENTS',
      'Mite counts': 'MITE_COUNTS',
      Harvests: 'HARVESTS',
      Inventory: 'INVENTORY',
    };
    for (const [name, headings] of Object.entries(HEADINGS)) {
      const found = detectSheet({ name, headings: [...headings] });
      expect([name, found.kind]).toEqual([name, kinds[name as keyof typeof kinds]]);
      // An apiary has no notes.
      const others = headings.filter((_, i) => found.columns[i]!.field === null);
      expect([name, others]).toEqual([name, name === 'Apiaries' ? ['Notes'] : []]);
    }
  });

  it('whose days leave their order open have that of the other columns of the file', () => {
    const sheet = (index: number, ...days: string[]) => ({
      sheet: index,
      name: 'Cosechas',
      headings: ['Colmena', 'Fecha', 'Kg de miel'],
      rows: days.map((day, i) => ({ row: i + 2, cells: ['7', day, '12'] })),
    });
    const orders = (...sheets: ReturnType<typeof sheet>[]) =>
      proposeMapping(sheets, factsOf(Language.EN, 'Oak')).map(({ columns }) => [
        columns[1]!.dateOrder,
        columns[1]!.remark,
      ]);
    expect(orders(sheet(0, '07/11/2024'))).toEqual([['DMY', 'GUESSED']]);
    expect(orders(sheet(0, '07/11/2024'), sheet(1, '25/06/2024'))).toEqual([
      ['DMY', undefined],
      ['DMY', undefined],
    ]);
    const contradicting = orders(sheet(0, '07/11/2024'), sheet(1, '25/06/2024'), sheet(2, '06/25/2024'));
    expect(contradicting[0]).toEqual(['DMY', 'GUESSED']);
    const mixed = orders(sheet(0, '07/11/2024'), sheet(1, '25/06/2024', '06/25/2024'));
    expect(mixed[0]).toEqual(['DMY', 'GUESSED']);
  });

  it('that were mapped before are mapped as then, but their values decide how days are written', () => {
    const sample = (day: string) => [
      { sheet: 1, name: 'S', headings: ['Colmena', 'Fecha', 'Cosa'], rows: [{ row: 2, cells: ['7', day, '12'] }] },
    ];
    const facts = factsOf(Language.EN, 'El Roble');
    const before = proposeMapping(sample('01/02/2025'), facts);
    delete before[0]!.kinds;
    before[0]!.kind = 'HARVESTS';
    before[0]!.columns[2]!.field = 'honey';
    before[0]!.columns[1] = { ...before[0]!.columns[1]!, field: 'date', dateOrder: 'DMY' };
    const known = new Map([[1, choicesOf(before[0]!)]]);
    const [again] = proposeMapping(sample('03/04/2025'), facts, known);
    expect(again).toMatchObject({ kind: 'HARVESTS', apiaryName: 'El Roble' });
    expect(again!.columns.map(({ field }) => field)).toEqual(['hive', 'date', 'honey']);
    expect(again!.columns[1]!.dateOrder).toBe('DMY');
    const [other] = proposeMapping(sample('03/24/2025'), facts, known);
    expect(other!.columns[1]!.dateOrder).toBe('MDY');
  });
});
