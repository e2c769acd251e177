// Writes XLSX files part by part, so that tests have those that no library would write.
import { writeZip, type ZipContent } from '../../src/documents/writers/zip-writer.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export async function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const contents = Object.entries(parts).map(([name, text]): ZipContent => ({ name, pieces: [text] }));
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(contents, new Date('2026-01-01T00:00:00Z'))) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A cell with a formula: `value` is what the program that wrote it calculated. */
export interface Formula {
  formula: string;
  value?: number;
}
/** Days and times are numbers with a style. */
export interface Serial {
  serial: number;
}
export type XlsxCell = string | number | boolean | null | Formula | Serial;

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`;

function cellXml(cell: XlsxCell, reference: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`;
  if ('serial' in cell) return `<c r="${reference}" s="1"><v>${cell.serial}</v></c>`;
  return `<c r="${reference}"><f>${cell.formula}</f>${cell.value === undefined ? '<v></v>' : `<v>${cell.value}</v>`}</c>`;
}

export const sheetXml = (rows: readonly (readonly XlsxCell[])[], after = ''): string =>
  `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>${rows
    .map((row, i) =>
      row.length === 0
        ? ''
        : `<row r="${i + 1}">${row.map((cell, j) => cellXml(cell, `${columnName(j)}${i + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData>${after}</worksheet>`;

/** The parts of a workbook, of which a test may change any. */
export function workbookParts(
  sheets: Record<string, readonly (readonly XlsxCell[])[]>,
  date1904 = false,
): Record<string, string> {
  const names = Object.keys(sheets);
  const relation = (i: number): string =>
    `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`;
  return {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${names.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => relation(i)).join('')}<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${DECLARATION}<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(names.map((name, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(sheets[name]!)])),
  };
}
export const workbook = (sheets: Record<string, readonly (readonly XlsxCell[])[]>, date1904 = false): Promise<Buffer> =>
  zipOf(workbookParts(sheets, date1904));
