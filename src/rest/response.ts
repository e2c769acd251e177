// Converts the result of an operation to the response of an endpoint. The aliases in the document set the names; the rest is done here:
//   @rfc1123   formats a date as `Wed, 18 Mar 2026 04:47:59 GMT`, the only format that the mobile app reads in an apiary
//   @flatten   moves the fields of an object into the enclosing object
//   An enum is sent as its stored value, and a connection as the array of its nodes.
import {
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  type SelectionSetNode,
} from 'graphql';
import { collectFields, type Fragments } from '../graphql/document.js';
import { recordFieldOf } from '../graphql/payload.js';
import { takeTagState } from './entity-tag.js';

export const DIRECTIVES = 'directive @rfc1123 on FIELD directive @flatten on FIELD';

type Data = Record<string, unknown>;
type Writer = (value: unknown) => unknown;

export const hasDirective = (node: FieldNode, name: string): boolean =>
  node.directives?.some((d) => d.name.value === name) ?? false;
export const readResponseKey = (node: FieldNode): string => node.alias?.value ?? node.name.value;

const rfc1123: Writer = (date) => (date === null ? null : new Date(String(date)).toUTCString());

function createEnumWriter(type: GraphQLEnumType): Writer | undefined {
  if (type.getValues().every(({ name, value }) => name === value)) return undefined;
  return (name) => (name === null ? null : type.getValue(String(name))?.value);
}

/** Called once per endpoint. @returns undefined if the value needs no conversion */
function createValueWriter(node: FieldNode, type: GraphQLOutputType, fragments: Fragments): Writer | undefined {
  if (hasDirective(node, 'rfc1123')) return rfc1123;
  const named = getNamedType(type);
  const write = isEnumType(named)
    ? createEnumWriter(named)
    : node.selectionSet && createObjectWriter(node.selectionSet, named as GraphQLObjectType, fragments);
  if (!write) return undefined;
  return (value) => (Array.isArray(value) ? value.map(write) : write(value));
}

function createObjectWriter(set: SelectionSetNode, type: GraphQLObjectType, fragments: Fragments): Writer | undefined {
  const steps: ((object: Data) => void)[] = [];
  for (const node of collectFields(set, fragments)) {
    const key = readResponseKey(node);
    const write = createValueWriter(node, type.getFields()[node.name.value]!.type, fragments);
    if (write) steps.push((object) => Object.assign(object, { [key]: write(object[key]) }));
    if (!hasDirective(node, 'flatten')) continue;
    steps.push((object) => {
      Object.assign(object, object[key]);
      delete object[key];
    });
  }
  if (steps.length === 0) return undefined;
  return (value) => {
    if (value !== null) for (const step of steps) step(value as Data);
    return value;
  };
}

export interface RestResponse {
  body: unknown;
  /** The cursor of the next page of a list, if there is one. */
  nextCursor?: string | undefined;
  /** What the tag of one record begins with. */
  tagState?: string | undefined;
}

/** Returns the field `nodes` of a connection; undefined for any other selection. */
export function findNodesField({ selectionSet }: FieldNode, fragments: Fragments): FieldNode | undefined {
  return collectFields(selectionSet, fragments).find((field) => field.name.value === 'nodes');
}

export interface ResponseWriter {
  write: (data: Data) => RestResponse;
  /** Whether it reads the records of the result, which are otherwise passed on as they are. */
  readsRecords: boolean;
}

/** What a response contains of the result of an operation. */
export interface SelectedRecord {
  node: FieldNode;
  type: GraphQLOutputType;
  /** Returns it from the data. */
  read: (data: Data) => unknown;
}

/** Looks through the payload of a mutation: a response over REST is the record itself. */
export function findRecord(root: FieldNode, type: GraphQLOutputType, fragments: Fragments): SelectedRecord {
  const key = readResponseKey(root);
  const payload = getNamedType(type);
  const name = recordFieldOf(payload);
  const node = collectFields(root.selectionSet, fragments).find((field) => field.name.value === name);
  if (name === undefined || !node) return { node: root, type, read: (data) => data[key] };
  const inner = readResponseKey(node);
  return {
    node,
    type: (payload as GraphQLObjectType).getFields()[name]!.type,
    read: (data) => (data[key] as Data)[inner],
  };
}

/** Called once per endpoint, with the document before its directives are removed. @param tagFields of the record */
export function createResponseWriter(
  { node, type, read }: SelectedRecord,
  fragments: Fragments,
  tagFields: string[],
): ResponseWriter {
  const nodes = findNodesField(node, fragments);
  if (!nodes) {
    const write = createValueWriter(node, type, fragments);
    return {
      write: (data) => {
        const value = read(data);
        return { tagState: takeTagState(value, tagFields), body: write ? write(value) : value };
      },
      readsRecords: write !== undefined,
    };
  }
  const nodesType = (getNamedType(type) as GraphQLObjectType).getFields().nodes!.type;
  const write = createValueWriter(nodes, nodesType, fragments);
  return {
    write: (data) => {
      const page = read(data) as { nodes: unknown; pageInfo?: { hasNextPage: boolean; endCursor: string | null } };
      const nextCursor = page.pageInfo?.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
      return { body: write ? write(page.nodes) : page.nodes, nextCursor };
    },
    readsRecords: write !== undefined,
  };
}
