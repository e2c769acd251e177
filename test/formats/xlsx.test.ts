import { describe, expect, it } from '@jest/globals';
import { sheetXml, workbook, workbookParts, zipOf } from '../support/xlsx.js';
import { readFile } from './read.js';

const HEADINGS = ['Apiary', 'Hive', 'Date', 'Kilograms'];

describe('an XLSX file', () => {
  it('is recognized whatever its name says, and has several sheets', async () => {
    const file = await workbook({
      Colmenas: [
        ['Apiario', 'Número'],
        ['El Roble', 7],
      ],
      Empty: [],
      Cosechas: [
        ['Libro de cosechas'],
        [],
        HEADINGS,
        ['El Roble', 7, { serial: 45_808 }, 12.5],
        [],
        ['El Roble', 8, { serial: 45_808.604_166_7 }, null],
      ],
    });
    const { format, sheets, problem } = await readFile(file, 'cosechas.csv');
    expect(problem).toBeUndefined();
    expect(format).toBe('XLSX');
    expect(sheets).toEqual([
      { name: 'Colmenas', headings: ['Apiario', 'Número'], rows: [{ row: 2, cells: ['El Roble', 7] }] },
      {
        name: 'Cosechas',
        headings: HEADINGS,
        rows: [
          { row: 4, cells: ['El Roble', 7, { day: '2025-05-31' }, 12.5] },
          { row: 6, cells: ['El Roble', 8, { at: '2025-05-31T14:30' }, null] },
        ],
      },
    ]);
  });

  it('counts days from 1904 if it says so', async () => {
    const file = await workbook({ S: [HEADINGS, ['R', 7, { serial: 45_808 - 1462 }, 1]] }, true);
    expect((await readFile(file)).sheets[0]!.rows[0]!.cells).toEqual(['R', 7, { day: '2025-05-31' }, 1]);
  });

  it('has the values of formulas; one without a value is a problem of its cell', async () => {
    const good = await workbook({ S: [HEADINGS, ['R', 7, { serial: 45_808 }, { formula: 'SUM(A1:A2)', value: 12 }]] });
    expect((await readFile(good)).sheets[0]!.rows[0]!.cells).toEqual(['R', 7, { day: '2025-05-31' }, 12]);
    const bad = await workbook({
      Miel: [HEADINGS, ['R', 7, { serial: 45_808 }, 3], ['R', 8, null, { formula: 'D2*2' }]],
    });
    expect((await readFile(bad)).problem).toEqual({ code: 'FORMULA_WITHOUT_VALUE', sheet: 'Miel', row: 3, column: 4 });
  });

  it('has what is written beside numbers: percentages, units and letters', async () => {
    const parts = workbookParts({ S: [HEADINGS, [7, 0.03, 40, 2.125], [8, 0.015, 35, 3]] });
    const part = 'xl/worksheets/sheet1.xml';
    const styled = Object.entries({ A: 2, B: 3, C: 4, D: 5 }).reduce(
      (xml, [column, style]) => xml.replace(new RegExp(`r="${column}[23]"`, 'g'), `$& s="${style}"`),
      parts[part]!,
    );
    const formats = ['&quot;A&quot;00', '0.0%;[Red]\\-0.0%', '0.0&quot; lb&quot;', '#,##0.00\\ [$€-407]'];
    const styles = parts['xl/styles.xml']!.replace(
      '<cellXfs',
      `<numFmts>${formats.map((code, i) => `<numFmt numFmtId="${170 + i}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs`,
    ).replace('</cellXfs>', `${formats.map((_, i) => `<xf numFmtId="${170 + i}"/>`).join('')}</cellXfs>`);
    const file = await zipOf({ ...parts, [part]: styled, 'xl/styles.xml': styles });
    expect((await readFile(file)).sheets[0]!.rows.map(({ cells }) => cells)).toEqual([
      ['A07', '3 %', '40 lb', '2.1250 €'],
      ['A08', '1.5 %', '35 lb', '3 €'],
    ]);
  });

  it('says of numbers that are written over several rows that they are', async () => {
    const parts = workbookParts({ S: [HEADINGS, ['R', 7, { serial: 45_808 }, 36], [null, 8, null, null]] });
    const part = 'xl/worksheets/sheet1.xml';
    const merged = ['A2:A3', 'C2:C3', 'D2:D3'].map((cells) => `<mergeCell ref="${cells}"/>`).join('');
    const xml = parts[part]!.replace('</worksheet>', `<mergeCells>${merged}</mergeCells></worksheet>`);
    const file = await zipOf({ ...parts, [part]: xml });
    expect((await readFile(file)).sheets[0]!.rows.map(({ cells }) => cells)).toEqual([
      ['R', 7, { day: '2025-05-31' }, { merged: 36 }],
      ['R', 8, { day: '2025-05-31' }, { merged: 36 }],
    ]);
  });

  it('has limits of rows and columns', async () => {
    const far = workbookParts({ S: [HEADINGS, ['R', 7, null, 1]] });
    const insert = (cell: string): Record<string, string> => ({
      ...far,
      'xl/worksheets/sheet1.xml': far['xl/worksheets/sheet1.xml']!.replace(
        '</sheetData>',
        `<row r="${/\d+/.exec(cell)![0]}"><c r="${cell}"><v>1</v></c></row></sheetData>`,
      ),
    });
    expect((await readFile(await zipOf(insert('XFD3')))).problem).toMatchObject({ code: 'TOO_MANY_COLUMNS', row: 3 });
    expect((await readFile(await zipOf(insert('A1048576')))).problem).toMatchObject({
      code: 'TOO_MANY_ROWS',
      row: 1_048_576,
    });
  });
});

describe('an XLSX file that is made to harm', () => {
  const parts = workbookParts({ S: [HEADINGS, ['R', 7, null, 1]] });
  const part = 'xl/worksheets/sheet1.xml';

  it('with entities is refused', async () => {
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>';
    const file = await zipOf({ ...parts, [part]: parts[part]!.replace('?>', `?>${entities}`) });
    expect((await readFile(file)).problem).toEqual({ code: 'UNSAFE_XML', value: part });
  });

  it('that inflates to far more than it is, is refused before it is inflated', async () => {
    const file = await zipOf({ ...parts, [part]: sheetXml([]) + ' '.repeat(60 * 2 ** 20) });
    expect(file.length).toBeLessThan(200_000);
    expect((await readFile(file)).problem).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('that is cut off, has a lying size or lacks its sheets is damaged', async () => {
    const file = await workbook({ S: [HEADINGS, ['R', 7, null, 1]] });
    expect((await readFile(file.subarray(0, file.length - 200))).problem).toMatchObject({ code: 'DAMAGED' });
    const { [part]: _, ...rest } = parts;
    expect((await readFile(await zipOf(rest))).problem).toMatchObject({ code: 'DAMAGED' });
    const lying = Buffer.from(file);
    const entry = lying.indexOf(Buffer.from('PK\x01\x02'));
    lying.writeUInt32LE(3, entry + 24);
    expect((await readFile(lying)).problem).toMatchObject({ code: 'DAMAGED' });
  });

  it('with a row that no table of people has is refused: a text that is stored once may be in every cell', async () => {
    const text = 'x'.repeat(30_000);
    const file = await workbook({ Cosechas: [HEADINGS, [text, text, text, text]] });
    expect((await readFile(file, 'x.xlsx')).problem).toMatchObject({ code: 'ROW_TOO_LONG', sheet: 'Cosechas', row: 2 });
  });
});
