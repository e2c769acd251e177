// A ROUTE, COMPILED ONCE at boot: its document parsed, checked against the schema and taken apart into what reads a request, what
// executes it and what writes the answer. A document that the schema does not accept stops the boot.
import {
  type ArgumentNode,
  type DocumentNode,
  extendSchema,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  parse,
  validate,
  visit,
} from 'graphql';
import { type PresentedError, problemMessage } from '../errors.js';
import { estimateCost } from '../graphql/cost.js';
import { type Fragments, fragmentsOf } from '../graphql/document.js';
import { createPrepare, type Execute } from '../graphql/executor.js';
import { createRequestReader, type RequestParts, type RequestVariables } from './request.js';
import { createResponseWriter, DIRECTIVES, type RestResponse } from './response.js';
import type { Route } from './route.js';

export interface Endpoint {
  /** The operation's name. */
  name: string;
  isPublic: boolean;
  /** What the field says of who may ask it. */
  access: object;
  read: (parts: RequestParts) => RequestVariables;
  execute: Execute;
  /** How often its document selects the same column under different names. */
  copies: number;
  write: (data: Record<string, unknown>) => RestResponse;
  /** The message with the names of fields as the client knows them. */
  message: (error: PresentedError, sentAs: RequestVariables['sentAs']) => string;
}

/** A document taken apart: what is asked, and of which field of the schema. */
export interface ParsedRoute {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  root: FieldNode;
  field: GraphQLField<unknown, unknown>;
  fragments: Fragments;
}

/** @returns the function that compiles routes for this schema */
export function createCompileRoute(schema: GraphQLSchema): (route: Route) => Endpoint {
  const parseRoute = createParseRoute(schema);
  const prepare = createPrepare(schema);
  return (route) => {
    const { document: written, operation, root, field, fragments } = parseRoute(route);
    const document: DocumentNode = visit(written, { Directive: () => null });
    const wireNames = readWireNames(operation);
    let prepared: Execute | undefined;
    return {
      name: operation.name!.value,
      isPublic: field.extensions.public === true,
      access: field.extensions,
      read: createRequestReader(schema, operation, route),
      execute: (context, variables) => {
        prepared ??= prepare(document);
        return prepared(context, variables);
      },
      copies: estimateCost(schema, document, operation).copies,
      write: createResponseWriter(root, field.type, fragments),
      message: ({ message, fields }, sentAs) => {
        const nameOf = (field: string): string | undefined => {
          const variable = wireNames.get(field);
          return variable && (sentAs.get(variable) ?? variable);
        };
        return fields?.map((problem) => problemMessage(problem, nameOf(problem.field))).join('; ') ?? message;
      },
    };
  };
}

/** @returns the function that takes the document of a route apart. @throws for one that does not fit the schema */
export function createParseRoute(
  schema: GraphQLSchema,
): (route: Pick<Route, 'method' | 'path' | 'document'>) => ParsedRoute {
  const withDirectives = extendSchema(schema, parse(DIRECTIVES));

  return ({ method, path, document: source }) => {
    const document = parse(source);
    const refuse = (why: string): never => {
      throw new Error(`${method} ${path}: ${why}`);
    };
    const invalid = validate(withDirectives, document);
    if (invalid.length > 0) refuse(invalid.map((error) => error.message).join('; '));
    const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
    const [operation] = operations;
    const [root, ...others] = operation?.selectionSet.selections ?? [];
    const isOne = operation?.name && operations.length === 1 && root?.kind === Kind.FIELD && others.length === 0;
    if (!isOne) return refuse('a document has one named operation with one root field');
    const field = schema.getRootType(operation.operation)!.getFields()[root.name.value]!;
    return { document, operation, root, field, fragments: fragmentsOf(document) };
  };
}

/** `{ number: $hive_number }` says that a complaint about `number` is one about `hive_number`. */
function readWireNames(operation: OperationDefinitionNode): Map<string, string> {
  const names = new Map<string, string>();
  const note = ({ name, value }: ArgumentNode | ObjectFieldNode): void => {
    if (value.kind === Kind.VARIABLE) names.set(name.value, value.name.value);
  };
  visit(operation, { ObjectField: note, Argument: note });
  return names;
}
