// Goes on with imports in the background: reads a file, checks its rows, writes them, or removes what they have written, in pieces that are
// stored as they are done. What a process leaves undone, another one goes on with.
import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context, Services } from '../../context.js';
import { insertRows } from '../../database/insert-rows.js';
import { asAppError } from '../../errors.js';
import type { Cell, FileFormat, FileLine, FileProblem } from '../../formats/file-line.js';
import { readFile } from '../../formats/read-file.js';
import { IMPORTS } from '../../maintenance/import-step.js';
import { ImportStatus } from './import.enums.js';
import { ImportRow } from './import-row.entity.js';
import type { ImportSource, SheetSample } from './import-source.types.js';
import { ImportProgress, type OpenImport, Superseded } from './progress.commands.js';
import { remember } from './remembered-mapping.queries.js';
import { fillDittos } from './sheets/ditto.js';
import { undoRows } from './undo-rows.commands.js';
import { IMPORT_REQUEST, RESTORE_REQUEST, UNDO_REQUEST } from './undone.queries.js';

const INSERTED_ROWS = 500;
/** What is inserted at once, and the samples of all sheets, are in memory. */
const MAX_HELD_CHARACTERS = 2_000_000;
const MAX_SAMPLED_CHARACTERS = 10_000_000;
const CHECKED_ROWS = 100;
const WRITTEN_ROWS = 50;
/** Rows of a sheet from which its columns are recognized. */
const SAMPLE_ROWS = 500;
/** With later ones whose days say whether the day or the month is first. */
const MAX_SAMPLE_ROWS = 1500;
/** Imports take turns. */
const TURN_MS = 20_000;
/** Codes and reasons of errors that another try may not have, such as a deadlock with a request. */
const TRANSIENT = ['UNAVAILABLE', 'RATE_LIMITED', 'CHANGED_CONCURRENTLY'];

/** Returns what writes the rows of a format. */
export type SourceOf = (format: FileFormat) => ImportSource;

const NUMERIC_DAY = /^\s{0,9}(\d{1,2})[./-](\d{1,2})[./-]\d{2}/;
function isSample(cells: readonly Cell[], known: number): boolean {
  if (known < SAMPLE_ROWS) return true;
  const isDecisive = (cell: Cell): boolean => {
    const [, first, second] = (typeof cell === 'string' && NUMERIC_DAY.exec(cell)) || [];
    return Number(first) > 12 || Number(second) > 12;
  };
  return known < MAX_SAMPLE_ROWS && cells.some(isDecisive);
}

/** The id of the request that the log has of what a step writes; undefined for a random one. */
function requestOf({ id, status, format }: OpenImport): string | undefined {
  if (status === ImportStatus.UNDOING) return `${UNDO_REQUEST}${id}`;
  if (format === 'ARCHIVE') return `${RESTORE_REQUEST}${id}`;
  return status === ImportStatus.RUNNING ? `${IMPORT_REQUEST}${id}` : undefined;
}

export class Imports {
  constructor(
    private readonly services: Pick<Services, 'pool' | 'sessions' | 'jobs' | 'log'>,
    /** Returns a context without a client. */
    private readonly newContext: (requestId?: string) => Context,
    private readonly sourceOf: SourceOf,
  ) {}

  /** The function of the job. A job of an earlier revision does nothing. */
  async goOn(job: { import: string; revision: number }, signal: AbortSignal): Promise<void> {
    const progress = new ImportProgress(this.services.pool, job);
    const opened = await progress.open();
    if (!opened) return;
    try {
      const context = this.newContext(requestOf(opened));
      context.startWriting();
      const again = await this.step(context, opened, progress, signal);
      if (again) await this.services.jobs.addNow(IMPORTS, job);
    } catch (error) {
      if (error instanceof Superseded) return;
      const { code, reason } = asAppError(error)?.extensions ?? {};
      if (signal.aborted || [code, reason].some((one) => one && TRANSIENT.includes(one))) throw error;
      await progress.fail({ code: 'INTERRUPTED' });
      this.services.log.error({ err: error, import: job.import }, 'an import failed');
    }
  }

  /** The end of a job in which two processes have died. */
  async giveUp(job: { import: string; revision: number }): Promise<void> {
    const progress = new ImportProgress(this.services.pool, job);
    if (await progress.open()) await progress.fail({ code: 'SERVICE_DIED' });
  }

  /** @returns whether there is more to do */
  private async step(
    context: Context,
    opened: OpenImport,
    progress: ImportProgress,
    signal: AbortSignal,
  ): Promise<boolean> {
    const actAgain = async (): Promise<void> => {
      signal.throwIfAborted();
      await context.nextTurn();
      // What the account may do can change while an import goes on.
      context.actAs(await this.services.sessions.account(opened.userId, opened.id));
    };
    await actAgain();
    if (opened.status === ImportStatus.READING) {
      if (!(await this.read(context, opened, progress, signal))) return false;
      await this.check(context, (await progress.open())!, progress, actAgain);
    } else if (opened.status === ImportStatus.CHECKING) await this.check(context, opened, progress, actAgain);
    else if (opened.status === ImportStatus.RUNNING) return this.run(context, opened, progress, actAgain);
    else if (opened.status === ImportStatus.UNDOING) return this.undo(context, opened, progress, actAgain);
    return false;
  }

