// The days from which, and to which, a document about records is read.
import type { FieldProblem } from '../errors.js';
import { LocalDate } from '../shared/scalars.js';

export interface Days {
  from: string | undefined;
  to: string | undefined;
}

/** Reads the parameters `from` and `to`; an empty text is as an absent one. @param problems to which a parameter that is no day is added */
export function readDays(query: Record<string, unknown>, problems: FieldProblem[]): Days {
  const readDay = (field: 'from' | 'to'): string | undefined => {
    if (query[field] === undefined || query[field] === '') return undefined;
    try {
      return LocalDate.parseValue(query[field]);
    } catch {
      problems.push({ field, message: 'must be a day such as 2026-05-01' });
      return undefined;
    }
  };
  return { from: readDay('from'), to: readDay('to') };
}

/** @returns an empty text if there is neither day */
export const describeDays = ({ from, to }: Partial<Days>, t: Record<'from' | 'to', string>): string =>
  [from && `${t.from} ${from}`, to && `${t.to} ${to}`].filter(Boolean).join(' ');
