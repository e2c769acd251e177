// Rules about the values of one record that operations check, beyond those of single columns (archived-values.ts).
import type { RecordName } from '../../records/record.js';
import { addDays, lastDay } from '../../shared/days.js';
import type { RowProblem } from '../imports/import-source.types.js';
import { type AnswerValues, checkAnswer, KINDS, type QuestionShape } from '../inspections/answer.rules.js';
import { InspectionStatus } from '../inspections/inspection.entity.js';
import { findMeasuredProblem, type Measured } from '../measurements/measured-values.rules.js';
import { AnswerType } from '../questions/answer-type.enums.js';
import { MAX_SNOOZE_DAYS } from '../worklist/worklist-marks.commands.js';
import type { ArchivedColumn, ArchivedRecord } from './archived-columns.rules.js';
import { fieldsOf, findProblem } from './archived-values.rules.js';

type Fields = Record<string, unknown>;

/** @returns the name of the column that breaks the rule. @param fields whose types are right */
const RULES: Partial<Record<RecordName, (fields: Fields) => string | undefined>> = {
  // An answer fits the question that is frozen beside it.
  Answer: (fields) => {
    const type = Object.values(AnswerType).find((one) => one === fields.answerType);
    if (type === undefined) return 'answerType';
    const check = checkAnswer(fields as unknown as QuestionShape, fields as AnswerValues);
    if (check && 'value' in check) return undefined;
    const [expected] = KINDS[type];
    return Object.values(KINDS).find(([kind]) => kind !== expected && fields[kind] != null)?.[0] ?? expected;
  },
  // Operations amend completed ones only, and void the current one with a reason.
  Inspection: ({ status, current, reason }) => {
    if (!current && status !== InspectionStatus.COMPLETED) return 'current';
    return status === InspectionStatus.VOIDED && reason === null ? 'reason' : undefined;
  },
  Measurement: (fields) => findMeasuredProblem(fields as unknown as Measured)?.field,
  WorklistMark: ({ snoozedUntil }) =>
    snoozedUntil !== null && String(snoozedUntil) > addDays(lastDay(), MAX_SNOOZE_DAYS) ? 'snoozedUntil' : undefined,
};

/** The first problem of a row of an archive, by its own values. */
export function findRowProblem(record: ArchivedRecord, values: Map<ArchivedColumn, unknown>): RowProblem | undefined {
  const problem = findProblem(record, values);
  if (problem) return problem;
  const fields = fieldsOf(values);
  const heading = RULES[record.entity]?.(fields);
  if (heading === undefined) return undefined;
  return { heading, value: JSON.stringify(fields[heading]), message: 'has a value that the record cannot have' };
}
