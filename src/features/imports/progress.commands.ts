// How far an import is, in the database. Whatever is stored is stored for one revision of the import: a client that cancels it, or changes how
// it is read, begins the next one.
import type { Hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { cutTexts, type FileProblem, storable } from '../../formats/file-line.js';
import { serializeMessage } from '../../messages/message.js';
import { COUNT_QUESTIONS, FILL_BELOW } from './checked-rows.queries.js';
import type { ImportStatus } from './import.enums.js';
import {
  type CheckedRow,
  type CreatedRecord,
  fieldsBelow,
  type ImportInfo,
  type RowProblem,
  type RowResult,
  type SheetMapping,
  type StoredRow,
  type WriteTogether,
} from './import-source.types.js';
import { PARTS, type UndoneRow } from './undo-rows.commands.js';

export interface OpenImport extends ImportInfo {
  userId: string;
  fileName: string;
  status: ImportStatus;
  rowsDone: number;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const OPEN = `
  select id, user_id as "userId", file_name as "fileName", status, format, checksum, details, coalesce(mapping, '[]') as mapping,
    rows_done as "rowsDone", started_at as "startedAt", finished_at as "finishedAt", (select count(*)::int from imports other
      where other.user_id = imports.user_id and other.checksum = imports.checksum and other.status = 'UNDONE') as undone
  from imports where id = $1 and revision = $2 and status in ('READING', 'CHECKING', 'RUNNING', 'UNDOING')`;
/** Longer than a name: it has what is stored of the row. */
const MAX_SUMMARY = 500;
/** The size of the rows that are in memory at once. */
const MAX_CHARACTERS = 4_000_000;
/** The first rows, in their order, that fit into memory together; one at least. @param where their condition @param limit a parameter */
export const firstRows = (where: string, limit: string): string => `
  select n, sheet, "row", cells, above, key, questions::text like '%.EXISTING"%' as asked, (extract(epoch from updated_at) * 1000)::float8 as "checkedAt" from (
    select *, sum(length) over (order by n) - length as before from (
      select n, sheet, "row", cells, above, key, questions, updated_at, length(cells::text) as length from import_rows where ${where} order by n limit ${limit}) one) all_of_them
  where before < ${MAX_CHARACTERS} order by n`;
const ROWS = firstRows('import_id = $1 and n > $2', '$3');
const PENDING = firstRows(`import_id = $1 and n > $2 and status = 'PENDING'`, '$3');
const WRITTEN = `
  select n, records from import_rows where import_id = $1 and status = 'DONE'
  order by (records->0->>'entity' = any($3)) is true, n desc limit $2`;
export const FORGET_FILE = 'delete from import_files where import_id = $1';
const BYTES = 'select bytes from import_files where import_id = $1 order by at offset $2 limit 1';
const SKIP_PROBLEMS = `
  update import_rows set status = 'SKIPPED', updated_at = now() where import_id = $1 and has_problems and status = 'PENDING'`;
/** Two imports of an account write by turns: what both name is created by one of them. */
const TAKE_TURN = `select pg_advisory_xact_lock(hashtextextended('imports ' || user_id, 0)) from imports where id = $1`;
/** Whoever cancels or deletes the import waits for what is being written, and nothing is written afterwards. */
const LOCK = `
  select count(*)::int as pending from import_rows where import_id = (
    select id from imports where id = $1 and revision = $2 and status = 'RUNNING' for no key update)
  and n = any($3) and status = 'PENDING'`;
/** What was begun for an earlier revision must not replace what is of this one. */
const CURRENT =
  'with current as materialized (select id from imports where id = $1 and revision = $2 for no key update)';
const STORE_CHECKED = `${CURRENT}
  update import_rows r set summary = c.summary, problems = c.problems, has_problems = c.problems <> '[]', remarks = c.remarks,
    questions = c.questions, key = c.key, updated_at = now()
  from current, jsonb_to_recordset($3) as c (n int, summary text, problems jsonb, remarks jsonb, questions jsonb, key text)
  where r.import_id = current.id and r.n = c.n`;
/** Rows whose results were stored with what they have written are passed over. */
const STORE_RESULTS = `${CURRENT}, stored as (
    update import_rows r set status = c.status, records = c.records, updated_at = now(),
      problems = r.problems || c.problems, has_problems = r.has_problems or c.problems <> '[]'
    from current, jsonb_to_recordset($3) as c (n int, status text, records jsonb, problems jsonb)
    where r.import_id = current.id and r.n = c.n and r.status = 'PENDING'
    returning jsonb_array_length(c.records) as records, c.problems <> '[]' as refused)
  update imports set updated_at = now(), rows_done = coalesce($4, rows_done),
    rows_with_problems = rows_with_problems + (select count(*) from stored where refused),
    records_created = records_created + (select coalesce(sum(records), 0) from stored)
  where id = $1 and revision = $2 returning 1`;
const STORE_UNDONE = `${CURRENT}
  update import_rows r set records = c.records, updated_at = now(),
    status = case when c.records = '[]' then 'UNDONE' else 'KEPT' end
  from current, jsonb_to_recordset($3) as c (n int, records jsonb) where r.import_id = current.id and r.n = c.n`;

/** The import has another revision, or another process goes on with it. */
export class Superseded extends Error {}

export class ImportProgress {
  private readonly key: readonly [id: string, revision: number];

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    job: { import: string; revision: number },
  ) {
    this.key = [job.import, job.revision];
  }

  /** @returns undefined if there is nothing to do for this revision */
  async open(): Promise<OpenImport | undefined> {
    const { rows } = await this.pool.query<OpenImport & { undone: number }>(OPEN, [...this.key]);
    if (!rows[0]) return undefined;
    const { undone, ...opened } = rows[0];
    // What an undo has removed comes back under other ids: clients that have seen its deletion have no other record under the old ones.
    const origins = Array.from({ length: undone + 1 }, (_, n) => `${opened.checksum}${n === 0 ? '' : `~${n}`}`);
    return { ...opened, checksum: origins.at(-1)!, undone: origins.slice(0, -1) };
  }

  /** @returns whether the import still has the revision */
  private async update(changes: string, ...values: unknown[]): Promise<boolean> {
    const text = `update imports set updated_at = now(), ${changes} where id = $1 and revision = $2`;
    const { rowCount } = await this.pool.query(text, [...this.key, ...values]);
    return rowCount === 1;
  }

  /** The bytes of the file, of which `hash` gets all. */
  async *readBytes(hash: Hash): AsyncGenerator<Uint8Array> {
    for (let i = 0; ; i++) {
      const { rows } = await this.pool.query<{ bytes: Buffer }>(BYTES, [this.key[0], i]);
      if (!rows[0]) return;
      hash.update(rows[0].bytes);
      yield rows[0].bytes;
    }
  }

  async forgetRows(): Promise<void> {
    await this.pool.query('delete from import_rows where import_id = $1', [this.key[0]]);
  }

  async finishReading({ format, details, checksum, mapping }: ImportInfo, rows: number): Promise<boolean> {
    const values = [format, storable(details), checksum, storable(mapping), rows];
    const isCurrent = await this.update(
      `status = 'CHECKING', format = $3, details = $4, checksum = $5, mapping = $6, rows_total = $7`,
      ...values,
    );
    if (isCurrent) await this.pool.query(FORGET_FILE, [this.key[0]]);
    return isCurrent;
  }

  /** Before the rows are checked. */
  async restart(mapping: readonly SheetMapping[]): Promise<void> {
    await this.update('rows_done = 0, rows_with_problems = 0');
    for (const one of mapping)
      for (const field of fieldsBelow(one)) {
        const column = one.columns.find((each) => each.field === field)?.column;
        if (column !== undefined) await this.pool.query(FILL_BELOW, [this.key[0], one.sheet, column - 1, field]);
      }
  }

  async rowsAfter(n: number, limit: number): Promise<StoredRow[]> {
    return (await this.pool.query<StoredRow>(ROWS, [this.key[0], n, limit])).rows;
  }

  async pendingAfter(n: number, limit: number): Promise<StoredRow[]> {
    return (await this.pool.query<StoredRow>(PENDING, [this.key[0], n, limit])).rows;
  }

  /** The rows that have written something, the last one first; those of parts come after all others. */
  async lastWritten(limit: number): Promise<{ n: number; records: CreatedRecord[] }[]> {
    const values = [this.key[0], limit, PARTS];
    return (await this.pool.query<{ n: number; records: CreatedRecord[] }>(WRITTEN, values)).rows;
  }

  async skipProblems(): Promise<void> {
    await this.pool.query(SKIP_PROBLEMS, [this.key[0]]);
  }

  async storeChecked(rows: CheckedRow[], last: number): Promise<boolean> {
    const stored = rows.map(({ problems, remarks, summary, ...row }) => ({
      ...row,
      summary: summary.slice(0, MAX_SUMMARY).toWellFormed(),
      problems: problems.map(toStored),
      remarks: remarks.map(toStored),
    }));
    await this.pool.query(STORE_CHECKED, [...this.key, storable(stored)]);
    const withProblems = rows.filter(({ problems }) => problems.length > 0).length;
    return this.update('rows_done = $3, rows_with_problems = rows_with_problems + $4', last, withProblems);
  }

  /**
   * Writes rows with their results in one transaction: after any interruption, what a row has created is known.
   * @throws Superseded
   */
  together(context: Context): WriteTogether {
    return (rows, work) =>
      unitOfWork(context, async () => {
        await runStatement(context, { text: TAKE_TURN, values: [this.key[0]] });
        const values = [...this.key, rows.map(({ n }) => n)];
        const [locked] = await runStatement<{ pending: number }>(context, { text: LOCK, values });
        if (locked?.pending !== rows.length) throw new Superseded();
        const results = await work();
        await runStatement(context, { text: STORE_RESULTS, values: this.resultsOf(results, null) });
        return results;
      });
  }

  /** Stores the results of rows that have written nothing, and that those before `last` are done. */
  async storeResults(rows: RowResult[], last: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(STORE_RESULTS, this.resultsOf(rows, last));
    return rowCount === 1;
  }

  private resultsOf(rows: RowResult[], last: number | null): unknown[] {
    const stored = rows.map(({ n, status, problem, records }) => ({
      n,
      status,
      records,
      problems: problem ? [toStored(problem)] : [],
    }));
    return [...this.key, storable(stored), last];
  }

  async storeUndone(rows: UndoneRow[]): Promise<boolean> {
    const stored = rows.map(({ n, kept }) => ({ n, records: kept }));
    await this.pool.query(STORE_UNDONE, [...this.key, JSON.stringify(stored)]);
    const gone = rows.reduce((sum, { removed }) => sum + removed, 0);
    return this.update('rows_done = rows_done + $3, records_created = records_created - $4', rows.length, gone);
  }

  async finish(status: ImportStatus): Promise<void> {
    const rows = status === 'DONE' ? 'rows_total' : 'rows_done';
    await this.update(`status = $3, rows_done = ${rows}, finished_at = ${END_TIME}`, status);
  }

  async finishChecking(): Promise<void> {
    await this.update(`status = 'READY', finished_at = ${END_TIME}, asked = ${COUNT_QUESTIONS}`);
  }

  /** Keeps the first problem. */
  async fail(problem: FileProblem): Promise<void> {
    await this.update(
      `status = 'FAILED', problem = $3, finished_at = coalesce(finished_at, ${END_TIME})`,
      storable(problem),
    );
    await this.pool.query(FORGET_FILE, [this.key[0]]);
  }
}

/** Nothing that the import has written has a later time. */
const END_TIME = 'clock_timestamp()';

/** What a row says is in its cells, however long it is; a problem has the beginning. */
function toStored({ message, ...problem }: RowProblem): object {
  const { template, values } = JSON.parse(serializeMessage(message)) as { template: string; values: object };
  return { ...cutTexts(problem), message: JSON.stringify({ template, values: cutTexts(values) }) };
}
