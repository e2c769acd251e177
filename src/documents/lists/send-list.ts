// Sends a list as a table, CSV or XLSX, or as GeoJSON.
import type { Request, RequestHandler, Response } from 'express';
import { TokenScope } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import { AppError, type FieldProblem } from '../../errors.js';
import type { Cell } from '../../formats/file-line.js';
import { createMessage } from '../../messages/message.js';
import type { Language } from '../../shared/language.js';
import { setDownload, streamToViewer } from '../streamed.js';
import { type Separator, writeCsv } from '../writers/csv-writer.js';
import { writeXlsx } from '../writers/xlsx-writer.js';
import { writeFeatures } from './apiary-map.js';
import type { Column, List, Node } from './list.js';
import { type ReaderOf, rowsOf } from './read-list.js';

export const LISTS_PATH = '/lists';
export const pathOfList = ({ name }: List): string => `${LISTS_PATH}/${name}`;

const TABLES = ['csv', 'xlsx'] as const;
type Format = (typeof TABLES)[number] | 'geojson';
export const formatsOf = ({ map }: List): Format[] => (map ? [...TABLES, 'geojson'] : [...TABLES]);
export const SEPARATORS = ['comma', 'semicolon'] as const;
export const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json',
} as const;

/** @throws BAD_USER_INPUT */
function readFormat(list: List, { format = 'csv', separator = 'comma' }: Record<string, unknown>): [Format, Separator] {
  const problems: FieldProblem[] = [];
  const requireOne = (field: string, value: unknown, known: readonly string[]): void => {
    if (!known.includes(String(value)))
      problems.push({ field, message: createMessage('must be one of {values}', { values: [...known] }) });
  };
  requireOne('format', format, formatsOf(list));
  requireOne('separator', separator, SEPARATORS);
  if (problems.length > 0) throw AppError.badInput(problems);
  return [format as Format, separator === 'semicolon' ? ';' : ','];
}

/** The first page is read before anything is sent, so that a refusal is an answer and not a broken file. */
async function startReading(pages: AsyncGenerator<Node[]>): Promise<AsyncGenerator<Node[]>> {
  const first = await pages.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pages;
  })();
}

const MAX_NODES_AT_ONCE = 100;

async function* toCells(
  batches: AsyncIterable<Node[]>,
  columns: Column[],
  language: Language,
): AsyncGenerator<Cell[][]> {
  // A harvest is a row for each of its sources, with all its texts: a page of them is written in parts.
  for await (const nodes of batches)
    for (let at = 0; at < nodes.length; at += MAX_NODES_AT_ONCE)
      yield nodes.slice(at, at + MAX_NODES_AT_ONCE).map((node) => columns.map(({ value }) => value(node, language)));
}
async function* withHeadings(headings: string[], rows: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  yield [headings];
  yield* rows;
}

async function openColumns(
  list: List,
  context: Context,
  variables: Record<string, unknown>,
  readerOf: ReaderOf,
): Promise<Column[]> {
  const read = async function* (document: string, filters: Record<string, unknown>): AsyncGenerator<Node> {
    for await (const nodes of readerOf(document).read(context, filters)) yield* nodes;
  };
  return [...list.columns, ...((await list.columnsOf?.(context, variables, read)) ?? [])];
}

/** @returns what sends any list; with a format, whatever the request asks for */
export function createListSender(readerOf: ReaderOf, contextOf: (request: Request) => Context) {
  return (list: List, fixed?: Format): RequestHandler =>
    streamToViewer(contextOf, { scope: TokenScope.READ }, async (context, { query }, response) => {
      const [format, separator] = readFormat(list, fixed ? { ...query, format: fixed } : query);
      const map = format === 'geojson' ? list.map : undefined;
      const reader = readerOf((map ?? list).document);
      const variables = reader.readFilters(query);
      const pages = await startReading(reader.read(context, variables));
      const { language } = context.requestLog;
      const title = list.title[language];
      if (map) {
        setHeaders(response, language, format, title);
        return writeFeatures(pages, map.toFeature);
      }
      const columns = await openColumns(list, context, variables, readerOf);
      setHeaders(response, language, format, title);
      const rows = toCells(rowsOf(list, pages), columns, language);
      const headings = columns.map(({ heading }) => heading[language]);
      if (format === 'csv') return writeCsv(withHeadings(headings, rows), separator);
      const widths = columns.map(({ width }, i) => ({ heading: headings[i]!, width }));
      return writeXlsx([{ name: title, columns: widths, rows }], new Date());
    });
}

function setHeaders(response: Response, language: Language, format: Format, title: string): void {
  const file = title.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\W+/g, '-');
  setDownload(response, language, `attachment; filename="${file}.${format}"`);
  response.type(format === 'csv' ? 'text/csv; charset=utf-8; header=present' : TYPES[format]);
}
