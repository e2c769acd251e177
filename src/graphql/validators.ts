// Validators for input classes, and the function that runs them. A message follows the name of the field, which differs between the
// APIs: "must not be empty".
import {
  IsInt,
  Max,
  MaxDate,
  Min,
  registerDecorator,
  type ValidationArguments,
  type ValidationError,
  validateSync,
} from 'class-validator';
import { ID } from 'type-graphql';
import { AppError, type FieldProblem } from '../errors.js';
import { isStorable } from '../shared/text.js';

const NOT_STORABLE = 'must not contain NUL or a lone surrogate';

function textProblem(value: unknown, min: number, max: number): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (!isStorable(value)) return NOT_STORABLE;
  // Neither white space nor invisible characters count as content.
  if (min > 0 && !/[^\p{Z}\p{C}]/u.test(value)) return 'must not be empty';
  const length = [...value].length;
  if (length < min) return `must have at least ${min} characters`;
  return length > max ? `must have at most ${max} characters` : undefined;
}

/** Text of `min` to `max` characters; if `min` is 1 or more, it must not be blank. The text is stored as sent. */
export function Text(min: number, max: number): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'text',
      target: target.constructor,
      propertyName: property as string,
      validator: {
        validate: (value: unknown) => textProblem(value, min, max) === undefined,
        defaultMessage: ({ value }: ValidationArguments) => textProblem(value, min, max)!,
      },
    });
}

/** A time that is not in the future, with a tolerance of one day for the clocks of devices. */
export const NotInFuture = (): PropertyDecorator =>
  MaxDate(() => new Date(Date.now() + 86_400_000), { message: 'must not be in the future' });

/** A list of storable texts; the feature itself checks their contents. */
export function EachText(): PropertyDecorator {
  const isTexts = (value: unknown): boolean =>
    Array.isArray(value) && value.every((v) => typeof v === 'string' && isStorable(v));
  return (target, property) =>
    registerDecorator({
      name: 'eachText',
      target: target.constructor,
      propertyName: property as string,
      validator: { validate: isTexts, defaultMessage: () => 'must be a list of texts' },
    });
}

/** An integer from `min` to `max`. */
export function Whole(min: number, max: number): PropertyDecorator {
  const message = `must be a whole number from ${min} to ${max}`;
  return (target, property) => {
    for (const check of [IsInt({ message }), Min(min, { message }), Max(max, { message })])
      check(target, property as string);
  };
}

/** The `validateFn` of type-graphql, which calls it for every argument, including lists and scalars. */
export function validateArgument(value: unknown, type: unknown, { args }: { args: object }): void {
  // A resolver reports an id that cannot be stored as not found.
  if (typeof value === 'string' && type !== ID && !isStorable(value)) {
    const field = Object.entries(args).find(([, given]) => given === value)?.[0] ?? 'The input';
    throw AppError.badInput([{ field, message: NOT_STORABLE }]);
  }
  const found = Array.isArray(value) ? value.flatMap((one, i) => problemsOf(one, `${i}.`)) : problemsOf(value, '');
  if (found.length > 0) throw AppError.badInput(found);
}

function problemsOf(value: unknown, path: string): FieldProblem[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  // An empty input has nothing to check: the schema itself demands required fields.
  if (Object.values(value).every((one) => one === undefined)) return [];
  const validationError = { target: false, value: false };
  const errors = validateSync(value, { stopAtFirstError: true, forbidUnknownValues: false, validationError });
  return errors.flatMap((error) => problems(error, path));
}

function problems(error: ValidationError, path = ''): FieldProblem[] {
  const field = `${path}${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ field, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => problems(child, `${field}.`))];
}
