// Changes series as a whole: what their weights mean, and what is deleted of them.
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { DAY_MS } from '../../shared/days.js';
import { SWARM_DAYS } from '../../shared/readings.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { findQuantityProblem, quantityOf } from './measured-values.rules.js';
import { MeasurementKind } from './measurement.enums.js';
import type { DeletedReadings, DeleteReadingsInput } from './readings.inputs.js';
import * as sql from './readings-sql.rules.js';

export type Run = <R = unknown>(text: string, values: unknown[]) => Promise<R[]>;
/** Runs the statements of readings-sql.rules.ts. */
export const runIn =
  (context: Context): Run =>
  (text, values) =>
    runStatement(context, { text, values });

/** The clocks of devices are not exact. */
export const MAX_AHEAD_MS = 3_600_000;

/** Finds the last swarm of the days in which one is work. */
export async function judgeSwarms(run: Run, series: string[]): Promise<void> {
  const [first, last] = [Date.now() - SWARM_DAYS * DAY_MS, Date.now() + MAX_AHEAD_MS].map((time) => new Date(time));
  await run(sql.JUDGE_WEIGHTS, [series, series.map(() => first), series.map(() => last)]);
}

/** @throws NOT_FOUND and FORBIDDEN as a deletion of the hive; BAD_USER_INPUT */
export async function deleteReadings(context: Context, input: DeleteReadingsInput): Promise<DeletedReadings> {
  const problem = findQuantityProblem(input);
  if (problem) throw AppError.badInput([problem]);
  const { beehiveId } = input;
  const { kind, quantity, customUnit } = quantityOf(input);
  const from = input.from ?? new Date(0);
  const before = input.before ?? new Date(Date.now() + 2 * MAX_AHEAD_MS);
  if (from >= before) throw AppError.badInput([{ field: 'before', message: 'must be after the beginning' }]);
  const { createdAt } = await context.access.one(Beehive, beehiveId, ['createdAt'], roleTo('delete', Beehive));
  const run = runIn(context);
  // As what adds series to a hive.
  await run(sql.LOCK_HIVES, [[beehiveId]]);
  const key = [beehiveId, createdAt, kind, quantity ?? '', customUnit ?? ''];
  const [series] = await run<{ id: string }>(sql.LOCK_ONE_SERIES, key);
  if (!series) return { deletedCount: 0 };
  const { id } = series;
  const count = async (): Promise<number> => (await run<{ count: number }>(sql.COUNT_READINGS, [id]))[0]!.count;
  const counted = await count();
  const [raw] = await run<{ count: number }>(sql.DELETE_RAW, [id, from, before]);
  for (const [unit, complete] of [
    ['hour', 'raw'],
    ['day', 'hours'],
  ] as const)
    for (const text of sql.writeSummariesAgain(unit))
      await run(text, [id, from, before, new Date(context.settings.retention.since(complete))]);
  await run(sql.SUMMARIZE_LEFT, [id, raw!.count]);
  if (kind === MeasurementKind.WEIGHT) await judgeSwarms(run, [id]);
  await run(sql.DELETE_EMPTY, [id]);
  return { deletedCount: counted - (await count()) };
}
