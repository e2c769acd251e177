// Reads the variables of a document from a request, under the names that clients send. Unknown keys are ignored. An absent value
// stays absent and null stays null, so that PUT is partial.

import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { FieldProblem } from '../errors.js';
import { describeExpected, findInputProblems, LIST_TOO_LONG } from '../graphql/input-problems.js';
import { toCamelCase, toSnakeCase } from '../shared/text.js';
import { isSetByHeader } from './header-variables.js';
import type { Parameter, Parameters } from './query.js';
import { pathParameters, type Route } from './route.js';

export interface RequestParts {
  params: Record<string, unknown>;
  body: Record<string, unknown>;
  query: Record<string, unknown>;
}
type Names = Record<string, string[]>;
export interface RequestVariables {
  variables: Record<string, unknown>;
  problems: FieldProblem[];
  /** The name under which the client sent a variable, or a field below it. */
  nameOf: (variable: string, below: string[]) => string;
}

/** Returns the variables that clients send, each with its names on the wire. */
function listWireNames(
  { variableDefinitions = [] }: OperationDefinitionNode,
  { aliases = {} }: Pick<Route, 'aliases'>,
): [VariableDefinitionNode, string[]][] {
  return variableDefinitions
    .filter((one) => !isSetByHeader(one))
    .map((one) => {
      const name = one.variable.name.value;
      return [one, [...new Set([name, ...(aliases[name] ?? [])].flatMap((n) => [n, toCamelCase(n)]))]];
    });
}

const isListOf = (type: TypeNode): boolean =>
  type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isListOf(type.type));

/** Called once per endpoint. @returns what its query string may contain: nothing, unless it reads */
export function nameParameters(
  operation: OperationDefinitionNode,
  route: Pick<Route, 'method' | 'path' | 'aliases'>,
): Parameters {
  const inPath = pathParameters(route.path);
  const inQuery = route.method === 'get' ? listWireNames(operation, route) : [];
  return new Map(
    inQuery
      .map(([{ variable, type }, names]): [Parameter, string[]] => [
        { name: variable.name.value, isList: isListOf(type) },
        names,
      ])
      .filter(([{ name }]) => !inPath.has(name))
      .flatMap(([parameter, names]) => names.map((sent): [string, Parameter] => [sent, parameter])),
  );
}

/** Called once per endpoint. @returns a function that reads a request */
export function createRequestReader(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { aliases = {}, valueAliases = {} }: Pick<Route, 'aliases' | 'valueAliases'>,
): (parts: RequestParts) => RequestVariables {
  const expected = listWireNames(operation, { aliases }).map(([definition, names]) => ({
    name: definition.variable.name.value,
    names,
    type: typeFromAST(schema, definition.type) as GraphQLInputType,
    hasDefault: definition.defaultValue !== undefined,
  }));

  const resolveValueAlias = (name: string, value: unknown): unknown =>
    typeof value === 'string' ? (valueAliases[name]?.[value.toLowerCase()] ?? value) : value;

  return ({ params, body, query }) => {
    const variables: Record<string, unknown> = {};
    const problems: FieldProblem[] = [];
    const sent = new Map<string, Sent>();
    for (const { name, names, type, hasDefault } of expected) {
      // The path has precedence over the body.
      const source = [params, body, query].find((part) => names.some((n) => part[n] !== undefined));
      const field = source ? findSent(source, names)! : name;
      const original = source?.[field];
      if (source) sent.set(name, { name: field, value: original });
      const value = source ? fromWire(resolveValueAlias(name, original), type, aliases) : undefined;
      if (value === undefined || (value === null && isNonNullType(type))) {
        if (isNonNullType(type) && !hasDefault) problems.push({ field, message: 'is required' });
        continue;
      }
      const [problem] = findInputProblems(value, type, field);
      if (!problem) variables[name] = value;
      else
        problems.push({
          field,
          message: problem.message === LIST_TOO_LONG ? LIST_TOO_LONG : describeExpected(type, 'value'),
        });
    }
    return { variables, problems, nameOf: (variable, below) => nameSent(sent.get(variable), variable, below, aliases) };
  };
}

/** A value in a request, with its name there. */
interface Sent {
  name: string;
  value: unknown;
}
const findSent = (source: Record<string, unknown>, names: string[]): string | undefined =>
  names.find((name) => source[name] !== undefined);
const namesOf = (field: string, aliases: Names): string[] => [field, toSnakeCase(field), ...(aliases[field] ?? [])];

function nameSent(sent: Sent | undefined, variable: string, below: string[], aliases: Names): string {
  const path = [sent?.name ?? variable];
  let value = sent?.value;
  for (const field of below) {
    const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    const name = findSent(record, namesOf(field, aliases)) ?? toSnakeCase(field);
    path.push(name);
    value = record[name];
  }
  return path.join('.');
}

/** Converts a value from its form on the wire to the form that the schema expects. */
function fromWire(value: unknown, type: GraphQLInputType, aliases: Names, nested = false): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listFromWire(value, nullable.ofType, aliases);
  if (isInputObjectType(nullable)) return objectFromWire(value, nullable, aliases);
  // In a list of answers, some clients send a number or a boolean for a text.
  if (nested && typeof value !== 'object' && getNamedType(type).name === 'String') return String(value);
  return typeof value === 'string' ? leafFromWire(value, nullable as GraphQLLeafType) : value;
}

/** Converts a list. Some clients send it as one comma-separated text, whose empty parts are ignored. */
function listFromWire(value: unknown, item: GraphQLInputType, aliases: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => fromWire(one, item, aliases));
  if (typeof value !== 'string') return value;
  // A parameter of a query string that is sent once.
  if (getNamedType(item).name !== 'String') return fromWire(value, item, aliases);
  const parts = value.split(',').map((part) => part.trim());
  const items = parts.filter((part) => part !== '' && part !== '{}');
  return items.length > 0 ? items : null;
}

/** The fields of an object in a body. Over REST, the header If-Match states the version that a record must have. */
export const wireFields = (type: GraphQLInputObjectType): GraphQLInputField[] =>
  Object.values(type.getFields()).filter(({ name }) => !name.startsWith('expected'));

function objectFromWire(value: unknown, type: GraphQLInputObjectType, aliases: Names): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const sent = value as Record<string, unknown>;
  const entries = wireFields(type).flatMap((field) => {
    const name = findSent(sent, namesOf(field.name, aliases));
    return name === undefined ? [] : [[field.name, fromWire(sent[name], field.type, aliases, true)]];
  });
  return Object.fromEntries(entries);
}

/** Numbers and booleans may be sent as text, for example in a query string. For an enum, the stored value is sent, not the name. */
function leafFromWire(value: string, type: GraphQLLeafType): unknown {
  if (isEnumType(type)) {
    const same = (text: unknown): boolean => String(text).toLowerCase() === value.toLowerCase();
    return type.getValues().find((known) => same(known.value) || same(known.name))?.name ?? value;
  }
  // The app sends an empty text for an omitted date.
  if (type.name === 'LocalDate' && value === '') return null;
  // Dart's toIso8601String writes a chosen day as 2026-05-01T00:00:00.000.
  if (type.name === 'LocalDate' && /^\d{4}-\d\d-\d\dT[\d:.]{5,18}Z?$/.test(value)) return value.slice(0, 10);
  if (type.name === 'Int' && /^-?\d{1,10}$/.test(value)) return Number(value);
  if (type.name === 'Boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}
