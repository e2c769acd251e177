// FROM A REQUEST TO VARIABLES: reads what a document declares, under the names that clients use, and nothing else. Unknown keys are
// ignored; absent stays absent and null stays null, which is what makes PUT partial.
import {
  coerceInputValue,
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
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { FieldProblem } from '../errors.js';
import type { Route } from './route.js';

export interface RequestParts {
  params: Record<string, unknown>;
  body: Record<string, unknown>;
  query: Record<string, unknown>;
}
type Names = Record<string, string[]>;
export interface RequestVariables {
  variables: Record<string, unknown>;
  problems: FieldProblem[];
  /** Under which of its names the client sent a variable. */
  sentAs: Map<string, string>;
}

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Made once per endpoint. @returns the function that reads a request */
export function createRequestReader(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { aliases = {}, valueAliases = {} }: Pick<Route, 'aliases' | 'valueAliases'>,
): (parts: RequestParts) => RequestVariables {
  const expected = (operation.variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    const names = [name, ...(aliases[name] ?? [])].flatMap((n) => [n, camelCase(n)]);
    return {
      name,
      names: [...new Set(names)],
      type: typeFromAST(schema, definition.type) as GraphQLInputType,
      hasDefault: definition.defaultValue !== undefined,
    };
  });

  const synonyms = (name: string, value: unknown): unknown =>
    typeof value === 'string' ? (valueAliases[name]?.[value.toLowerCase()] ?? value) : value;

  return ({ params, body, query }) => {
    const variables: Record<string, unknown> = {};
    const problems: FieldProblem[] = [];
    const sentAs = new Map<string, string>();
    for (const { name, names, type, hasDefault } of expected) {
      // The path identifies; a body can't say otherwise.
      const source = [params, body, query].find((part) => names.some((n) => part[n] !== undefined));
      const sent = source && names.find((n) => source[n] !== undefined);
      if (sent) sentAs.set(name, sent);
      const value = source && sent ? fromWire(synonyms(name, source[sent]), type, aliases) : undefined;
      if (value === undefined || (value === null && isNonNullType(type))) {
        if (isNonNullType(type) && !hasDefault) problems.push({ field: sent ?? name, message: 'is required' });
        continue;
      }
      let fits = true;
      coerceInputValue(value, type, () => {
        fits = false;
      });
      if (fits) variables[name] = value;
      else problems.push({ field: sent ?? name, message: expectedMessage(type) });
    }
    return { variables, problems, sentAs };
  };
}

function expectedMessage(type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named))
    return `must be one of ${named
      .getValues()
      .map(({ value }) => value)
      .join(', ')}`;
  return EXPECTED[named.name] ?? 'is of the wrong type';
}
const EXPECTED: Record<string, string> = {
  Int: 'must be a whole number of at most 32 bits',
  Boolean: 'must be true or false',
  String: 'must be text',
  ID: 'must be an id',
  LocalDate: 'must be a day such as 2026-05-01',
  DateTime: 'must be a date and time such as 2026-05-01T08:00:00Z',
};

/** A value as the schema wants it, from what clients send for it. */
function fromWire(value: unknown, type: GraphQLInputType, aliases: Names, nested = false): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listFromWire(value, nullable.ofType, aliases);
  if (isInputObjectType(nullable)) return objectFromWire(value, nullable, aliases);
  // A client in a hurry sends a number or a truth value for a text inside a list of answers.
  if (nested && typeof value !== 'object' && getNamedType(type).name === 'String') return String(value);
  return typeof value === 'string' ? leafFromWire(value, nullable as GraphQLLeafType) : value;
}

/** A list also comes as one text with commas; nothing between them is nothing. */
function listFromWire(value: unknown, item: GraphQLInputType, aliases: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => fromWire(one, item, aliases));
  if (typeof value !== 'string' || getNamedType(item).name !== 'String') return value;
  const parts = value.split(',').map((part) => part.trim());
  const said = parts.filter((part) => part !== '' && part !== '{}');
  return said.length > 0 ? said : null;
}

function objectFromWire(value: unknown, type: GraphQLInputObjectType, aliases: Names): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const sent = value as Record<string, unknown>;
  const entries = Object.values(type.getFields()).flatMap((field) => {
    const names = [field.name, snakeCase(field.name), ...(aliases[field.name] ?? [])];
    const name = names.find((n) => sent[n] !== undefined);
    return name === undefined ? [] : [[field.name, fromWire(sent[name], field.type, aliases, true)]];
  });
  return Object.fromEntries(entries);
}

/** Numbers and truth values also come as text, from query strings above all; of an enum the value, which is how it is stored. */
function leafFromWire(value: string, type: GraphQLLeafType): unknown {
  if (isEnumType(type)) {
    const same = (text: unknown): boolean => String(text).toLowerCase() === value.toLowerCase();
    return type.getValues().find((known) => same(known.value) || same(known.name))?.name ?? value;
  }
  // How the app leaves a date out.
  if (type.name === 'LocalDate' && value === '') return null;
  if (type.name === 'Int' && /^-?\d{1,10}$/.test(value)) return Number(value);
  if (type.name === 'Boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}
