// A row of a count of mites: as a number on a number of bees or days, in percent, or per day.
import { MiteCountMethod } from '../../treatments/mite-count.entity.js';
import { RecordMiteCountInput } from '../../treatments/mite-counts.inputs.js';
import { make } from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { dayOf, notesOf, numberOf, type SheetRow, textOf, unitOf } from './row-values.js';

/** A number with decimals is one of more bees, or days: 2.5 on 100 are 25 on 1,000. */
function asCounted(number: number, of: number): { mites: number; of: number } {
  let factor = 1;
  while (factor < 1000 && Math.abs(Math.round(number * factor) - number * factor) > 1e-9 * factor) factor *= 10;
  return { mites: Math.round(number * factor), of: of * factor };
}

const SAMPLES: Readonly<Record<string, number>> = { PER_100_BEES: 100, PER_300_BEES: 300 };

/** How the mites of a row were counted: as it says, or as their unit does, or as is usual. */
export function countMethodOf(row: SheetRow): MiteCountMethod {
  const unit = unitOf(row, 'mites');
  const stated = textOf(row, 'countMethod') as MiteCountMethod | undefined;
  const isOfDays = unit === 'PER_DAY' || periodOf(unit) !== undefined;
  if (isOfDays || (!stated && !numberOf(row, 'bees') && numberOf(row, 'days') !== undefined))
    return MiteCountMethod.STICKY_BOARD;
  return stated ?? MiteCountMethod.ALCOHOL_WASH;
}

export function miteCountInput(row: SheetRow, beehiveId: string): RecordMiteCountInput {
  refuseUnknownMethod(row);
  const [mites, unit] = [numberOf(row, 'mites')!, unitOf(row, 'mites')];
  const [bees, days] = [numberOf(row, 'bees'), numberOf(row, 'days')];
  const method = countMethodOf(row);
  const isBoard = method === MiteCountMethod.STICKY_BOARD;
  const counted = isBoard ? countedOnBoard(mites, unit, days) : countedInSample(mites, unit, bees);
  if (!counted) {
    const problem = isBoard
      ? 'It is not known in how many days the mites fell'
      : 'It is not known on how many bees the mites were';
    throw new RowRefusal('mites', problem);
  }
  return make(RecordMiteCountInput, {
    beehiveId,
    countedOn: dayOf(row, 'date'),
    method,
    mites: counted.mites,
    [isBoard ? 'days' : 'bees']: counted.of,
    notes: notesOf(row),
  });
}

/** What is written of how they were counted is not replaced with what is usual. */
function refuseUnknownMethod(row: SheetRow): void {
  const column = row.columns.find(({ field }) => field === 'countMethod');
  if (column && row.extra.some(({ heading }) => heading === column.heading))
    throw new RowRefusal('countMethod', 'It is not known how the mites were counted');
}

/** The days in which the mites fell, as the heading or the value says: `PER_3_DAYS`. */
function periodOf(unit: string | undefined): number | undefined {
  const [, days] = /^PER_(\d+)_DAYS$/.exec(unit ?? '') ?? [];
  return days === undefined ? undefined : Number(days);
}

function countedOnBoard(mites: number, unit: string | undefined, days: number | undefined) {
  if (unit === 'PER_DAY') return asCounted(mites, 1);
  const period = periodOf(unit) ?? days;
  // A column of days may say otherwise than the heading of the mites.
  const isKnown = period !== undefined && (days ?? period) === period && Number.isInteger(mites);
  return isKnown ? { mites, of: period } : undefined;
}

function countedInSample(mites: number, unit: string | undefined, bees: number | undefined) {
  if (unit === undefined) return bees === undefined ? undefined : { mites, of: bees };
  // A share of the sample that was counted, if it is a whole number of mites.
  const counted = bees === undefined ? Number.NaN : (mites * bees) / SAMPLES[unit]!;
  return bees !== undefined && Math.abs(counted - Math.round(counted)) < 1e-9
    ? { mites: Math.round(counted), of: bees }
    : asCounted(mites, SAMPLES[unit]!);
}
