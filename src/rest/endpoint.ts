// Compiles each route once, at start: its document is parsed and turned into three functions, which read the request, execute the
// operation and write the response. A test validates the documents against the schema.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  type ValueNode,
  visit,
} from 'graphql';
import { type Execute, engineOf } from '../engine/engine.js';
import { describeProblems, type PresentedError, type PresentedProblem } from '../errors.js';
import { type Cost, estimateCost } from '../graphql/cost.js';
import { collectFragments, type Fragments } from '../graphql/document.js';
import { findTagFields, selectTagFields } from './entity-tag.js';
import { declaresIfMatch, declaresLanguage } from './header-variables.js';
import { toRestWords } from './openapi/rest-words.js';
import type { Parameters } from './query.js';
import { createRequestReader, nameParameters, type RequestParts, type RequestVariables } from './request.js';
import { createResponseWriter, findRecord, type RestResponse, type SelectedRecord } from './response.js';
import type { Route } from './route.js';

export interface Endpoint {
  /** The operation's name. */
  name: string;
  isPublic: boolean;
  /** The access rules of the root field. */
  access: object;
  /** What its query string may contain. */
  parameters: Parameters;
  read: (parts: RequestParts) => RequestVariables;
  execute: Execute;
  /** The cost of its document. */
  cost: Cost;
  write: (data: Record<string, unknown>) => RestResponse;
  /** Whether the header `If-Match` may demand a version of the record. */
  readsIfMatch: boolean;
  /** Whether the response, or what is created, has texts in the language of the request. */
  readsLanguage: boolean;
  /** Returns an error with the wire names of its fields. */
  inWireNames: (error: PresentedError, nameOf: RequestVariables['nameOf']) => PresentedError;
}

/** The parsed document of a route, with its root field in the schema. */
export interface ParsedRoute {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  root: FieldNode;
  field: GraphQLField<unknown, unknown>;
  /** The record, or the list, that the response contains: that of the root field, or of its payload. */
  record: SelectedRecord;
  fragments: Fragments;
}

/** @returns a function that compiles routes for this schema */
export function createCompileRoute(schema: GraphQLSchema): (route: Route) => Endpoint {
  const parseRoute = createParseRoute(schema);
  return (route) => {
    const { document: source, operation, root, field, record, fragments } = parseRoute(route);
    const tagFields = findTagFields(record.type);
    const tagged = selectTagFields(source, record.node, tagFields);
    const document: DocumentNode = visit(tagged, { Directive: () => null });
    const wireNames = readWireNames(root);
    const writer = createResponseWriter(record, fragments, tagFields);
    let prepared: Execute | undefined;
    return {
      name: operation.name!.value,
      isPublic: field.extensions.public === true,
      access: field.extensions,
      parameters: nameParameters(operation, route),
      read: createRequestReader(schema, operation, route),
      execute: (context, variables) => {
        prepared ??= engineOf(schema).prepare(schema, document, getOperationAST(document)!, {
          isOnlyWritten: !writer.readsRecords,
        });
        return prepared(context, variables);
      },
      readsIfMatch: declaresIfMatch(operation),
      readsLanguage: declaresLanguage(operation),
      cost: estimateCost(schema, document, operation),
      write: writer.write,
      inWireNames: (error, nameOf) => {
        if (!error.fields) return error;
        const fields = error.fields.map(({ field, ...problem }): PresentedProblem => {
          // Problems of the fields of an input do not name it, those of a filter do.
          const path = field.replace(/^filter\./, '').split('.');
          // What names the variable is the whole of the path, or its beginning: `state.broodFrames` is `hive.brood_frames`.
          const length = path.findLastIndex((_, i) => wireNames.has(path.slice(0, i + 1).join('.'))) + 1 || 1;
          const variable = path.slice(0, length).join('.');
          const message = problem.questionId ? problem.message : toRestWords(problem.message);
          return { ...problem, field: nameOf(wireNames.get(variable) ?? variable, path.slice(length)), message };
        });
        // The message of a conflict has what users call their records.
        return error.code === 'BAD_USER_INPUT'
          ? { ...error, fields, message: describeProblems(fields) }
          : { ...error, fields };
      },
    };
  };
}

/** @returns a function that parses the document of a route. It throws if it is not one operation with one root field. */
export function createParseRoute(
  schema: GraphQLSchema,
): (route: Pick<Route, 'method' | 'path' | 'document'>) => ParsedRoute {
  return ({ method, path, document: source }) => {
    const document = parse(source);
    const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
    const [operation] = operations;
    const [root, ...others] = operation?.selectionSet.selections ?? [];
    const isOne = operation?.name && operations.length === 1 && root?.kind === Kind.FIELD && others.length === 0;
    if (!isOne) throw new Error(`${method} ${path}: the document must contain one named operation with one root field`);
    const field = schema.getRootType(operation.operation)!.getFields()[root.name.value]!;
    const fragments = collectFragments(document);
    return { document, operation, root, field, record: findRecord(root, field.type, fragments), fragments };
  };
}

/** Maps the fields of an input to wire names: `state: { foodFrames: $food_frames }` maps `state.foodFrames` to `food_frames`. */
function readWireNames({ arguments: args = [] }: FieldNode): Map<string, string> {
  const names = new Map<string, string>();
  const addValue = (value: ValueNode, path: string): void => {
    if (value.kind === Kind.VARIABLE) names.set(path, value.name.value);
    if (value.kind === Kind.OBJECT)
      for (const field of value.fields) addValue(field.value, `${path}.${field.name.value}`);
    if (value.kind === Kind.LIST) for (const [i, one] of value.values.entries()) addValue(one, `${path}.${i}`);
  };
  // Problems are those of the only argument, or name it.
  for (const arg of args)
    if (arg.value.kind === Kind.OBJECT) for (const { name, value } of arg.value.fields) addValue(value, name.value);
    else addValue(arg.value, arg.name.value);
  return names;
}
