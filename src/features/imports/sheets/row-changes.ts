// What a row says of a record: one that says the same as a record that is there is left out, one that says something else can change it.
import { toSnakeCase } from '../../../shared/text.js';
import { BeehiveStateInput } from '../../beehives/beehives.inputs.js';
import type { DayAndTime } from './days.js';
import { feedingInput } from './feeding-input.js';
import { endOf } from './hive-end.js';
import type { SheetKind } from './kinds.js';
import { miteCountInput } from './mite-count-input.js';
import * as inputs from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { dayOf, type ExtraValue, type SheetRow, textOf, unitOf } from './row-values.js';
import { treatmentInput } from './treatment-input.js';
import { weightInputs, withoutSecrets } from './weight-input.js';

type Stated<T> = { [K in keyof T]?: NonNullable<T[K]> };
/** What the row says of an input: what this service adds for a new record is no change of an old one. */
function statedOf<T extends object>(row: SheetRow, input: T, further: readonly (keyof T)[] = []): Stated<T> {
  const isStated = (name: string): boolean => row.values[inputs.fieldOfInput(row.kind, name)] !== undefined;
  const fields = Object.entries(input).filter(
    ([name, value]) => value !== undefined && (isStated(name) || further.includes(name as keyof T)),
  );
  return Object.fromEntries(fields) as Stated<T>;
}

/** The columns of a record, by their names in the database. */
export type Said = Readonly<Record<string, unknown>>;

/** The notes of a record with what the row says: other notes replace them, and what other columns say is a line more. */
function mergeNotes(row: SheetRow, before: unknown, more: readonly ExtraValue[] = []): string | undefined {
  // What a table of this service says of its own records is not news.
  const isOwn = row.columns.some(({ isLeftOut }) => isLeftOut);
  const extra = [...(isOwn ? [] : row.extra), ...more];
  const known = (before as string | null) ?? undefined;
  const stated = textOf(row, 'notes');
  const has = (text: string | undefined, part: string): boolean =>
    part.split('\n').every((line) => (text ?? '').split('\n').includes(line));
  const base = stated === undefined || has(known, stated) ? known : stated;
  const lines = extra.map(({ heading, text }) => `${heading}: ${text}`).filter((line) => !has(base, line));
  return [base, ...lines].filter((line) => line !== undefined).join('\n') || undefined;
}

/** By kind, the values of the record's properties that a row states. @throws RowRefusal, BAD_USER_INPUT */
export const CHANGES = {
  HIVES(row: SheetRow, said: Said) {
    const { lostOn, cause } = endOf(row) ?? {};
    const observations = mergeNotes(row, said.observations);
    const state = { ...inputs.make(BeehiveStateInput, { ...inputs.stateOf(row), observations }) };
    return { ...state, ...(lostOn && { endedOn: lostOn }), ...(cause && { endCause: cause }) };
  },
  INSPECTIONS(row: SheetRow, said: Said) {
    const notes = mergeNotes(row, said.notes, inputs.stateAsExtra(row));
    return { ...(notes && { notes }) };
  },
  TREATMENTS(row: SheetRow, said: Said) {
    const finalResult = mergeNotes(row, said.final_result);
    const { beehiveIds: _, ...input } = treatmentInput(
      row,
      inputs.SOME_ID,
      (said.ended_on as string | null) ?? undefined,
    );
    return { ...statedOf(row, input, ['withdrawalDays']), ...(finalResult && { finalResult }) };
  },
  MITE_COUNTS(row: SheetRow, said: Said) {
    const { beehiveId: _, ...input } = miteCountInput(row, inputs.SOME_ID);
    const notes = mergeNotes(row, said.notes);
    return { ...input, ...(notes && { notes }) };
  },
  FEEDINGS(row: SheetRow, said: Said) {
    const { kind, amount } = feedingInput(row, inputs.SOME_ID);
    const { gramsPerHive: grams, millilitresPerHive: millilitres } = amount;
    const notes = mergeNotes(row, said.notes);
    return {
      kind,
      ...(grams != null && { grams }),
      ...(millilitres != null && { millilitres }),
      ...(notes && { notes }),
    };
  },
  WEIGHTS(row: SheetRow, said: Said) {
    const measured = weightInputs(row, inputs.SOME_ID, new Date(0));
    const notes = mergeNotes(withoutSecrets(row), said.notes);
    const values = measured.map(({ kind, value, unit }) => [kind.toLowerCase(), `${value} ${unit}`]);
    return { ...Object.fromEntries(values), isOneSide: false, ...(notes && { notes }) };
  },
  HARVESTS(row: SheetRow, said: Said) {
    const { sources, honeyKind } = inputs.harvestInput(row, inputs.SOME_ID, inputs.SOME_ID);
    const { grams, frames } = sources[0]!;
    const notes = mergeNotes(row, said.notes);
    return {
      ...(grams != null && { grams }),
      ...(row.values.frames !== undefined && { frames }),
      ...(honeyKind && { honeyKind }),
      ...(notes && { notes }),
    };
  },
  QUEENS(row: SheetRow, said: Said) {
    const { apiaryId: _, install: __, ...input } = inputs.queenInput(row, inputs.SOME_ID, undefined);
    const notes = mergeNotes(row, said.notes, inputs.queenExtra(row));
    return { ...statedOf(row, input), ...(notes && { notes }) };
  },
  INVENTORY(row: SheetRow, said: Said) {
    const { apiaryId: _, ...input } = inputs.itemInput(row, inputs.SOME_ID, '-');
    const counted = unitOf(row, 'quantity') === undefined ? [] : (['unit'] as const);
    const description = mergeNotes(row, said.description);
    return { ...statedOf(row, input, counted), ...(description && { description }) };
  },
} satisfies Partial<Record<SheetKind, (row: SheetRow, said: Said) => object>>;

/** Whether days and times that the row states, and that are no property of the record, are what is known of it. */
function isOfItsDays(row: SheetRow, said: Said): boolean {
  const placedOn = dayOf(row, 'placedOn');
  const time = textOf(row, 'time') ?? (row.values.date as DayAndTime | undefined)?.time;
  const isReign = (field: 'installedOn' | 'removedOn', known: unknown): boolean =>
    row.values.hive === undefined || dayOf(row, field) === undefined || dayOf(row, field) === known;
  switch (row.kind) {
    case 'HIVES':
      return placedOn === undefined || (said.came as string[]).includes(placedOn);
    case 'INSPECTIONS':
      return time === undefined || time === said.time;
    case 'QUEENS':
      return isReign('installedOn', said.installed) && isReign('removedOn', said.removed);
    default:
      return true;
  }
}

export function isSame(row: SheetRow, said: Said): boolean {
  if (row.kind === 'APIARIES') return false;
  try {
    const changes = Object.entries(CHANGES[row.kind](row, said));
    if (!isOfItsDays(row, said)) return false;
    return changes.every(([name, value]) => (said[toSnakeCase(name)] ?? null) === value);
  } catch (error) {
    if (error instanceof RowRefusal) return false;
    throw error;
  }
}
