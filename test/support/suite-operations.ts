// The operations that the tests send, read off their sources, as clients that care for speed would send them: with variables.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  parseType,
  print,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  validate,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { PASSWORD } from './world.js';

/** What belongs to somebody, by the words that the tests call it; `uuidv7` is one of nobody's. */
export type Things = Record<string, string>;

export interface SuiteOperation {
  text: string;
  kind: 'query' | 'mutation';
  rootFields: string[];
  variables: (things: Things) => Record<string, unknown>;
}

/** Every piece of a test between two quotes that is an operation of this schema. What is put into a template is known by its name. */
export function suiteOperations(schema: GraphQLSchema): SuiteOperation[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const pieces = files.flatMap((file) => {
    const text = readFileSync(join('test', file), 'utf8');
    return [...text.split('`'), ...text.split('\n').flatMap((line) => line.split("'"))];
  });
  const sources = pieces
    .filter((piece) => /^\s*(\{|query\b|mutation\b|fragment\b)/.test(piece))
    .map((piece) => piece.replace(/\$\{(?:\w+\.)*(\w+)[^{}]*\}/g, '<<$1>>'));
  const all = [...new Set(sources)].flatMap((source) => documentOf(schema, source) ?? []);
  return withoutTwins(all.map((document) => asSuiteOperation(schema, document)));
}

export const withoutTwins = (operations: SuiteOperation[]): SuiteOperation[] => [
  ...new Map(operations.map((operation) => [operation.text, operation])).values(),
];

function documentOf(schema: GraphQLSchema, source: string): DocumentNode | undefined {
  try {
    const document = parse(source);
    const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
    return operations.length === 1 && validate(schema, document).length === 0 ? document : undefined;
  } catch {
    return undefined;
  }
}

/** @param document valid, with one operation */
export function asSuiteOperation(schema: GraphQLSchema, document: DocumentNode): SuiteOperation {
  const lifted: { name: string; type: string; value: unknown }[] = [];
  const types = new TypeInfo(schema);
  const lift = (value: ValueNode): ValueNode | undefined => {
    if (!print(value).includes('"') || print(value).includes('$')) return undefined;
    const name = `lifted${lifted.length}`;
    lifted.push({ name, type: String(types.getInputType()), value: valueFromASTUntyped(value) });
    return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } };
  };
  const body = visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Argument: (node) => {
        const value = lift(node.value);
        return value && { ...node, value };
      },
    }),
  );
  const operation = body.definitions.find((one): one is OperationDefinitionNode => 'operation' in one)!;
  const own = operation.variableDefinitions ?? [];
  const variableDefinitions = [
    ...own,
    ...lifted.map(({ name, type }) => ({
      kind: Kind.VARIABLE_DEFINITION as const,
      variable: { kind: Kind.VARIABLE as const, name: { kind: Kind.NAME as const, value: name } },
      type: parseType(type),
    })),
  ];
  const text = print({
    ...body,
    definitions: body.definitions.map((one) => (one === operation ? { ...operation, variableDefinitions } : one)),
  });
  const rootFields = operation.selectionSet.selections.flatMap((one) =>
    one.kind === Kind.FIELD ? one.name.value : [],
  );
  const words = rootFields.join(' ');
  return {
    text,
    kind: operation.operation as 'query' | 'mutation',
    rootFields,
    variables: (things) =>
      Object.fromEntries([
        ...lifted.map(({ name, value }) => [name, filledIn(value, things)]),
        ...own.flatMap(({ variable, type: node }) => {
          const type = typeFromAST(schema, node as never);
          const name = variable.name.value;
          return isInputType(type) ? [[name, plausible(type, `${name} ${words}`, things)]] : [];
        }),
      ]),
  };
}

/** An address is somebody's once only. */
function filledIn(value: unknown, things: Things): unknown {
  if (Array.isArray(value)) return value.map((item) => filledIn(item, things));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledIn(inner, things)]));
  if (typeof value !== 'string') return value;
  if (value.includes('@')) return `${things.uuidv7}@example.org`;
  return value.replace(/<<(\w+)>>/g, (_, word: string) => (word === 'PASSWORD' ? PASSWORD : idFor(word, things)));
}

const KINDS: [RegExp, string][] = [
  [/assign/i, 'assignment'],
  [/draft|completeInspection/i, 'draft'],
  [/movementId|correct/i, 'movement'],
  [/question/i, 'question'],
  [/inspection/i, 'inspection'],
  [/session/i, 'session'],
  [/hive/i, 'beehive'],
  [/item|stock|inventory_id/i, 'item'],
  [/apiar|inventory/i, 'apiary'],
  [/user|account|subject|profile/i, 'account'],
];

/** @param words the first that says what kind of thing it is decides */
function idFor(words: string, things: Things): string {
  for (const word of words.split(' ')) {
    const kind = KINDS.find(([pattern]) => pattern.test(word));
    if (kind) return things[kind[1]]!;
  }
  return things.uuidv7!;
}

function plausible(type: GraphQLInputType, words: string, things: Things): unknown {
  if (isNonNullType(type)) return plausible(type.ofType, words, things);
  if (isListType(type)) return [plausible(type.ofType, words, things)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const wanted = Object.values(type.getFields()).filter(
      (field) => isRequiredInputField(field) || /^(name|text|number|notes|quantity)$/.test(field.name),
    );
    return Object.fromEntries(wanted.map((f) => [f.name, plausible(f.type, `${f.name} ${words}`, things)]));
  }
  const [name = ''] = words.split(' ');
  const values: Record<string, unknown> = {
    ID: idFor(words, things),
    Int: 3,
    Float: 1.5,
    Boolean: true,
    DateTime: '2026-05-01T08:00:00Z',
    LocalDate: '2026-05-01',
  };
  if (/email/i.test(name)) return `${things.uuidv7}@example.org`;
  if (/password/i.test(name)) return PASSWORD;
  if (/after|cursor/i.test(name)) return null;
  return values[type.name] ?? 'a word';
}
