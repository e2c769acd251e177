// Keeps the tables of readings as a job: their partitions, and what is left of hives that are gone.
import type { Pool } from 'pg';
import type { ReadingRetention } from '../database/reading-retention.js';
import { PacedPieces } from './paced-pieces.js';

/** A hive that has been deleted can be restored, with its readings, for 30 days. */
const NOTE_MISSING = `
  with changed as materialized (
    select s.id, b.id is null as is_missing from readings.series s
      left join beehives b on b.id = s.beehive_id and b.created_at = s.beehive_created_at
    where (b.id is null) <> (s.missing_since is not null) order by s.beehive_id, s.kind, s.quantity, s.custom_unit for no key update of s skip locked)
  update readings.series s set missing_since = case when is_missing then now() end from changed where changed.id = s.id`;
/** With its account, nothing can be restored. */
const FIND_GONE = `
  select id from readings.series s where missing_since < now() - interval '31 days'
    or missing_since is not null and not exists (select 1 from users u where u.id = s.owner_id) limit 1`;
const TIMES = { raw: 'measured_at', hours: 'hour', days: 'day' };
const deletePiece = (table: string, time: string): string => `
  delete from readings.${table} where series_id = $1 and ${time} = any(array(
    select ${time} from readings.${table} where series_id = $1 limit $2))`;

export class KeptReadings {
  constructor(
    private readonly pool: Pool,
    private readonly retention: ReadingRetention,
  ) {}

  /** Each step does not depend on the others. @returns how many series were deleted */
  async keep(signal = new AbortController().signal): Promise<number> {
    const partitions = this.retention.keep(this.pool).catch((error: unknown) => error);
    await this.pool.query(NOTE_MISSING);
    const count = await this.deleteGone(signal);
    const failure = await partitions;
    if (failure instanceof Error) throw failure;
    return count;
  }

  private async deleteGone(signal: AbortSignal): Promise<number> {
    const pieces = new PacedPieces(signal);
    for (let count = 0; ; count++) {
      const { rows } = await this.pool.query<{ id: string }>(FIND_GONE);
      if (!rows[0] || signal.aborted) return count;
      for (const [table, time] of Object.entries(TIMES))
        for (let isFull = true; isFull; ) {
          const size = pieces.sizeFor(table);
          const deleted = await pieces.run(table, () => this.pool.query(deletePiece(table, time), [rows[0]!.id, size]));
          isFull = deleted.rowCount === size;
        }
      // What arrived meanwhile is found the next time.
      await this.pool.query('delete from readings.series where id = $1', [rows[0].id]);
    }
  }
}
