// The register of treatments as a page to print, in the order of the PDF. It is streamed: a register grows for years. As a table, it is a list (lists/).
import type { Request, RequestHandler } from 'express';
import { TokenScope } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import { AppError, type FieldProblem } from '../../errors.js';
import { openRegister, type Register, type RegisterFilter } from '../../features/treatments/register.queries.js';
import { type Html, html } from '../../shared/html.js';
import type { Language } from '../../shared/language.js';
import { describeDays, readDays } from '../days-of-query.js';
import { loadToday, readAccount } from '../lists/keeper.js';
import { setDownload, streamToViewer } from '../streamed.js';
import { type Heading, headGroup, headSection, PRINTED, type PrintedRow, printRow } from './layout.js';
import { REGISTER_TEXTS } from './texts.js';

/** @throws BAD_USER_INPUT */
function readQuery({ query }: Request): RegisterFilter {
  const problems: FieldProblem[] = [];
  const apiaryId = query.apiary_id === '' ? undefined : query.apiary_id;
  if (apiaryId !== undefined && typeof apiaryId !== 'string')
    problems.push({ field: 'apiary_id', message: 'must be an id' });
  const filter = { apiaryId: apiaryId as string | undefined, ...readDays(query, problems) };
  if (problems.length > 0) throw AppError.badInput(problems);
  return filter;
}

/** The page is read alone, also from a file, so its style is in it; nothing else may be loaded. */
const STYLE = `
  @page { size: A4 landscape; margin: 10mm }
  body { font: 9pt/1.3 system-ui, sans-serif; margin: 1em; color: #000; background: #fff }
  h1 { font-size: 15pt; margin: 0 }
  h2 { font-size: 11pt; margin: 1.2em 0 0; break-after: avoid }
  p { margin: .2em 0 }
  table { border-collapse: collapse; width: 100%; margin-top: .8em; table-layout: fixed }
  thead { display: table-header-group }
  tbody, tr { break-inside: avoid }
  th, td { border: 1px solid #888; padding: 2px 3px; text-align: left; vertical-align: top; overflow-wrap: anywhere; white-space: pre-line; font-size: 7.5pt }
  th { background: #eee }
  .group th { background: #ddd; font-weight: normal }
  .void .cells td { text-decoration: line-through }
  section + section { break-before: page }
  @media screen { section { overflow-x: auto } table { min-width: 60rem } }
`;
/** Nothing is loaded, and nothing is executed. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const WIDTH = PRINTED.reduce((sum, { weight }) => sum + weight, 0);

interface RegisterPage {
  register: Register;
  filter: RegisterFilter;
  language: Language;
  /** That of a link. */
  isLink?: true;
  /** Above the register. */
  notes: Html[];
}

/** @returns the pieces of the page */
export async function* writeRegisterPage(
  context: Context,
  { register, filter, language, isLink, notes }: RegisterPage,
): AsyncGenerator<string> {
  const t = REGISTER_TEXTS[language];
  const { isOwn, showsPositions, rows, sections } = register;
  const account = isOwn ? await readAccount(context) : undefined;
  const todayOf = await loadToday(context);
  yield `<!doctype html>\n<html lang="${language}">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${t.title}</title><style>${STYLE}</style></head>\n<body>\n`;
  yield html`<h1>${t.title}</h1>
<p>${t.law}</p>
<p>${t.period}: ${describeDays(filter, t) || t.always}. ${t.printed} ${todayOf()}. ${t.dash}</p>
${notes}`.text;
  for (const section of sections) {
    const heading = headSection(section, account, language);
    yield html`<section>${heading && html`<h2>${heading.title}</h2>${heading.lines.map((line) => html`<p>${line}</p>`)}`}
`.text;
    for (const group of section.groups) {
      yield openTable(headGroup(group, showsPositions && !isLink, language), language).text;
      for await (const row of group.read())
        yield renderRow(printRow(row, language, todayOf(row), group.apiary?.name)).text;
      yield '</table>\n';
    }
    yield '</section>\n';
  }
  yield `${rows === 0 ? `<p>${t.empty}</p>\n` : ''}</body>\n</html>\n`;
}

/** The headings are in the head of the table, which programs print on every page. */
const openTable = ({ title, lines }: Heading, language: Language): Html => html`<table>
<colgroup>${PRINTED.map(({ weight }) => html`<col style="width: ${((100 * weight) / WIDTH).toFixed(1)}%">`)}</colgroup>
<thead><tr class="group"><th colspan="${PRINTED.length}"><strong>${title}</strong>${lines.map((line) => html`<br>${line}`)}</th></tr>
<tr>${PRINTED.map(({ heading }) => html`<th>${heading[language]}</th>`)}</tr></thead>
`;

const renderRow = ({ cells, below, isVoided }: PrintedRow): Html =>
  html`<tbody class="${isVoided ? 'void' : 'valid'}"><tr class="cells">${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
<tr><td colspan="${cells.length}">${below.map(([label, text], i) => html`${i > 0 && ' · '}${label}: ${text}`)}</td></tr></tbody>
`;

export const sendRegisterPage = (contextOf: (request: Request) => Context): RequestHandler =>
  streamToViewer(contextOf, { scope: TokenScope.READ }, async (context, request, response) => {
    const { language } = context.requestLog;
    const filter = readQuery(request);
    const register = await openRegister(context, filter);
    setPageHeaders(response, language);
    return writeRegisterPage(context, { register, filter, language, notes: [] });
  });

export function setPageHeaders(response: Parameters<typeof setDownload>[0], language: Language): void {
  setDownload(response, language, 'inline');
  response.set('Content-Security-Policy', POLICY);
  response.type('html');
}
