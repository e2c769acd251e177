// Calls the validators of a class without class-validator, which makes a dozen objects for each field.
import { getMetadataStorage, ValidationTypes } from 'class-validator';

type Fields = Readonly<Record<string, unknown>>;
type Validator = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
/** Whether a field may have a value. */
type Check = (value: unknown, object: Fields) => boolean;

const checksOfClasses = new Map<object, [field: string, check: Check][]>();

/**
 * Whether the validators of all fields that are given accept them; class-validator finds the messages. An absent field has nothing to
 * check, because the schema itself demands required ones.
 */
export function isValid(object: Fields): boolean {
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
  const fields = new Set(validators.map(({ propertyName }) => propertyName));
  return [...fields].map((field) => [field, createCheck(validators.filter((one) => one.propertyName === field))]);
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
