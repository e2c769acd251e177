// FROM A REQUEST TO VARIABLES: reads what a document declares, under the names that clients use, and nothing else. Unknown keys are
// ignored; absent stays absent and null stays null, which is what makes PUT partial.
import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { FieldProblem } from '../errors.js';

export interface RequestParts {
  params: Record<string, unknown>;
  body: Record<string, unknown>;
  query: Record<string, unknown>;
}
export interface Reading {
  variables: Record<string, unknown>;
  problems: FieldProblem[];
}

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Made once per endpoint. @returns the function that reads a request */
export function variableReader(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  also: Record<string, string[]> = {},
): (parts: RequestParts) => Reading {
  const expected = (operation.variableDefinitions ?? []).map((definition) => {
    const name = definition.variable.name.value;
    const names = [name, ...(also[name] ?? [])].flatMap((n) => [n, camelCase(n)]);
    return {
      name,
      names: [...new Set(names)],
      type: typeFromAST(schema, definition.type as never) as GraphQLInputType,
      hasDefault: definition.defaultValue !== undefined,
    };
  });

  return ({ params, body, query }) => {
    const variables: Record<string, unknown> = {};
    const problems: FieldProblem[] = [];
    for (const { name, names, type, hasDefault } of expected) {
      // The path identifies; a body can't say otherwise.
      const source = [params, body, query].find((part) => names.some((n) => part[n] !== undefined));
      const sent = source && names.find((n) => source[n] !== undefined);
      const value = source && sent ? fromWire(source[sent], type) : undefined;
      if (value === undefined || (value === null && isNonNullType(type))) {
        if (isNonNullType(type) && !hasDefault) problems.push({ field: sent ?? name, message: 'is required' });
        continue;
      }
      let fits = true;
      coerceInputValue(value, type, () => {
        fits = false;
      });
      if (fits) variables[name] = value;
      else problems.push({ field: sent ?? name, message: wanted(type) });
    }
    return { variables, problems };
  };
}

function wanted(type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named))
    return `must be one of ${named
      .getValues()
      .map(({ value }) => value)
      .join(', ')}`;
  return WANTED[named.name] ?? 'is not of the right kind';
}
const WANTED: Record<string, string> = {
  Int: 'must be a whole number of at most 32 bits',
  Boolean: 'must be true or false',
  String: 'must be text',
  ID: 'must be an id',
  LocalDate: 'must be a day such as 2026-05-01',
  DateTime: 'must be a moment such as 2026-05-01T08:00:00Z',
};

/** Numbers and truth values also come as text, from query strings above all; of an enum the value, which is how it is stored. */
function fromWire(value: unknown, type: GraphQLInputType): unknown {
  if (typeof value !== 'string') return value;
  const named = getNamedType(type);
  const { name } = named;
  if (isEnumType(named)) {
    const same = (text: unknown): boolean => String(text).toLowerCase() === value.toLowerCase();
    return named.getValues().find((known) => same(known.value) || same(known.name))?.name ?? value;
  }
  if (name === 'Int' && /^-?\d{1,10}$/.test(value)) return Number(value);
  if (name === 'Boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}
