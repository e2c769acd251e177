// What all documents that are sent as PDF have in common: how they are read, limited and sent.
import type { Request, RequestHandler, Response } from 'express';
import { TokenScope } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { loadOwnDay } from '../../features/apiaries/apiary-days.js';
import { type PdfDocument, writePdf } from '../../files/pdf-document.js';
import type { Language } from '../../shared/language.js';
import { createMessage } from '../../shared/message.js';
import { readKeepers } from '../lists/keeper.js';
import type { Node } from '../lists/list.js';
import type { ReaderOf } from '../lists/read-list.js';
import { setDownload, streamToViewer } from '../streamed.js';
import { REPORT_TEXTS, type ReportTexts } from './report-texts.js';

/** Rows of a document, which are in memory while it is written: 200 to 400 pages. */
export const MAX_ROWS = 4000;

export interface ReportSource {
  context: Context;
  request: Request;
  language: Language;
  t: ReportTexts;
  readerOf: ReaderOf;
  /** Of the rows that have been read. */
  count: RowCount;
}
export interface OpenReport {
  title: string;
  /** Below the title, after the keeper. */
  lines: string[];
  apiaryId?: string | undefined;
  /** Whether it says itself who the keeper is. */
  hasKeeper?: true;
  /** The days of whose keepers it is; that of today, if omitted. */
  keeperDays?: { from: string; to: string };
  layout: 'portrait' | 'landscape';
  /** Writes what has been read. It is called twice: first to count the pages. */
  write: (document: PdfDocument) => Promise<void>;
}
export interface Report {
  path: string;
  /** Of the file. */
  name: string;
  /** Reads all that the document shows, so that a refusal is an answer. */
  open: (source: ReportSource) => Promise<OpenReport>;
}

export class RowCount {
  private rows = 0;

  /** @throws BAD_USER_INPUT (TOO_BROAD), which names the filter that makes the document shorter */
  add(rows: number, filter: string): void {
    this.rows += rows;
    if (this.rows <= MAX_ROWS) return;
    const message = createMessage('must be narrower: the document would have more than {max} rows', { max: MAX_ROWS });
    throw new AppError('BAD_USER_INPUT', undefined, { reason: 'TOO_BROAD', fields: [{ field: filter, message }] });
  }
}

/** Reads all nodes of a list. */
export async function readAll(
  { readerOf, context, count }: ReportSource,
  document: string,
  variables: Record<string, unknown>,
  filter: string,
): Promise<Node[]> {
  const all: Node[] = [];
  for await (const nodes of readerOf(document).read(context, variables)) {
    count.add(nodes.length, filter);
    all.push(...nodes);
  }
  return all;
}

export function createReportSender(readerOf: ReaderOf, contextOf: (request: Request) => Context) {
  return (report: Report): RequestHandler =>
    streamToViewer(contextOf, { scope: TokenScope.READ }, async (context, request, response) => {
      const { language } = context.requestLog;
      const source = { context, request, language, t: REPORT_TEXTS[language], readerOf, count: new RowCount() };
      return writeReport(context, response, { name: report.name, language, opened: await report.open(source) });
    });
}

/** Sets the headers. @returns the bytes */
export async function writeReport(
  context: Context,
  response: Response,
  { name, language, opened }: { name: string; language: Language; opened: OpenReport },
): Promise<AsyncIterable<Buffer>> {
  const t = REPORT_TEXTS[language];
  const { title, lines, apiaryId, layout, write, hasKeeper, keeperDays } = opened;
  const keepers = hasKeeper ? [] : ((await readKeepers(context, apiaryId, language, keeperDays)) ?? []);
  const issued = `${t.printed} ${await loadOwnDay(context)}`;
  const above = [...keepers.map((keeper) => `${t.keeper}: ${keeper}`), ...lines, issued];
  setDownload(response, language, `attachment; filename="${name}.pdf"`);
  response.type('application/pdf');
  const texts = { title, lines: above, language, numberOf: t.page };
  return writePdf({ texts, layout, write, nextTurn: async () => context.nextTurn() });
}
