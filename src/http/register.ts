// The register of treatments as a table (RFC 4180) and as a page to print. Both are streamed: a register grows for years.
import type { Request, RequestHandler, Response } from 'express';
import { TokenScope } from '../access/token-scope.js';
import type { Context } from '../context.js';
import type { Page } from '../database/page.js';
import type { Row } from '../database/row.js';
import { Apiary, type Treatment, User } from '../entities.js';
import { AppError, type FieldProblem } from '../errors.js';
import { loadDays, loadOwnDay } from '../features/apiaries/apiary-days.js';
import { listTreatments, registerListArgs } from '../features/treatments/treatment-lists.js';
import { TreatmentStatus } from '../features/treatments/treatment-status.js';
import type { Language } from '../shared/language.js';
import { LocalDate } from '../shared/scalars.js';
import { type Html, html } from './pages/html.js';
import { COLUMNS, REGISTER_TEXTS } from './pages/register-texts.js';
import { BATCH_SIZE, streamToViewer } from './streamed.js';

export const REGISTER_PATHS = { csv: '/treatments/register/csv', html: '/treatments/register/html' } as const;

interface Period {
  apiaryId: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** @throws BAD_USER_INPUT */
function readQuery({ query }: Request): Period {
  const problems: FieldProblem[] = [];
  const readDay = (field: 'from' | 'to'): string | undefined => {
    if (query[field] === undefined || query[field] === '') return undefined;
    try {
      return LocalDate.parseValue(query[field]);
    } catch {
      problems.push({ field, message: 'must be a day such as 2026-05-01' });
      return undefined;
    }
  };
  const apiaryId = query.apiary_id === '' ? undefined : query.apiary_id;
  if (apiaryId !== undefined && typeof apiaryId !== 'string')
    problems.push({ field: 'apiary_id', message: 'must be an id' });
  const period = { apiaryId: apiaryId as string | undefined, from: readDay('from'), to: readDay('to') };
  if (problems.length > 0) throw AppError.badInput(problems);
  return period;
}

/** @throws NOT_FOUND for an apiary that is missing or belongs to another account, before the first row */
async function readRows(context: Context, period: Period): Promise<AsyncIterable<Row<Treatment>>> {
  const { apiaryId, from, to } = period;
  const read = (after?: string): Promise<Page<Row<Treatment>>> => {
    const list = registerListArgs({ first: BATCH_SIZE, after: after ?? null, from: from ?? null, to: to ?? null });
    return listTreatments(context, { apiaryId }, list);
  };
  const first = await read();
  return (async function* () {
    for (let page = first; ; page = await read(page.pageInfo.endCursor!)) {
      yield* page.nodes;
      if (!page.pageInfo.hasNextPage) return;
    }
  })();
}

/** Programs that open a table run a cell that begins with one of these as a formula; some ignore white space and invisible characters before. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20])/u;
/** So does one that splits the lines at another separator, and then ignores the quotes: the rest of a text becomes a cell. */
const LATER_FORMULA = /[=+\-@\uff0b\uff0d\uff1d\uff20](?<=[;\t\r\n][\s\p{Cf}]*.)/gu;
const guard = (value: string): string => `${FORMULA.test(value) ? "'" : ''}${value.replaceAll(LATER_FORMULA, "'$&")}`;
const quote = (value: string): string => `"${guard(value).replaceAll('"', '""')}"`;
const writeLine = (cells: (string | number | null)[]): string =>
  `${cells.map((cell) => quote(cell === null ? '' : String(cell))).join(',')}\r\n`;
/** Without it, spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\ufeff';

async function* writeCsv(
  rows: AsyncIterable<Row<Treatment>>,
  language: Language,
  todayOf: TodayOf,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeLine(COLUMNS.map(({ title }) => title[language]));
  for await (const row of rows) yield writeLine(COLUMNS.map(({ value }) => value(row, language, todayOf(row))));
}

export const sendRegisterTable = (contextOf: (request: Request) => Context): RequestHandler =>
  streamToViewer(contextOf, { scope: TokenScope.READ }, async (context, request, response) => {
    const { language } = context.requestLog;
    const rows = await readRows(context, readQuery(request));
    setHeaders(response, language, `attachment; filename="${REGISTER_TEXTS[language].file}.csv"`);
    response.type('text/csv; charset=utf-8; header=present');
    return writeCsv(rows, language, await loadToday(context));
  });

/** The page is read alone, also from a file, so its style is in it; nothing else may be loaded. */
const STYLE = `
  @page { size: A4 landscape; margin: 10mm }
  body { font: 9pt/1.3 system-ui, sans-serif; margin: 1em; color: #000; background: #fff }
  h1 { font-size: 15pt; margin: 0 }
  table { border-collapse: collapse; width: 100%; margin-top: 1em }
  thead { display: table-header-group }
  tr { break-inside: avoid }
  th, td { border: 1px solid #888; padding: 2px 3px; text-align: left; vertical-align: top; overflow-wrap: anywhere }
  th { background: #eee; font-size: 7pt }
  td { font-size: 7pt }
  .void td { text-decoration: line-through }
`;
const PRINTED = COLUMNS.filter(({ isPrinted }) => isPrinted);

async function* writePage(
  rows: AsyncIterable<Row<Treatment>>,
  {
    language,
    keeper,
    todayOf,
    from,
    to,
  }: { language: Language; keeper: string | undefined; todayOf: TodayOf } & Period,
): AsyncGenerator<string> {
  const t = REGISTER_TEXTS[language];
  const period = [from && `${t.from} ${from}`, to && `${t.to} ${to}`].filter(Boolean).join(' ');
  const issued = todayOf();
  yield `<!doctype html>\n<html lang="${language}">\n<head><meta charset="utf-8"><title>${t.title}</title><style>${STYLE}</style></head>\n<body>\n`;
  yield html`<h1>${t.title}</h1>
<p>${t.law}</p>
<p>${keeper !== undefined && html`${t.keeper}: <strong>${keeper}</strong>. `}${t.printed} ${issued}${period && `, ${period}`}.</p>
<table><thead><tr>${PRINTED.map(({ title }) => html`<th>${title[language]}</th>`)}</tr></thead><tbody>
`.text;
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    yield renderRow(row, language, todayOf(row)).text;
  }
  yield `</tbody></table>\n${isEmpty ? `<p>${t.empty}</p>\n` : ''}</body>\n</html>\n`;
}

