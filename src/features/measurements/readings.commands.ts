// What devices measure. A reading has no id: it is known by its series (a hive and what is measured) and its time (docs/measurements.md).
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { createMessage, type MessageText, toMessage } from '../../messages/message.js';
import { DAY_MS } from '../../shared/days.js';
import { groupBy } from '../../shared/group-by.js';
import { isUuid } from '../../shared/text.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { findMeasuredProblem, type Measured, quantityOf } from './measured-values.rules.js';
import { Measurement } from './measurement.entity.js';
import { MeasurementKind, toStored, unitOf } from './measurement.enums.js';
import type { RecordedReadings } from './readings.inputs.js';
import * as sql from './readings-sql.rules.js';
import { judgeSwarms, MAX_AHEAD_MS, type Run, runIn } from './series.commands.js';

/** A reading that was understood, with its number from 1 among those that were sent. */
export interface NumberedReading extends Measured {
  line: number;
  beehiveId?: string | null | undefined;
  measuredAt?: Date | null | undefined;
}
/** What was not recorded. */
export interface Refusal {
  line: number;
  field: string | null;
  message: MessageText;
}

const MAX_REFUSALS_SHOWN = 100;
const NO_PARTITION = '23514';
const DEADLOCK_DETECTED = '40P01';
const SERIES_DELETED = 'SERIES_DELETED';
const MAX_ATTEMPTS = 3;

interface Hive {
  id: string;
  ownerId: string;
  createdAt: string;
  /** The end of the day of its end. */
  endedAt: string | null;
}
/** A reading that can be recorded, unless its hour or its hive has too many. */
interface Accepted {
  line: number;
  hive: Hive;
  kind: MeasurementKind;
  quantity: string;
  customUnit: string;
  measuredAt: Date;
  value: number;
}

/**
 * Records what it can of a batch, in any order, once however often it is sent.
 * @param refusals what could not be read at all
 * @throws BAD_USER_INPUT if nothing of it can be recorded
 */
export async function recordReadings(
  context: Context,
  sent: readonly NumberedReading[],
  refusals: Refusal[] = [],
): Promise<RecordedReadings> {
  const hives = await findHives(context, sent);
  const now = new Date();
  const since = context.settings.retention.since('raw', now.getTime());
  const accepted = new Map<string, Accepted>();
  let repeatedCount = 0;
  for (const reading of sent) {
    const { line } = reading;
    const read = readReading(reading, hives.get(hiveOf(context, reading) ?? ''), { now, since });
    if ('message' in read) {
      refusals.push({ line, ...read });
      continue;
    }
    const key = `${keyOf(read)}\n${read.measuredAt.getTime()}`;
    const same = accepted.get(key);
    if (!same) accepted.set(key, read);
    else if (same.value === read.value && reading.measuredAt != null) repeatedCount++;
    else refusals.push({ line, field: 'measuredAt', message: 'is the time of another reading of the request' });
  }
  const { recorded, refused } = await store(context, [...accepted.values()]);
  refusals.push(...refused);
  if (accepted.size === refused.length && refusals.length > 0) throw refuseAll(refusals);
  const { language } = context.requestLog;
  return {
    recordedCount: recorded,
    knownCount: accepted.size + repeatedCount - recorded - refused.length,
    refusedCount: refusals.length,
    refused: firstOf(refusals).map((one) => ({ ...one, message: toMessage(one.message).in(language) })),
  };
}

const firstOf = (refusals: Refusal[]): Refusal[] =>
  refusals.sort((a, b) => a.line - b.line).slice(0, MAX_REFUSALS_SHOWN);

const refuseAll = (refusals: Refusal[]): AppError =>
  AppError.badInput(
    firstOf(refusals).map(({ line, field, message }) => ({
      field: `readings.${line - 1}${field === null ? '' : `.${field}`}`,
      message,
    })),
  );

/** Names contain no line breaks. */
const keyOf = ({ hive, kind, quantity, customUnit }: Omit<Accepted, 'line' | 'measuredAt' | 'value'>): string =>
  [hive.id, kind, quantity, customUnit].join('\n');

/** Those that the account may write, and the token, if it is limited to some. */
async function findHives(context: Context, sent: readonly NumberedReading[]): Promise<Map<string, Hive>> {
  const ids = new Set(sent.flatMap((one) => hiveOf(context, one) ?? []));
  const allowed = context.viewer.token?.beehiveIds;
  const wanted = [...ids].filter((id) => isUuid(id) && (!allowed || allowed.includes(id)));
  if (wanted.length === 0) return new Map();
  const rows = (await context.access.execute(
    Beehive,
    ({ table, ownership, bind }) =>
      `select b.id, b.owner_id as "ownerId", b.created_at as "createdAt", (b.ended_on + 1)::timestamp at time zone a.time_zone as "endedAt"
       from (select * from ${table} where id = any(${bind(wanted)}) and ${ownership}) b join apiaries a on a.id = b.apiary_id`,
    roleTo('create', Measurement),
  )) as unknown as Hive[];
  return new Map(rows.map((row) => [row.id, row]));
}

function hiveOf({ viewer }: Context, { beehiveId }: NumberedReading): string | undefined {
  const { beehiveIds = [] } = viewer.token ?? {};
  return beehiveId?.toLowerCase() ?? (beehiveIds.length === 1 ? beehiveIds[0] : undefined);
}

