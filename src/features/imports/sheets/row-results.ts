// What became of a row, for its result.
import { type AppError, asAppError } from '../../../errors.js';
import type { MessageText } from '../../../messages/message.js';
import type { CreatedRecord, RowProblem, RowResult } from '../import-source.types.js';
import { fieldOfInput } from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { problemAt, type SheetRow } from './row-values.js';

export const done = ({ n }: SheetRow, records: CreatedRecord[]): RowResult => ({ n, status: 'DONE', records });
export const skipped = (row: SheetRow, message: MessageText = 'There is such a record already'): RowResult => ({
  n: row.n,
  status: 'SKIPPED',
  records: [],
  problem: problemAt(row, undefined, message),
});

/** What can be tried again is not the fault of a row. */
const TRANSIENT = ['UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHENTICATED'];

/** @throws the error, if it says nothing of the row */
export function refuse(row: SheetRow, error: unknown): RowResult {
  if (error instanceof RowRefusal)
    return { n: row.n, status: error.status, problem: problemAt(row, error.field, error.text), records: [] };
  const known = asAppError(error);
  if (!known || TRANSIENT.includes(known.code)) throw error;
  return { n: row.n, status: 'FAILED', problem: describe(row, known), records: [] };
}

function describe(row: SheetRow, error: AppError): RowProblem {
  const [first] = error.extensions.fields ?? [];
  const field = first?.field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const message = (error.code === 'BAD_USER_INPUT' ? first?.message : undefined) ?? error.text ?? first?.message;
  return problemAt(row, fieldOfInput(row.kind, field), message ?? 'It cannot be written');
}
