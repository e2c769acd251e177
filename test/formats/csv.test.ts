import { describe, expect, it } from '@jest/globals';
import { readFile } from './read.js';

const TABLE = 'Apiario;Colmena;Fecha;Miel (kg)\nEl Roble;7;31/05/2025;12,5\nLa Peña;12;01/06/2025;8,25\n';
const ROWS = [
  { row: 2, cells: ['El Roble', '7', '31/05/2025', '12,5'] },
  { row: 3, cells: ['La Peña', '12', '01/06/2025', '8,25'] },
];
const HEADINGS = ['Apiario', 'Colmena', 'Fecha', 'Miel (kg)'];
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const windows1252 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the encoding of a CSV file', () => {
  it.each([
    ['UTF-8', Buffer.from(TABLE), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TABLE}`), 'utf-8'],
    ['UTF-16, little end first', Buffer.from(TABLE, 'utf16le'), 'utf-16le'],
    ['the same with a byte order mark', Buffer.from(`\ufeff${TABLE}`, 'utf16le'), 'utf-16le'],
    ['UTF-16, big end first', utf16be(TABLE), 'utf-16be'],
    ['the same with a byte order mark', utf16be(`\ufeff${TABLE}`), 'utf-16be'],
    ['Windows-1252', windows1252(TABLE), 'windows-1252'],
  ])('%s is found', async (_, file, encoding) => {
    const { format, details, sheets, problem } = await readFile(file, 'cosecha.csv');
    expect(problem).toBeUndefined();
    expect(format).toBe('CSV');
    expect(details).toEqual({ encoding, separator: ';' });
    expect(sheets).toEqual([{ name: 'cosecha', headings: HEADINGS, rows: ROWS }]);
  });
});

describe('the separator of a CSV file', () => {
  it.each([
    [';', 'a;b;c\n1,5;2;3\n2,5;3;4\n'],
    [',', 'a,b,c\n1,"2,5",3\n4,5,6\n'],
    ['\t', 'a\tb, or c\td\n1\t2,5\t3\n4\t5,1\t6\n'],
    ['|', 'a|b|c\n1,0|2;x|3\n4,2|5|6\n'],
  ])('%j is found by consistency', async (separator, text) => {
    const read = await readFile(text);
    expect(read.details.separator).toBe(separator);
    expect(read.sheets[0]!.headings).toHaveLength(3);
  });

  it('is what Excel says, whose line keeps its number', async () => {
    const { details, sheets } = await readFile('sep=;\r\nHive;Date\r\n7;2025-05-31\r\n');
    expect(details.separator).toBe(';');
    expect(sheets[0]).toEqual({
      name: 'file',
      headings: ['Hive', 'Date'],
      rows: [{ row: 3, cells: ['7', '2025-05-31'] }],
    });
  });
});

describe('the rows of a CSV file', () => {
  it('have quotes, line breaks, and different lengths; empty ones are left out', async () => {
    const { sheets } = await readFile('Hive,Notes\n7,"said ""calm"",\nand calm again"\n\n,\n8\n9,x,y\n');
    expect(sheets[0]).toEqual({
      name: 'file',
      headings: ['Hive', 'Notes', ''],
      rows: [
        { row: 2, cells: ['7', 'said "calm",\nand calm again', null] },
        { row: 5, cells: ['8', null, null] },
        { row: 6, cells: ['9', 'x', 'y'] },
      ],
    });
  });

  it('begin below titles and headings in two rows', async () => {
    const text =
      'Registro 2025;;;;\n;;;;\nApiario;Colmena;Varroa;;\n;;Ácaros;Abejas;Método\nEl Roble;7;3;300;alcohol\n';
    const { sheets } = await readFile(text);
    expect(sheets[0]!.headings).toEqual([
      'Apiario',
      'Colmena',
      'Varroa – Ácaros',
      'Varroa – Abejas',
      'Varroa – Método',
    ]);
    expect(sheets[0]!.rows).toEqual([{ row: 5, cells: ['El Roble', '7', '3', '300', 'alcohol'] }]);
  });
});

describe('what is no CSV file', () => {
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 37) % 256)),
  ]);
  it.each([
    ['a picture with the name of a table', png, 'UNKNOWN_FORMAT'],
    ['a PDF file', Buffer.from('%PDF-1.7\nsome, text\n'), 'UNKNOWN_FORMAT'],
    ['a page', Buffer.from('<!DOCTYPE html><html><body>a,b</body></html>'), 'UNKNOWN_FORMAT'],
    ['an empty file', Buffer.alloc(0), 'EMPTY'],
    ['headings alone', Buffer.from('Hive,Date\n'), 'EMPTY'],
    ['an open quote', Buffer.from('Hive,Date\n7,"2025\n8,x\n'), 'DAMAGED'],
  ])('%s is a problem', async (_, file, code) => {
    expect((await readFile(file)).problem?.code).toBe(code);
  });

  it('has limits of rows, columns and lengths, each with its place', async () => {
    const rows = (n: number): string => `Hive,Date\n${'7,2025-05-31\n'.repeat(n)}`;
    expect((await readFile(rows(50_000))).sheets[0]!.rows).toHaveLength(50_000);
    expect((await readFile(rows(50_001))).problem).toMatchObject({ code: 'TOO_MANY_ROWS' });
    const wide = `${'a,'.repeat(201)}b\n${'1,'.repeat(201)}2\n`;
    expect((await readFile(wide)).problem).toMatchObject({ code: 'TOO_MANY_COLUMNS', row: 1 });
    expect((await readFile(`Hive,Notes\n7,${'x'.repeat(40_000)}\n`)).problem).toMatchObject({
      code: 'CELL_TOO_LONG',
      row: 2,
      column: 2,
    });
  });
});
