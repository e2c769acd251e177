// VALIDATORS for input classes, and the function that runs them. Messages are made to stand after the field's name, whatever that
// is on the wire: "must not be empty".
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

const NOT_STORABLE = 'must not contain NUL or half a surrogate pair';

function textProblem(value: unknown, least: number, most: number): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (!isStorable(value)) return NOT_STORABLE;
  // Neither blanks nor what can't be seen at all.
  if (least > 0 && !/[^\p{Z}\p{C}]/u.test(value)) return 'must not be empty';
  const length = [...value].length;
  if (length < least) return `must have at least ${least} characters`;
  return length > most ? `must have at most ${most} characters` : undefined;
}

/** Text of so many characters; with `least` of 1 or more it must not be blank. Kept as written. */
export function Text(least: number, most: number): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'text',
      target: target.constructor,
      propertyName: property as string,
      validator: {
        validate: (value: unknown) => textProblem(value, least, most) === undefined,
        defaultMessage: ({ value }: ValidationArguments) => textProblem(value, least, most)!,
      },
    });
}

/** A moment that has come; a device's clock may be a day wrong. */
export const NotInFuture = (): PropertyDecorator =>
  MaxDate(() => new Date(Date.now() + 86_400_000), { message: 'must not lie in the future' });

/** A list of storable texts; what they may say is a rule of the feature. */
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

/** A whole number within bounds. */
export function Whole(least: number, most: number): PropertyDecorator {
  const message = `must be a whole number from ${least} to ${most}`;
  return (target, property) => {
    for (const check of [IsInt({ message }), Min(least, { message }), Max(most, { message })])
      check(target, property as string);
  };
}

/** For type-graphql's `validateFn`: called for every argument, also for lists and for what is no input class. */
export function validateArgument(value: unknown, type: unknown, { args }: { args: object }): void {
  // Text that is no id names nothing.
  if (typeof value === 'string' && type !== ID && !isStorable(value)) {
    const field = Object.entries(args).find(([, given]) => given === value)?.[0] ?? 'The input';
    throw AppError.badInput([{ field, message: NOT_STORABLE }]);
  }
  const found = Array.isArray(value) ? value.flatMap((one, i) => problemsOf(one, `${i}.`)) : problemsOf(value, '');
  if (found.length > 0) throw AppError.badInput(found);
}

function problemsOf(value: unknown, path: string): FieldProblem[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  // Where nothing is said, nothing is wrong: what must be said the schema demands.
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
