import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { FieldProblem } from '../errors.js';
import { createMessage, type MessageText } from '../messages/message.js';
import { COUNTRY_RULE } from '../shared/country.js';
import { CURRENCY_RULE } from '../shared/scalars.js';
import { TIME_ZONE_RULE } from '../shared/time-zone.js';
import { fieldsOf as namesOf, suggest } from './suggestions.js';

/** Further problems are not reported. */
export const MAX_PROBLEMS = 50;
/** A message repeats at most this many characters of an unknown key. */
export const MAX_NAME_LENGTH = 100;

/** A longer list is refused without checking its elements. */
export const MAX_LIST_LENGTH = 500;
export const LIST_TOO_LONG = createMessage('must have at most {max} entries', { max: MAX_LIST_LENGTH });

const EXPECTED: Record<string, MessageText> = {
  Int: 'must be a whole number of at most 32 bits',
  BigInt: 'must be a whole number of at most 2^53',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  String: 'must be text',
  ID: 'must be an id',
  TimeZone: TIME_ZONE_RULE,
  CountryCode: COUNTRY_RULE,
  CurrencyCode: CURRENCY_RULE,
  URL: 'must be text',
  LocalDate: 'must be a day such as 2026-05-01',
  Decimal: 'must be a decimal number such as 12.5',
  DateTime: 'must be a date and time such as 2026-05-01T08:00:00Z',
};

/**
 * Returns the message for a value that is not of this type. It follows the field's name.
 * @param enumValues how clients send the values of enums: GraphQL by their names, REST as they are stored
 */
export function describeExpected(type: GraphQLInputType, enumValues: 'name' | 'value' = 'name'): MessageText {
  const named = getNamedType(type);
  if (!isEnumType(named)) return EXPECTED[named.name] ?? 'is of the wrong type';
  const values = named.getValues().map((one) => String(one[enumValues]));
  return createMessage('must be one of {values}', { values });
}

interface InputField {
  name: string;
  type: GraphQLInputType;
  mayBeAbsent: boolean;
}
const inputFields = new WeakMap<GraphQLInputObjectType, InputField[]>();
/** The fields are kept for each type: all of them are looked at in every input, although most fields of an update are absent. */
function fieldsOf(input: GraphQLInputObjectType): InputField[] {
  const known = inputFields.get(input);
  if (known) return known;
  const fields = Object.values(input.getFields()).map(({ name, type, defaultValue }) => {
    return { name, type, mayBeAbsent: defaultValue !== undefined || !isNonNullType(type) };
  });
  inputFields.set(input, fields);
  return fields;
}

/**
 * Returns the problems of a JSON value for an input type, each with its path and cause. The value is never repeated: it may be a secret.
 * The time is linear in the size of the value.
 * @param field the path of the value; nested values extend it, such as `input.answers.0.text`
 * @param suggestsNames whether the message about an unknown field names its type and similar fields, as graphql-js does
 */
export function findInputProblems(
  value: unknown,
  type: GraphQLInputType,
  field: string,
  suggestsNames = false,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (at: string, message: MessageText): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ field: at, message });
  };

  function check(checked: unknown, wanted: GraphQLInputType, at: string): void {
    if (problems.length >= MAX_PROBLEMS) return;
    if (isNonNullType(wanted)) {
      if (checked == null) add(at, 'is required');
      else check(checked, wanted.ofType, at);
    } else if (checked == null) {
      // A nullable value may be absent.
    } else if (isListType(wanted)) {
      checkList(checked, wanted.ofType, at);
    } else if (isInputObjectType(wanted)) {
      checkFields(checked, wanted, at);
    } else if (!isLeafValue(checked, wanted)) add(at, describeExpected(wanted));
  }

  function checkList(checked: unknown, wanted: GraphQLInputType, at: string): void {
    // The GraphQL specification coerces a single value to a list of one.
    if (!Array.isArray(checked)) check(checked, wanted, at);
    else if (checked.length > MAX_LIST_LENGTH) add(at, LIST_TOO_LONG);
    else for (const [i, one] of checked.entries()) check(one, wanted, `${at}.${i}`);
  }

  function checkFields(checked: unknown, wanted: GraphQLInputObjectType, at: string): void {
    if (typeof checked !== 'object' || checked === null || Array.isArray(checked)) {
      add(at, describeExpected(wanted));
      return;
    }
    const sent = checked as Record<string, unknown>;
    for (const { name, type: fieldType, mayBeAbsent } of fieldsOf(wanted)) {
      const inside = Object.hasOwn(sent, name) ? sent[name] : undefined;
      if (inside !== undefined || !mayBeAbsent) check(inside, fieldType, `${at}.${name}`);
    }
    const fields = wanted.getFields();
    for (const name of Object.keys(sent)) {
      // To find what was meant takes time for each name.
      if (problems.length >= MAX_PROBLEMS) break;
      if (!Object.hasOwn(fields, name)) addUnknown(at, name.slice(0, MAX_NAME_LENGTH), wanted);
    }
    if (wanted.isOneOf) {
      const values = Object.values(sent);
      if (values.length !== 1 || values[0] === null) add(at, 'must have exactly one field');
    }
  }

  function addUnknown(at: string, name: string, wanted: GraphQLInputObjectType): void {
    if (!suggestsNames) {
      add(`${at}.${name}`, 'is not defined');
      return;
    }
    const { names } = suggest(name, namesOf(wanted));
    const known = { type: wanted.name, names: names.map((one) => `"${one}"`) };
    const hint =
      names.length > 0
        ? createMessage('is not defined by type {type}: did you mean {names}?', known)
        : createMessage('is not defined by type {type}', { type: wanted.name });
    add(`${at}.${name}`, hint);
  }

  check(value, type, field);
  return problems;
}

function isLeafValue(value: unknown, type: GraphQLLeafType): boolean {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}
