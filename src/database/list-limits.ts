// How long lists may be that are read whole, because no page was asked for. Longer ones are refused, never truncated.
import { AppError } from '../errors.js';
import { createMessage, type MessageText } from '../messages/message.js';

/** Rows of one list. */
export const MAX_LIST_ROWS = 10_000;
/** Rows of the lists of all parents of a statement: more than a response may contain (response-budget.ts). */
export const MAX_STATEMENT_ROWS = 100_000;

interface Paging {
  first?: number | undefined;
}

/** SQL: what the lists of some parents may have together, and one row more, which shows that they have too many. */
export const limitOfLists = (parents: string): string =>
  `least(cardinality(${parents}) * ${MAX_LIST_ROWS}, ${MAX_STATEMENT_ROWS}) + 1`;

export function refuseTooManyRows(rows: unknown[], { first }: Paging): void {
  if (first !== undefined || rows.length <= MAX_LIST_ROWS) return;
  throw refuse(createMessage('is required: the list has more than {max} rows', { max: MAX_LIST_ROWS }));
}

/** @param lists those of the parents of a statement, by the parents */
export function areTooLong(lists: Map<string, unknown[]>, { first }: Paging): boolean {
  return first === undefined && (sumOf(lists) > MAX_STATEMENT_ROWS || [...lists.values()].some(isTooLong));
}
export function refuseTooLongLists(lists: Map<string, unknown[]>, args: Paging): void {
  if (!areTooLong(lists, args)) return;
  for (const rows of lists.values()) refuseTooManyRows(rows, args);
  throw refuse(createMessage('is required: the lists have more than {max} rows together', { max: MAX_STATEMENT_ROWS }));
}

const isTooLong = (rows: unknown[]): boolean => rows.length > MAX_LIST_ROWS;
function sumOf(lists: Map<string, unknown[]>): number {
  let sum = 0;
  for (const { length } of lists.values()) sum += length;
  return sum;
}
const refuse = (message: MessageText): AppError => AppError.badInput([{ field: 'first', message }]);