const renderRow = (row: Row<Treatment>, language: Language, today: string): Html =>
  html`<tr class="${row.status === TreatmentStatus.VOIDED ? 'void' : 'valid'}">${PRINTED.map(
    ({ value }) => html`<td>${value(row, language, today) ?? ''}</td>`,
  )}</tr>
`;

export const sendRegisterPage = (contextOf: (request: Request) => Context): RequestHandler =>
  streamToViewer(contextOf, { scope: TokenScope.READ }, async (context, request, response) => {
    const { language } = context.requestLog;
    const period = readQuery(request);
    const rows = await readRows(context, period);
    const keeper = await readKeeper(context, period);
    setHeaders(response, language, 'inline');
    response.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    response.type('html');
    return writePage(rows, { language, keeper, todayOf: await loadToday(context), ...period });
  });

/** The current day where a treatment was applied; without one, or if its apiary is gone, where the account is. */
type TodayOf = (row?: Row<Treatment>) => string;
async function loadToday(context: Context): Promise<TodayOf> {
  const [days, own] = [await loadDays(context), await loadOwnDay(context)];
  return (row) => days.get(row?.apiaryId ?? '') ?? own;
}

/** Undefined for an apiary of another account, whose members do not see the owner's data. */
async function readKeeper({ access, viewer }: Context, { apiaryId }: Period): Promise<string | undefined> {
  if (apiaryId !== undefined && (await access.one(Apiary, apiaryId, ['userId'])).userId !== viewer.id) return undefined;
  const { fullName, username, location, email } = await access.one(User, viewer.id);
  return [fullName ?? username, location, email].filter(Boolean).join(', ');
}

function setHeaders(response: Response, language: Language, disposition: string): void {
  response.set({ 'Content-Disposition': disposition, 'Content-Language': language, 'Cache-Control': 'no-store' });
}

const parameter = (name: string, description: string, schema: object): object => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});
const describeRegister = (operationId: string, summary: string, description: string, type: string) => ({
  operationId,
  tags: ['treatments'],
  summary,
  description,
  parameters: [
    parameter('apiary_id', 'Only treatments that were applied in this apiary.', { type: 'string', format: 'uuid' }),
    parameter('from', 'Only treatments that began on this day or later.', { type: 'string', format: 'date' }),
    parameter('to', 'Only treatments that began on this day or earlier.', { type: 'string', format: 'date' }),
  ],
  responses: {
    200: {
      description: 'The current revision of every treatment.',
      content: { [type]: { schema: { type: 'string' } } },
    },
    ...Object.fromEntries(
      [400, 401, 404].map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
    ),
    default: { $ref: '#/components/responses/Refused' },
  },
});

/** The OpenAPI descriptions. These endpoints are not in the route table because their responses are streamed. */
export const REGISTER_OPERATIONS = [
  {
    path: REGISTER_PATHS.csv,
    operation: describeRegister(
      'downloadTreatmentRegister',
      'Download the register of treatments',
      'Returns the register as a table in UTF-8 (RFC 4180), in the language of the request. Treatments of hives and apiaries that no longer exist are included, and those that were voided. An apostrophe precedes what a spreadsheet would run as a formula, at the beginning of a text and after a semicolon, a tab or a line break. The register is read in parts: a treatment whose first day is corrected during the download may be missing or appear twice.',
      'text/csv',
    ),
  },
  {
    path: REGISTER_PATHS.html,
    operation: describeRegister(
      'printTreatmentRegister',
      'Print the register of treatments',
      'Returns the register as a page to print, in the language of the request. It loads nothing, so it can be saved and opened as a file. It is read in parts, as the table is.',
      'text/html',
    ),
  },
];
