// Extracts the GraphQL operations from the sources of the tests. Values in their documents are replaced by variables.
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

/** The ids of an account's records, by kind; `uuidv7` is the id of no record. */
export type RecordIds = Record<string, string>;

export interface SuiteOperation {
  text: string;
  kind: 'query' | 'mutation';
  rootFields: string[];
  variables: (records: RecordIds) => Record<string, unknown>;
}

/** Returns every quoted text in the tests that is an operation of this schema. An expression in a template becomes `<<name>>`. */
export function suiteOperations(schema: GraphQLSchema): SuiteOperation[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const candidates = files.flatMap((file) => {
    const text = readFileSync(join('test', file), 'utf8');
    return [...text.split('`'), ...text.split('\n').flatMap((line) => line.split("'"))];
  });
  const sources = candidates
    .filter((text) => /^\s*(\{|query\b|mutation\b|fragment\b)/.test(text))
    .map((text) => text.replace(/\$\{(?:\w+\.)*(\w+)[^{}]*\}/g, '<<$1>>'));
  const all = [...new Set(sources)].flatMap((source) => documentOf(schema, source) ?? []);
  return withoutDuplicates(all.map((document) => asSuiteOperation(schema, document)));
}

export const withoutDuplicates = (operations: SuiteOperation[]): SuiteOperation[] => [
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

/** @param document a valid document with one operation */
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
  const rootNames = rootFields.join(' ');
  return {
    text,
    kind: operation.operation as 'query' | 'mutation',
    rootFields,
    variables: (records) =>
      Object.fromEntries([
        ...lifted.map(({ name, value }) => [name, filledIn(value, records)]),
        ...own.flatMap(({ variable, type: node }) => {
          const type = typeFromAST(schema, node as never);
          const name = variable.name.value;
          return isInputType(type) ? [[name, plausible(type, `${name} ${rootNames}`, records)]] : [];
        }),
      ]),
  };
}

/** Replaces `<<name>>` by an id, and an e-mail address by a new one, because addresses are unique. */
function filledIn(value: unknown, records: RecordIds): unknown {
  if (Array.isArray(value)) return value.map((item) => filledIn(item, records));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledIn(inner, records)]));
  if (typeof value !== 'string') return value;
  if (value.includes('@')) return `${records.uuidv7}@example.org`;
  return value.replace(/<<(\w+)>>/g, (_, name: string) => (name === 'PASSWORD' ? PASSWORD : idFor(name, records)));
}

const KINDS: [RegExp, string][] = [
  [/pushSubscription/i, 'push'],
  [/redeliverWebhookEvent|delivery/i, 'delivery'],
  [/webhook|sendWebhookTestEvent/i, 'webhook'],
  [/HarvestDraft|closeHarvest/, 'harvestDraft'],
  [/harvest/i, 'harvest'],
  [/pack/i, 'pack'],
  [/lot/i, 'lot'],
  [/follow/i, 'followUp'],
  [/mite/i, 'miteCount'],
  [/queen|mother/i, 'queen'],
  [/reign/i, 'reign'],
  [/placement/i, 'placement'],
  [/treatment/i, 'treatment'],
  [/assign/i, 'assignment'],
  [/draft|completeInspection/i, 'draft'],
  [/reverseStockMovement/i, 'movement'],
  [/import/i, 'fileImport'],
  [/keeper/i, 'keeper'],
  [/task/i, 'task'],
  [/question/i, 'question'],
  [/inspection/i, 'inspection'],
  [/session/i, 'session'],
  [/hive|recordLoss/i, 'beehive'],
  [/item|stock|exit|inventory_id/i, 'item'],
  [/apiar|inventory/i, 'apiary'],
  [/user|account|subject|profile/i, 'account'],
];

/** @param names separated by spaces; the first that matches a kind decides */
function idFor(names: string, records: RecordIds): string {
  for (const name of names.split(' ')) {
    if (records[name] !== undefined) return records[name];
    const kind = KINDS.find(([pattern]) => pattern.test(name));
    if (kind) return records[kind[1]]!;
  }
  return records.uuidv7!;
}

/** Returns a plausible value of a type, for an argument or field with these names. */
function plausible(type: GraphQLInputType, names: string, records: RecordIds): unknown {
  if (isNonNullType(type)) return plausible(type.ofType, names, records);
  if (isListType(type)) return [plausible(type.ofType, names, records)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const all = Object.values(type.getFields());
    const wanted = type.isOneOf
      ? all.slice(0, 1)
      : all.filter(
          (field) =>
            isRequiredInputField(field) || /^(name|itemName|text|beehiveNumber|notes|quantity)$/.test(field.name),
        );
    return Object.fromEntries(wanted.map((f) => [f.name, plausible(f.type, `${f.name} ${names}`, records)]));
  }
  const [name = ''] = names.split(' ');
  const values: Record<string, unknown> = {
    ID: idFor(names, records),
    Int: 3,
    Float: 1.5,
    Boolean: true,
    DateTime: '2026-05-01T08:00:00Z',
    LocalDate: '2026-05-01',
    Decimal: '12.5',
  };
  if (/email/i.test(name)) return `${records.uuidv7}@example.org`;
  if (/password/i.test(name)) return PASSWORD;
  if (/after|cursor/i.test(name)) return null;
  return values[type.name] ?? 'a text';
}
