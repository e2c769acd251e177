// How long readings are kept as they were sent, and by hours (docs/measurements.md). Days are kept for ever.
import { DAY_MS } from '../shared/days.js';

/** The partitioned tables of readings. */
type Kept = 'raw' | 'hours';

/** Creates the partitions of the next weeks, and drops those that are too old. */
const keepReadings = ({ raw, hours }: Record<Kept, number>): string =>
  `select raw_since as raw, hours_since as hours from keep_readings(${raw}, ${hours})`;
/** For the migration that creates the function: nobody else drops partitions, and the first start finds those of the default settings. */
export const BEGIN_READINGS = [
  'revoke execute on function keep_readings from public',
  keepReadings({ raw: 90, hours: 730 }),
];

export class ReadingRetention {
  private first: Record<Kept, number> = { raw: 0, hours: 0 };

  readonly days: Record<Kept, number>;

  /** @param seconds how long each table is kept */
  constructor({ raw, hours }: Record<Kept, number>) {
    this.days = { raw: Math.floor((raw * 1000) / DAY_MS), hours: Math.floor((hours * 1000) / DAY_MS) };
  }

  /** Keeps the partitions. A longer time than before holds for what has not been dropped yet. */
  async keep(pool: { query(text: string): Promise<{ rows: Record<Kept, string>[] }> }): Promise<void> {
    const { rows } = await pool.query(keepReadings(this.days));
    const { raw, hours } = rows[0]!;
    this.first = { raw: Date.parse(raw), hours: Date.parse(hours) };
  }

  /** The time since which a table has everything. A day less than is kept: a partition is dropped as a whole. */
  since(table: Kept, now = Date.now()): number {
    return Math.max(this.first[table], now - (this.days[table] - 1) * DAY_MS);
  }
}
