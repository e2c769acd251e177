// Reads a list page by page, by executing its document as the REST API does: filters, roles and scopes are those of GraphQL.
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  type VariableDefinitionNode,
} from 'graphql';
import type { Context } from '../../context.js';
import { PageSize } from '../../database/page-size.js';
import { type Execute, engineOf } from '../../engine/engine.js';
import { AppError, asAppError } from '../../errors.js';
import { createRequestReader } from '../../rest/request.js';
import { toSnakeCase } from '../../shared/text.js';
import type { List, Node } from './list.js';

/** The records of a page: with all that belongs to them, it is a few thousand objects at most. */
const MAX_RECORDS = 100;
const OWN_VARIABLES = ['page', 'cursor'];
const ALL_APIARIES = `query ($page: Int, $cursor: String) {
  apiaries(first: $page, after: $cursor) { nodes { id } pageInfo { hasNextPage endCursor } }
}`;

type Variables = Record<string, unknown>;
interface Connection {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

export interface ListReader {
  /** Its variables are the filters. */
  filters: OperationDefinitionNode;
  /** @throws BAD_USER_INPUT naming the filters that are wrong */
  readFilters: (query: Variables) => Variables;
  /** The nodes in pages. */
  read: (context: Context, variables: Variables) => AsyncGenerator<Node[]>;
}

/** Returns what reads a document. */
export type ReaderOf = (document: string) => ListReader;

/** Each document is prepared when it is read first. */
export function createListReaders(schema: GraphQLSchema): ReaderOf {
  const readers = new Map<string, ListReader>();
  const readerOf = (document: string): ListReader => {
    const reader = readers.get(document) ?? createReader(schema, document, () => readerOf(ALL_APIARIES));
    readers.set(document, reader);
    return reader;
  };
  return readerOf;
}

/** What a client may send: without what is set here, and with what may be absent because all apiaries are read. */
export function filtersOf(document: DocumentNode): OperationDefinitionNode {
  const operation = getOperationAST(document)!;
  const variableDefinitions = (operation.variableDefinitions ?? [])
    .filter(({ variable }) => !OWN_VARIABLES.includes(variable.name.value))
    .map((one) => ({ ...one, type: one.type.kind === Kind.NON_NULL_TYPE ? one.type.type : one.type }));
  return { ...operation, variableDefinitions };
}

function createReader(schema: GraphQLSchema, source: string, allApiaries: () => ListReader): ListReader {
  const document = parse(source);
  const filters = filtersOf(document);
  const execute = engineOf(schema).prepare(schema, document, getOperationAST(document)!, { isOnlyWritten: false });
  const readRequest = createRequestReader(schema, filters, {});
  const isOfOneApiary = getOperationAST(document)!.variableDefinitions!.some(requiresApiary);
  return {
    filters,
    readFilters: (query) => {
      const { variables, problems } = readRequest({ params: {}, body: {}, query });
      if (problems.length > 0) throw AppError.badInput(problems);
      return variables;
    },
    read: async function* (context, variables) {
      const size = new PageSize(context.rowLimit, MAX_RECORDS);
      const readAll = (some: Variables) => readPages((page) => execute(context, { ...some, ...page }), context, size);
      if (!isOfOneApiary || variables.apiary_id != null) return yield* readAll(variables);
      for await (const apiaries of allApiaries().read(context, {}))
        for (const { id } of apiaries) yield* readAll({ ...variables, apiary_id: id });
    },
  };
}
const requiresApiary = ({ variable, type }: VariableDefinitionNode): boolean =>
  variable.name.value === 'apiary_id' && type.kind === Kind.NON_NULL_TYPE;

async function* readPages(
  execute: (page: Variables) => ReturnType<Execute>,
  context: Context,
  size: PageSize,
): AsyncGenerator<Node[]> {
  let cursor: string | undefined;
  const read = async (page: number): Promise<Connection> => {
    await context.nextTurn();
    const { data, errors } = await execute({ page, cursor });
    // Loaders remember what they have read, which is of no use to the next page.
    context.loaders.clear();
    if (errors?.[0]) throw asAppError(errors[0])?.renamed(toWireName) ?? errors[0];
    return findConnection(data);
  };
  do {
    const { nodes, pageInfo } = await size.read(read);
    yield nodes;
    cursor = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
  } while (cursor);
}

function findConnection(data: unknown): Connection {
  let found = data as Record<string, unknown>;
  while (!('nodes' in found)) found = Object.values(found)[0] as Record<string, unknown>;
  return found as object as Connection;
}

const toWireName = (field: string): string =>
  field
    .replace(/^filter\./, '')
    .split('.')
    .map(toSnakeCase)
    .join('.');

/** The rows of a list, page by page. */
export async function* rowsOf({ rows }: List, pages: AsyncIterable<Node[]>): AsyncGenerator<Node[]> {
  for await (const nodes of pages) yield rows ? nodes.flatMap(rows) : nodes;
}