/** @param since older readings would be summarized twice if they were sent twice */
function readReading(
  reading: NumberedReading,
  hive: Hive | undefined,
  { now, since }: { now: Date; since: number },
): Accepted | Omit<Refusal, 'line'> {
  if (!hive) {
    const message = reading.beehiveId == null ? 'is required' : 'is not the id of a hive that you may write';
    return { field: 'beehiveId', message };
  }
  const problem = findMeasuredProblem(reading);
  if (problem) return problem;
  const { line, kind, unit, value } = reading;
  const measuredAt = reading.measuredAt ?? now;
  if (measuredAt.getTime() > now.getTime() + MAX_AHEAD_MS)
    return { field: 'measuredAt', message: 'must not be in the future' };
  if (measuredAt.getTime() < since) {
    const max = Math.floor((now.getTime() - since) / DAY_MS);
    return { field: 'measuredAt', message: createMessage('must not be more than {max} days ago', { max }) };
  }
  if (hive.endedAt !== null && measuredAt.getTime() >= Date.parse(hive.endedAt))
    return { field: 'measuredAt', message: 'is after the end of the hive' };
  const { quantity, customUnit } = quantityOf(reading);
  const series = { kind, quantity: quantity ?? '', customUnit: customUnit ?? '' };
  return { line, hive, ...series, measuredAt, value: toStored(value, unit ?? unitOf(kind)) };
}

interface Stored {
  recorded: number;
  refused: Refusal[];
}

/** @returns the rest as refused: of hours and hives that have too many */
async function store(context: Context, readings: readonly Accepted[]): Promise<Stored> {
  if (readings.length === 0) return { recorded: 0, refused: [] };
  for (let attempt = 1; ; attempt++) {
    try {
      return await unitOfWork(context, () => record(context, readings));
    } catch (error) {
      const { code } = error as { code?: string };
      const isRetried = code === NO_PARTITION || code === DEADLOCK_DETECTED || code === SERIES_DELETED;
      if (attempt === MAX_ATTEMPTS || !isRetried) throw error;
      // Partitions are missing if the job has not run for weeks.
      if (code === NO_PARTITION) await context.settings.retention.keep(context.pool);
    }
  }
}

async function record(context: Context, readings: readonly Accepted[]): Promise<Stored> {
  const run = runIn(context);
  const byKey = new Map(readings.map((one) => [keyOf(one), one]));
  const all = [...byKey.values()];
  const columns = [
    all.map(({ hive }) => hive.id),
    all.map(({ hive }) => hive.createdAt),
    ...(['kind', 'quantity', 'customUnit'] as const).map((name) => all.map((one) => one[name])),
  ];
  const [found] = await run<{ count: number }>(sql.COUNT_SERIES, columns);
  if (found!.count < all.length) {
    await run(sql.LOCK_HIVES, columns.slice(0, 1));
    await run(sql.ADD_SERIES, [...columns, all.map(({ hive }) => hive.ownerId)]);
  }
  const series = await run<{ id: string; beehiveId: string } & Omit<Accepted, 'hive'>>(sql.LOCK_SERIES, columns);
  if (found!.count === all.length && series.length < all.length)
    throw Object.assign(new Error('A series was deleted meanwhile'), { code: SERIES_DELETED });
  const ids = new Map(
    series.map(({ id, beehiveId, ...one }) => [keyOf({ ...one, hive: { id: beehiveId } as Hive }), id]),
  );
  const known = readings.filter((one) => ids.has(keyOf(one)));
  const tooManySeries = createMessage('a hive can have {max} quantities of its own at most', {
    max: sql.MAX_CUSTOM_QUANTITIES,
  });
  const refused: Refusal[] = readings
    .filter((one) => !ids.has(keyOf(one)))
    .map(({ line }) => ({ line, field: 'quantity', message: tooManySeries }));
  const [row] = await run<{ recorded: number; excess: number[] }>(sql.RECORD, [
    known.map(({ line }) => line),
    known.map((one) => ids.get(keyOf(one))),
    known.map(({ measuredAt }) => measuredAt),
    known.map(({ value }) => value),
  ]);
  const tooManyReadings = createMessage('is in an hour that has {max} readings of the kind already', {
    max: sql.MAX_PER_HOUR,
  });
  refused.push(...row!.excess.map((line) => ({ line, field: 'measuredAt', message: tooManyReadings })));
  if (row!.recorded > 0) await summarize(run, known, (one) => ids.get(keyOf(one))!);
  return { recorded: row!.recorded, refused };
}

async function summarize(
  run: Run,
  readings: readonly Accepted[],
  seriesOf: (reading: Accepted) => string,
): Promise<void> {
  const batch = [...groupBy(readings, seriesOf)];
  const ids = (series: typeof batch): string[] => series.map(([id]) => id);
  const lengths = batch.map(([, all]) => all.length);
  const owners = batch.map(([, all]) => all[0]!.hive.ownerId);
  await run(sql.SUMMARIZE_SERIES, [ids(batch), lengths, owners]);
  const weights = batch.filter(([, all]) => all[0]!.kind === MeasurementKind.WEIGHT);
  if (weights.length === 0) return;
  const times = weights.map(([, all]) => all.map(({ measuredAt }) => measuredAt.getTime()).sort((a, b) => a - b));
  const [first, last] = [0, -1].map((place) => times.map((own) => new Date(own.at(place)!)));
  const judged = await run<{ id: string; isOpen: boolean }>(sql.JUDGE_WEIGHTS, [ids(weights), first, last]);
  const open = judged.flatMap(({ id, isOpen }) => (isOpen ? id : []));
  if (open.length > 0) await judgeSwarms(run, open);
}
