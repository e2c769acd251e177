// The register of treatments as a page to print. It is streamed: a register grows for years. As a table, it is a list (lists/).
import type { Request, RequestHandler } from 'express';
import { TokenScope } from '../access/token-scope.js';
import type { Context } from '../context.js';
import type { Page } from '../database/page.js';
import type { Row } from '../database/row.js';
import type { Treatment } from '../entities.js';
import { AppError, type FieldProblem } from '../errors.js';
import { listTreatments, registerListArgs } from '../features/treatments/treatment-lists.js';
import { TreatmentStatus } from '../features/treatments/treatment-status.js';
import type { Language } from '../shared/language.js';
import { type Days, describeDays, readDays } from './days-of-query.js';
import { loadToday, readKeeper, type TodayOf } from './lists/keeper.js';
import { type Html, html } from './pages/html.js';
import { COLUMNS, REGISTER_TEXTS } from './pages/register-texts.js';
import { BATCH_SIZE, setDownload, streamToViewer } from './streamed.js';

export const REGISTER_PATHS = {
  csv: '/treatments/register/csv',
  xlsx: '/treatments/register/xlsx',
  html: '/treatments/register/html',
} as const;

interface Period extends Days {
  apiaryId: string | undefined;
}

/** @throws BAD_USER_INPUT */
function readQuery({ query }: Request): Period {
  const problems: FieldProblem[] = [];
  const apiaryId = query.apiary_id === '' ? undefined : query.apiary_id;
  if (apiaryId !== undefined && typeof apiaryId !== 'string')
    problems.push({ field: 'apiary_id', message: 'must be an id' });
  const period = { apiaryId: apiaryId as string | undefined, ...readDays(query, problems) };
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
  const period = describeDays({ from, to }, t);
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
    const keeper = await readKeeper(context, period.apiaryId);
    setDownload(response, language, 'inline');
    response.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    response.type('html');
    return writePage(rows, { language, keeper, todayOf: await loadToday(context), ...period });
  });
