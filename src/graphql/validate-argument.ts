// Validates the arguments of resolvers, by the validators of their classes (validators.ts).
import { ID } from 'type-graphql';
import type { Validate } from '../engine/engine.js';
import { AppError, type FieldProblem } from '../errors.js';
import { isStorable } from '../shared/text.js';
import { NOT_STORABLE } from './bounds.js';
import { findProblems, tidyNames } from './validators.js';

type Fields = Record<string, unknown>;

/** Arguments of a field that are valid. Every parent of a nested list has the same ones. */
const validArguments = new WeakSet<object>();

/** The `validateFn` of type-graphql, which calls it for every argument, including lists and scalars. */
export const validateArgument: Validate = (value, type, { args }) => {
  if (typeof value === 'object' && validArguments.has(args)) return;
  // A resolver reports an id that cannot be stored as not found.
  if (typeof value === 'string' && type !== ID && !isStorable(value)) {
    const field = Object.entries(args).find(([, given]) => given === value)?.[0] ?? 'The input';
    throw AppError.badInput([{ field, message: NOT_STORABLE }]);
  }
  // Its elements are named as in the variables: `inputs.1.name`. No field has two lists; the argument itself holds the plain objects.
  const list = Array.isArray(value) && Object.entries(args).find(([, given]) => Array.isArray(given));
  const found = problemsOf(value, list ? `${list[0]}.` : '');
  if (found.length > 0) throw AppError.badInput(found);
  // If no argument is an object, an object has all of them (@Args). Whether a date is valid may depend on the time.
  const isWhole = typeof value === 'object' && Object.values(args).every((given) => typeof given !== 'object');
  if (isWhole) validArguments.add(args);
};

/** Checks an input and the inputs in it, so that none is exempt because a decorator is missing. */
function problemsOf(value: unknown, path: string): FieldProblem[] {
  if (value === null || typeof value !== 'object' || value instanceof Date) return [];
  const nested = (): FieldProblem[] =>
    Object.entries(value).flatMap(([name, one]) => (typeof one === 'object' ? problemsOf(one, `${path}${name}.`) : []));
  tidyNames(value as Fields);
  const own = findProblems(value as Fields).map(([field, message]) => ({ field: `${path}${field}`, message }));
  return [...own, ...nested()];
}
