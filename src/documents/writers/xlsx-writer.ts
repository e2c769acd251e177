// Writes a workbook (ECMA-376) while its rows are still being read: the libraries that write workbooks hold all rows in memory
// (docs/export.md). A text is a text, whatever it begins with: nothing here is a formula.
import type { Cell } from '../../formats/file-line.js';
import { writeZip } from './zip-writer.js';

export interface SheetColumn {
  heading: string;
  /** In characters. */
  width: number;
}

/** The limits of the format. */
const MAX_ROWS = 1_048_576;
const MAX_CELL_LENGTH = 32_767;
/** Rows are written together: each piece passes through several streams. */
const MIN_PIECE_LENGTH = 32_768;
const DAY_MS = 86_400_000;
/** Days are counted from here; before March of 1900, programs disagree, because the first one took that year for a leap year. */
const FIRST_DAY = Date.UTC(1899, 11, 30);
const FIRST_COMMON_DAY = Date.UTC(1900, 2, 1);
/** The positions of the styles in `styles.xml`. */
const STYLE = { text: 0, heading: 1, day: 2, time: 3 } as const;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML has no way to express these, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const inXml = (text: string): string => text.replace(NOT_IN_XML, '').replace(/[&<>"]/g, (one) => ESCAPED[one]!);

/** The name of a column by its position from 0: A to Z, AA and so on. */
export function columnName(position: number): string {
  const letter = String.fromCharCode(65 + (position % 26));
  return position < 26 ? letter : columnName(Math.floor(position / 26) - 1) + letter;
}

function writeText(at: string, text: string, style: number = STYLE.text): string {
  const shown = text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${inXml(shown)}</t></is></c>`;
}

function writeTime(at: string, text: string, style: number): string {
  const time = Date.parse(text);
  if (Number.isNaN(time) || time < FIRST_COMMON_DAY) return writeText(at, text);
  return `<c r="${at}" s="${style}"><v>${(time - FIRST_DAY) / DAY_MS}</v></c>`;
}

function writeCell(at: string, cell: Cell): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : '';
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'string') return writeText(at, cell);
  if ('merged' in cell) return writeCell(at, cell.merged);
  return 'day' in cell ? writeTime(at, cell.day, STYLE.day) : writeTime(at, cell.at, STYLE.time);
}

async function* writeSheet(columns: SheetColumn[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  const names = columns.map((_, position) => columnName(position));
  const widths = columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  const headings = columns.map(({ heading }, i) => writeText(`${names[i]}1`, heading, STYLE.heading));
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`;
  let row = 1;
  for await (const rows of batches) {
    let text = '';
    for (const cells of rows) {
      row += 1;
      if (row > MAX_ROWS) throw new Error(`a sheet has at most ${MAX_ROWS} rows`);
      text += `<row r="${row}">${cells.map((cell, i) => writeCell(`${names[i]}${row}`, cell)).join('')}</row>`;
      if (text.length < MIN_PIECE_LENGTH) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="${OFFICE_TYPE}.${type}+xml"/>`;
const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relations = (content: string): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;

const contentTypes = (sheets: readonly string[]): string =>
  `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${override('styles', 'styles')}${sheets.map((part) => override(part, 'worksheet')).join('')}</Types>`;
const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
const fill = (pattern: string): string => `<fill><patternFill patternType="${pattern}"/></fill>`;
const format = (numFmtId: number, fontId: number): string =>
  `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2">${fill('none')}${fill('gray125')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${format(0, 0)}${format(0, 1)}${format(164, 0)}${format(165, 0)}</cellXfs></styleSheet>`;
const workbook = (names: readonly string[]): string => {
  const sheets = names.map((name, i) => `<sheet name="${inXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`;
};

/** Programs refuse longer names, and these characters in one. */
const sheetName = (name: string): string => name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31);

export interface WrittenSheet {
  name: string;
  columns: SheetColumn[];
  /** In batches, without the headings. */
  rows: AsyncIterable<Cell[][]>;
}

export function writeXlsx(sheets: readonly WrittenSheet[], writtenAt: Date): AsyncGenerator<Buffer> {
  const names = sheets.map((_, i) => `worksheets/sheet${i + 1}`);
  const ofSheets = names.map((name, i) => relation(i + 1, 'worksheet', `${name}.xml`));
  const ofStyles = relation(sheets.length + 1, 'styles', 'styles.xml');
  const parts = [
    { name: '[Content_Types].xml', pieces: [contentTypes(names)] },
    { name: '_rels/.rels', pieces: [relations(relation(1, 'officeDocument', 'xl/workbook.xml'))] },
    { name: 'xl/workbook.xml', pieces: [workbook(sheets.map(({ name }) => sheetName(name)))] },
    { name: 'xl/_rels/workbook.xml.rels', pieces: [relations(ofSheets.join('') + ofStyles)] },
    { name: 'xl/styles.xml', pieces: [STYLES] },
    ...sheets.map(({ columns, rows }, i) => ({ name: `xl/${names[i]}.xml`, pieces: writeSheet(columns, rows) })),
  ];
  return writeZip(parts, writtenAt);
}
