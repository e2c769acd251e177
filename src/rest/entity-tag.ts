// The entity tag (RFC 9110) of a response that is one record: its version, its quantity if it has one, and a hash of the body, which also
// contains what is no new version (a count). A change with `If-Match` compares the version and, where it matters, the quantity; a read
// with `If-None-Match` the whole tag. A document declares the variables below for what a change demands; the version itself is in no body.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  getNullableType,
  isObjectType,
  Kind,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { AppError, type FieldProblem } from '../errors.js';
import { INT_MAX } from '../shared/text.js';

const IF_MATCH = 'if_match';
const IF_MATCH_QUANTITY = 'if_match_quantity';
const VARIABLES = [IF_MATCH, IF_MATCH_QUANTITY];
/** Whether only the header sets a variable: the version that the client expects, or the quantity. */
export const isSetByIfMatch = ({ variable }: VariableDefinitionNode): boolean =>
  VARIABLES.includes(variable.name.value);

/** The version of a treatment is its revision. */
const VERSIONS = ['version', 'revision'];
/** Clients set it, and it changes without a new version. */
const QUANTITY = 'quantity';

/** Returns the fields with which the tag begins, if the type of a root field is one record with a version. */
export function findTagFields(type: GraphQLOutputType): string[] {
  const record = getNullableType(type);
  if (!isObjectType(record)) return [];
  const names = record.getFields();
  const version = VERSIONS.find((name) => name in names);
  if (!version) return [];
  return QUANTITY in names ? [version, QUANTITY] : [version];
}

/** The name of a field of the tag in the result of an operation. */
const keyOf = (field: string): string => `etag_${field}`;

/** Adds the fields to the selection of the root field. */
export function selectTagFields(document: DocumentNode, root: FieldNode, fields: string[]): DocumentNode {
  if (fields.length === 0) return document;
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const added = fields.map((field): FieldNode => ({ kind: Kind.FIELD, alias: name(keyOf(field)), name: name(field) }));
  const selectionSet = { ...root.selectionSet!, selections: [...root.selectionSet!.selections, ...added] };
  return visit(document, { Field: (node) => (node === root ? { ...node, selectionSet } : undefined) });
}

/** Takes the values of the fields out of the result of the root field. @returns what the tag begins with, such as `3`, or `3.10` */
export function takeTagState(record: unknown, fields: readonly string[]): string | undefined {
  if (fields.length === 0 || record === null || typeof record !== 'object') return undefined;
  const values = record as Record<string, unknown>;
  const state = fields.map((field) => values[keyOf(field)]).join('.');
  for (const field of fields) delete values[keyOf(field)];
  return state;
}

const HASH_CHARACTERS = 16;

/** @param json the body, as it is sent */
export function createTag(state: string, json: string | Buffer): string {
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, HASH_CHARACTERS);
  return `"${state}-${hash}"`;
}

/** One entity tag. A proxy that compresses responses makes it weak, or appends a word: it still names the same version. */
const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const STATE_OF_TAG = /^([1-9]\d{0,8})(?:\.(\d{1,10}))?(?:-|$)/;
/** The version, or the quantity, of no record. */
const NONE = -1;

/**
 * Reads the header `If-Match`. A change that sets the quantity demands that of the tag, and is refused without one; a deletion demands it if the
 * tag has one; any other change needs the version alone.
 * @returns the variables for what it demands; undefined if any record will do
 * @throws BAD_USER_INPUT for anything but `*` and one entity tag
 */
export function readIfMatch(
  header: string | undefined,
  { setsQuantity, isDeletion }: { setsQuantity: boolean; isDeletion: boolean },
): Record<string, number> | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tag = TAG.exec(header.trim())?.[1];
  if (tag === undefined)
    throw AppError.badInput([{ field: 'If-Match', message: 'must be the ETag of a response, or *' }]);
  const [, version, quantity] = STATE_OF_TAG.exec(tag) ?? [];
  const toInt = (digits: string | undefined): number => (Number(digits) <= INT_MAX ? Number(digits) : NONE);
  const demandsQuantity = setsQuantity || (isDeletion && quantity !== undefined);
  return { [IF_MATCH]: toInt(version), ...(demandsQuantity && { [IF_MATCH_QUANTITY]: toInt(quantity) }) };
}

/**
 * Returns the preconditions of a change that nothing compares, which must not be ignored (RFC 9110, 13.2.1). A read has none: only `If-None-Match`
 * asks it for something, a shorter response.
 * @param readsIfMatch whether the endpoint compares `If-Match`
 */
export function findIgnoredConditions(headers: IncomingHttpHeaders, readsIfMatch: boolean): FieldProblem[] {
  const ignored = readsIfMatch ? ['If-None-Match'] : ['If-Match', 'If-None-Match'];
  return ignored
    .filter((name) => headers[name.toLowerCase()] !== undefined)
    .map((field) => ({ field, message: 'is not compared here' }));
}

const TAGS = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Returns whether the header `If-None-Match` names the tag: `*`, or a list that contains it, weak or not. Whatever else it says matches
 * nothing.
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || (header.match(TAGS)?.includes(tag) ?? false);
}
