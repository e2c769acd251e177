// What all documents that are sent as PDF have in common: how they are read, limited and sent.
import type { Request, RequestHandler, Response } from 'express';
import { TokenScope } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import { AppError, unavailable } from '../../errors.js';
import { loadOwnDay } from '../../features/apiaries/apiary-days.queries.js';
import { createMessage, type MessageText } from '../../messages/message.js';
import type { Language } from '../../shared/language.js';
import { readKeepers } from '../lists/keeper.js';
import type { Node } from '../lists/list.js';
import type { ReaderOf } from '../lists/read-list.js';
import { setDownload, streamToViewer } from '../streamed.js';
import { type PdfDocument, writePdf } from '../writers/pdf-document.js';
import { REPORT_TEXTS, type ReportTexts } from './report-texts.js';

/** Rows of a document, which are in memory while it is written: 200 to 400 pages. */
export const MAX_ROWS = 4000;
/** The texts of a document, whose layout takes up to two seconds for each million. */
export const MAX_CHARACTERS = 4_000_000;

export interface ReportSource {
  context: Context;
  request: Request;
  language: Language;
  t: ReportTexts;
  readerOf: ReaderOf;
  /** Counts what has been read. */
  size: DocumentSize;
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
  /** The name of the file, without `.pdf`. */
  name: string;
  /** Reads all that the document shows, so that a refusal is an answer. */
  open: (source: ReportSource) => Promise<OpenReport>;
}

export class DocumentSize {
  private rows = 0;
  private characters = 0;

  constructor(private readonly response: Response) {}

  /** @throws UNAVAILABLE, which nobody reads, if the client has disconnected; BAD_USER_INPUT (RESPONSE_TOO_BROAD), which names the filter that makes the document shorter */
  addRows(rows: number, filter: string): void {
    requireReader(this.response);
    this.rows += rows;
    if (this.rows <= MAX_ROWS) return;
    const message = createMessage('must be narrower: the document would have more than {max} rows', { max: MAX_ROWS });
    throw tooBroad(filter, message);
  }

  /** @throws as `addRows` does */
  addTexts(texts: object, filter: string): void {
    requireReader(this.response);
    this.characters += lengthOf(texts);
    if (this.characters <= MAX_CHARACTERS) return;
    const max = MAX_CHARACTERS / 1_000_000;
    throw tooBroad(
      filter,
      createMessage('must be narrower: the document would have more than {max} million characters', { max }),
    );
  }
}

const tooBroad = (field: string, message: MessageText): AppError =>
  new AppError('BAD_USER_INPUT', undefined, { reason: 'RESPONSE_TOO_BROAD', fields: [{ field, message }] });

/** Returns the characters of all texts in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + lengthOf(one), 0);
}

/** Reads all nodes of a list. */
export async function readAll(
  { readerOf, context, size }: ReportSource,
  document: string,
  variables: Record<string, unknown>,
  filter: string,
): Promise<Node[]> {
  const all: Node[] = [];
  for await (const nodes of readerOf(document).read(context, variables)) {
    size.addRows(nodes.length, filter);
    size.addTexts(nodes, filter);
    all.push(...nodes);
  }
  return all;
}

export function createReportSender(readerOf: ReaderOf, contextOf: (request: Request) => Context) {
  return ({ name, open }: Report): RequestHandler =>
    streamDocument(contextOf, async (context, request, size) => {
      const { language } = context.requestLog;
      const source = { context, request, language, t: REPORT_TEXTS[language], readerOf, size };
      return { name, language, opened: await open(source) };
    });
}

interface NamedReport {
  name: string;
  language: Language;
  opened: OpenReport;
}

/** Sends a document. Nothing of it is read before its turn has come. */
export const streamDocument = (
  contextOf: (request: Request) => Context,
  open: (context: Context, request: Request, size: DocumentSize) => Promise<NamedReport>,
): RequestHandler =>
  streamToViewer(contextOf, { scope: TokenScope.READ }, async (context, request, response) => {
    const { id } = context.viewer;
    const { documents } = context.shares;
    await documents.take(id);
    let isHeld = true;
    const give = (): void => {
      if (isHeld) documents.give(id);
      isHeld = false;
    };
    try {
      requireReader(response);
      const report = await open(context, request, new DocumentSize(response));
      return giveAfter(await writeReport(context, response, report, give), give);
    } catch (error) {
      give();
      throw error;
    }
  });

async function* giveAfter(pieces: AsyncIterable<Buffer>, give: () => void): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
  } finally {
    give();
  }
}

/** @throws UNAVAILABLE, which nobody reads */
function requireReader(response: Response): void {
  if (response.closed) throw unavailable();
}

/** Sets the headers. @param whenLaidOut called before the last bytes are read @returns the bytes */
async function writeReport(
  context: Context,
  response: Response,
  { name, language, opened }: NamedReport,
  whenLaidOut: () => void,
): Promise<AsyncIterable<Buffer>> {
  const t = REPORT_TEXTS[language];
  const { title, lines, apiaryId, layout, write, hasKeeper, keeperDays } = opened;
  const keepers = hasKeeper ? [] : ((await readKeepers(context, apiaryId, language, keeperDays)) ?? []);
  const issued = `${t.printed} ${await loadOwnDay(context)}`;
  const above = [...keepers.map((keeper) => `${t.keeper}: ${keeper}`), ...lines, issued];
  setDownload(response, language, `attachment; filename="${name}.pdf"`);
  response.type('application/pdf');
  const texts = { title, lines: above, language, numberOf: t.page };
  const nextTurn = async (): Promise<void> => {
    await context.nextTurn();
    requireReader(response);
  };
  return writePdf({ texts, layout, write, nextTurn, whenLaidOut });
}
