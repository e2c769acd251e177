// Finds what a row lacks before anything is written: as the mutations check their inputs, with ids that stand for those to come.
import type { RowProblem } from '../import-source.types.js';
import type { ApiaryNames } from './apiary-names.js';
import { feedingInput } from './feeding-input.js';
import { endOf } from './hive-end.js';
import { miteCountInput } from './mite-count-input.js';
import { nameApiary } from './places.js';
import * as inputs from './row-inputs.js';
import { refuse } from './row-results.js';
import { dayOf, hiveOf, problemAt, type SheetRow, textOf } from './row-values.js';
import { treatmentInput } from './treatment-input.js';
import { weightInputs } from './weight-input.js';

export function checkRow(row: SheetRow, names: ApiaryNames): RowProblem[] {
  const problems = [...row.problems];
  const name = textOf(row, 'apiary');
  const isAsked = row.questions.some(({ kind }) => kind === 'APIARY');
  if (name === undefined && !isAsked)
    problems.push({ message: 'There is no apiary: add a column, or choose one for the sheet' });
  const found = name === undefined ? undefined : names.find(name);
  if (found && 'problem' in found) problems.push(problemAt(row, 'apiary', found.problem));
  if (problems.length > 0) return problems;
  try {
    if (!found) nameApiary(name!);
    checkInput(row);
  } catch (error) {
    return [refuse(row, error).problem!];
  }
  return [];
}

/** A time that is past, if the day has begun anywhere. */
const somewhereOn = (day: string): Date => new Date(Date.parse(day) - 14 * 3_600_000);

function checkInput(row: SheetRow): unknown {
  switch (row.kind) {
    case 'APIARIES':
      return inputs.apiaryInput(row);
    case 'HIVES':
      endOf(row);
      return inputs.hiveInput(row, inputs.SOME_ID);
    case 'QUEENS':
      if (inputs.describesHives(row)) endOf(row);
      return inputs.queenInput(row, inputs.SOME_ID, hiveOf(row) === undefined ? undefined : inputs.SOME_ID);
    case 'INSPECTIONS':
      endOf(row);
      return inputs.inspectionInput(row, inputs.SOME_ID, {
        occurredAt: somewhereOn(dayOf(row, 'date')!),
        answers: [],
        extra: row.extra,
        keepsState: true,
      });
    case 'TREATMENTS':
      return treatmentInput(row, inputs.SOME_ID);
    case 'MITE_COUNTS':
      return miteCountInput(row, inputs.SOME_ID);
    case 'FEEDINGS':
      return feedingInput(row, inputs.SOME_ID);
    case 'WEIGHTS':
      return weightInputs(row, inputs.SOME_ID, somewhereOn(dayOf(row, 'date')!));
    case 'HARVESTS':
      return inputs.harvestInput(row, inputs.SOME_ID, inputs.SOME_ID);
    case 'INVENTORY':
      return inputs.itemInput(row, inputs.SOME_ID, '-');
  }
}