  /** @returns whether the file could be read */
  private async read(
    context: Context,
    { id, userId, fileName }: OpenImport,
    progress: ImportProgress,
    signal: AbortSignal,
  ): Promise<boolean> {
    const hash = createHash('sha256');
    const samples: SheetSample[] = [];
    let file: Extract<FileLine, { type: 'file' }> | undefined;
    let above: Cell[] = [];
    let waiting: object[] = [];
    let total = 0;
    let held = 0;
    let sampled = 0;
    await progress.forgetRows();
    const store = async (): Promise<void> => {
      if (waiting.length > 0) await insertRows(context, context.table(ImportRow), waiting);
      waiting = [];
      held = 0;
    };
    for await (const line of readFile(progress.readBytes(hash), fileName, signal)) {
      if (line.type === 'problem') {
        const { type: _, ...problem } = line;
        await progress.fail(problem);
        return false;
      }
      if (line.type === 'file') file = line;
      else if (line.type === 'sheet') {
        const { sheet, name, headings, titles = [] } = line;
        above = [];
        samples[sheet] = { sheet, name, titles, headings, rows: [] };
      } else {
        const { sheet, row } = line;
        const cells = Array.isArray(line.cells) ? fillDittos(line.cells, above) : line.cells;
        if (Array.isArray(cells)) above = cells;
        const { length } = JSON.stringify(cells);
        held += length;
        const sample = samples[sheet]!.rows;
        if (Array.isArray(cells) && isSample(cells, sample.length) && sampled < MAX_SAMPLED_CHARACTERS) {
          sample.push({ row, cells });
          sampled += length;
        }
        total += 1;
        const now = new Date();
        waiting.push({ id: uuidv7(), createdAt: now, updatedAt: now, import: id, n: total, sheet, row, cells });
        if (waiting.length === INSERTED_ROWS || held > MAX_HELD_CHARACTERS) await store();
      }
    }
    await store();
    if (!file || total === 0) return progress.fail({ code: 'EMPTY' } satisfies FileProblem).then(() => false);
    const { format, details } = file;
    const info = { id, format, details, checksum: hash.digest('hex') };
    const sheets = samples.filter(Boolean);
    const choices = format === 'ARCHIVE' ? undefined : await remember(this.services.pool, userId, sheets);
    const mapping = await this.sourceOf(format).detect(context, sheets, info, choices);
    return progress.finishReading({ ...info, mapping }, total);
  }

  private async check(
    context: Context,
    opened: OpenImport,
    progress: ImportProgress,
    actAgain: () => Promise<void>,
  ): Promise<void> {
    const state = {};
    await progress.restart(opened.mapping);
    for (let last = 0; ; ) {
      await actAgain();
      const rows = await progress.rowsAfter(last, CHECKED_ROWS);
      if (rows.length === 0) return progress.finishChecking();
      last = rows.at(-1)!.n;
      const checked = await this.sourceOf(opened.format).check(context, opened, rows, state);
      if (!(await progress.storeChecked(checked, last))) return;
    }
  }

  private async run(
    context: Context,
    opened: OpenImport,
    progress: ImportProgress,
    actAgain: () => Promise<void>,
  ): Promise<boolean> {
    const ends = performance.now() + TURN_MS;
    const source = this.sourceOf(opened.format);
    await progress.skipProblems();
    try {
      for (let last = opened.rowsDone; ; ) {
        await actAgain();
        const rows = await progress.pendingAfter(last, WRITTEN_ROWS);
        if (rows.length === 0) break;
        last = rows.at(-1)!.n;
        const results = await source.run(context, opened, rows, progress.together(context));
        if (!(await progress.storeResults(results, last))) return false;
        if (performance.now() > ends) return true;
      }
    } finally {
      // Also after a cancellation.
      await source.finish?.(context);
    }
    await progress.finish(ImportStatus.DONE);
    return false;
  }

  private async undo(
    context: Context,
    opened: OpenImport,
    progress: ImportProgress,
    actAgain: () => Promise<void>,
  ): Promise<boolean> {
    const ends = performance.now() + TURN_MS;
    const times = {
      startedAt: opened.startedAt!,
      finishedAt: opened.finishedAt!,
      isRestored: opened.format === 'ARCHIVE',
    };
    for (;;) {
      await actAgain();
      const rows = await progress.lastWritten(WRITTEN_ROWS);
      if (rows.length === 0) {
        await progress.finish(ImportStatus.UNDONE);
        return false;
      }
      const undone = await undoRows(context, times, rows);
      if (!(await progress.storeUndone(undone))) return false;
      if (performance.now() > ends) return true;
    }
  }
}
