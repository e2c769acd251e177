// How far an import is, in the database. Whatever is stored is stored for one revision of the import: a client that cancels it, or changes how
// it is read, begins the next one.
import type { Hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { FileProblem } from '../../files/file-line.js';
import { serializeMessage } from '../../shared/message.js';
import type { CheckedRow, CreatedRecord, ImportInfo, RowProblem, RowResult, StoredRow } from './import-source.js';
import type { ImportStatus } from './import-words.js';
import { PARTS, type UndoneRow } from './undo-rows.js';

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
    rows_done as "rowsDone", started_at as "startedAt", finished_at as "finishedAt"
  from imports where id = $1 and revision = $2 and status in ('READING', 'CHECKING', 'RUNNING', 'UNDOING')`;
const ROWS = 'select n, sheet, "row", cells from import_rows where import_id = $1 and n > $2';
const PENDING = `${ROWS} and status = 'PENDING' order by n limit $3`;
const WRITTEN = `
  select n, records from import_rows where import_id = $1 and status = 'DONE'
  order by (records->0->>'entity' = any($3)) is true, n desc limit $2`;
const BYTES = 'select bytes from import_files where import_id = $1 order by at offset $2 limit 1';
const SKIP_PROBLEMS = `
  update import_rows set status = 'SKIPPED', updated_at = now() where import_id = $1 and has_problems and status = 'PENDING'`;
const STORE_CHECKED = `
  update import_rows r set summary = c.summary, problems = c.problems, has_problems = c.problems <> '[]', updated_at = now()
  from jsonb_to_recordset($2) as c (n int, summary text, problems jsonb) where r.import_id = $1 and r.n = c.n`;
const STORE_RESULTS = `
  update import_rows r set status = c.status, records = c.records, updated_at = now(),
    problems = r.problems || c.problems, has_problems = r.has_problems or c.problems <> '[]'
  from jsonb_to_recordset($2) as c (n int, status text, records jsonb, problems jsonb) where r.import_id = $1 and r.n = c.n`;
const STORE_UNDONE = `
  update import_rows r set records = c.records, updated_at = now(),
    status = case when c.records = '[]' then 'UNDONE' else 'KEPT' end
  from jsonb_to_recordset($2) as c (n int, records jsonb) where r.import_id = $1 and r.n = c.n`;

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
    const { rows } = await this.pool.query<OpenImport>(OPEN, [...this.key]);
    return rows[0];
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
    const values = [format, JSON.stringify(details), checksum, JSON.stringify(mapping), rows];
    const isCurrent = await this.update(
      `status = 'CHECKING', format = $3, details = $4, checksum = $5, mapping = $6, rows_total = $7`,
      ...values,
    );
    if (isCurrent) await this.pool.query('delete from import_files where import_id = $1', [this.key[0]]);
    return isCurrent;
  }

  async restart(): Promise<void> {
    await this.update('rows_done = 0, rows_with_problems = 0');
  }

  async rowsAfter(n: number, limit: number): Promise<StoredRow[]> {
    return (await this.pool.query<StoredRow>(`${ROWS} order by n limit $3`, [this.key[0], n, limit])).rows;
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
    const stored = rows.map(({ n, summary, problems }) => ({ n, summary, problems: problems.map(toStored) }));
    await this.pool.query(STORE_CHECKED, [this.key[0], JSON.stringify(stored)]);
    const withProblems = rows.filter(({ problems }) => problems.length > 0).length;
    return this.update('rows_done = $3, rows_with_problems = rows_with_problems + $4', last, withProblems);
  }

  async storeResults(rows: RowResult[], last: number): Promise<boolean> {
    const stored = rows.map(({ n, status, problem, records }) => ({
      n,
      status,
      records,
      problems: problem ? [toStored(problem)] : [],
    }));
    await this.pool.query(STORE_RESULTS, [this.key[0], JSON.stringify(stored)]);
    const refused = rows.filter(({ problem }) => problem).length;
    const created = rows.reduce((sum, { records }) => sum + records.length, 0);
    const isCurrent = await this.update(
      'rows_done = $3, rows_with_problems = rows_with_problems + $4, records_created = records_created + $5',
      last,
      refused,
      created,
    );
    // It was canceled meanwhile: what these rows have written is its own, too.
    if (!isCurrent) await this.pool.query('update imports set finished_at = now() where id = $1', [this.key[0]]);
    return isCurrent;
  }

  async storeUndone(rows: UndoneRow[]): Promise<boolean> {
    const stored = rows.map(({ n, kept }) => ({ n, records: kept }));
    await this.pool.query(STORE_UNDONE, [this.key[0], JSON.stringify(stored)]);
    const gone = rows.reduce((sum, { removed }) => sum + removed, 0);
    return this.update('rows_done = rows_done + $3, records_created = records_created - $4', rows.length, gone);
  }

  async finish(status: ImportStatus): Promise<void> {
    await this.update(`status = $3, finished_at = ${END_TIME}`, status);
  }

  /** Keeps the first problem. */
  async fail(problem: FileProblem): Promise<void> {
    await this.update(
      `status = 'FAILED', problem = $3, finished_at = coalesce(finished_at, ${END_TIME})`,
      JSON.stringify(problem),
    );
    await this.pool.query('delete from import_files where import_id = $1', [this.key[0]]);
  }
}

/** Of what the import has written, nothing has a later time. */
const END_TIME = 'clock_timestamp()';

const toStored = ({ message, ...problem }: RowProblem): object => ({ ...problem, message: serializeMessage(message) });
