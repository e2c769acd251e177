// Validates the arguments of resolvers, by the validators of their classes (validators.ts).
import { getMetadataStorage, type ValidationError, ValidationTypes, validateSync } from 'class-validator';
import { ID } from 'type-graphql';
import { AppError, type FieldProblem } from '../errors.js';
import { groupBy } from '../shared/group-by.js';
import { parseMessage } from '../shared/message.js';
import { isStorable } from '../shared/text.js';
import { NOT_STORABLE } from './validators.js';

type Fields = Record<string, unknown>;
type Validator = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
/** Whether a field may have a value. */
type Check = (value: unknown, object: Fields) => boolean;

/** Arguments of a field that are valid. Every parent of a nested list has the same ones. */
const validArguments = new WeakSet<object>();

/** The `validateFn` of type-graphql, which calls it for every argument, including lists and scalars. */
export function validateArgument(value: unknown, type: unknown, { args }: { args: object }): void {
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
}

/** Checks an input and the inputs in it, so that none is exempt because a decorator is missing. */
function problemsOf(value: unknown, path: string): FieldProblem[] {
  if (value === null || typeof value !== 'object' || value instanceof Date) return [];
  const nested = (): FieldProblem[] =>
    Object.entries(value).flatMap(([name, one]) => (typeof one === 'object' ? problemsOf(one, `${path}${name}.`) : []));
  if (Array.isArray(value) || isValid(value as Fields)) return nested();
  return [...validateSync(value, OPTIONS).flatMap((error) => problems(error, path)), ...nested()];
}

const OPTIONS = {
  stopAtFirstError: true,
  forbidUnknownValues: false,
  validationError: { target: false, value: false },
};

const problems = ({ property, constraints = {} }: ValidationError, path: string): FieldProblem[] =>
  Object.values(constraints).map((message) => ({ field: `${path}${property}`, message: parseMessage(message) }));

const checksOfClasses = new Map<object, [field: string, check: Check][]>();

/**
 * Whether the validators of all fields that are given accept them. class-validator, which makes a dozen objects for each field of a class,
 * is asked only if not: it finds the messages. An absent field has nothing to check, because the schema itself demands required ones.
 */
function isValid(object: Fields): boolean {
  const type = object.constructor;
  let checks = checksOfClasses.get(type);
  if (!checks) {
    checks = createChecks(type);
    checksOfClasses.set(type, checks);
  }
  return checks.every(([field, check]) => object[field] === undefined || check(object[field], object));
}

function createChecks(type: object): [field: string, check: Check][] {
  const validators = getMetadataStorage().getTargetValidationMetadatas(type as () => void, '', false, false);
  const byField = groupBy(validators, ({ propertyName }) => propertyName);
  return [...byField].map(([field, ofField]) => [field, createCheck(ofField)]);
}

function createCheck(validators: Validator[]): Check {
  const isCondition = ({ type }: Validator): boolean => type === ValidationTypes.CONDITIONAL_VALIDATION;
  const conditions = validators
    .filter(isCondition)
    .map(({ constraints }) => constraints[0] as (...of: unknown[]) => boolean);
  const checks = validators.filter((validator) => !isCondition(validator)).flatMap(checksOf);
  return (value, object) =>
    !conditions.every((condition) => condition(object, value)) || checks.every((check) => check(value, object));
}

const SUPPORTED: readonly string[] = [ValidationTypes.CUSTOM_VALIDATION, ValidationTypes.IS_DEFINED];

function checksOf({ type, constraintCls, constraints, propertyName: property, each, validateIf }: Validator): Check[] {
  const found = constraintCls ? getMetadataStorage().getTargetValidatorConstraints(constraintCls) : [];
  // class-validator itself is asked about all other kinds.
  if (!SUPPORTED.includes(type) || each || validateIf || found.some((one) => one.async)) return [() => false];
  return found.map(({ instance }) => (value, object) => {
    const { name: targetName } = object.constructor;
    return instance.validate(value, { targetName, property, object, value, constraints }) === true;
  });
}
