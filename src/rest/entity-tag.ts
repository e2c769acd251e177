// The version of a record as an entity tag (RFC 9110): the header `ETag` of a response that is one record, and `If-Match` of a request
// that changes it. A document declares the variable below; the version itself is in no body.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  getNullableType,
  isObjectType,
  Kind,
  visit,
} from 'graphql';
import { AppError } from '../errors.js';

/** The variable for the version that the client expects. Only the header sets it. */
export const IF_MATCH = 'if_match';
/** The name of the version in the result of an operation. */
const KEY = 'etag';

/** Returns the field with the version of a record, if the type of a root field is one record with a version. That of a treatment is its revision. */
export function findVersionField(type: GraphQLOutputType): string | undefined {
  const record = getNullableType(type);
  return isObjectType(record) ? ['version', 'revision'].find((field) => field in record.getFields()) : undefined;
}

/** Adds the version to the selection of the root field. */
export function selectVersion(document: DocumentNode, root: FieldNode, field: string): DocumentNode {
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const version: FieldNode = { kind: Kind.FIELD, alias: name(KEY), name: name(field) };
  const selections = [...root.selectionSet!.selections, version];
  const selectionSet = { ...root.selectionSet!, selections };
  return visit(document, { Field: (node) => (node === root ? { ...node, selectionSet } : undefined) });
}

/** Takes the version out of the result of the root field. @returns the entity tag */
export function takeTag(record: unknown): string | undefined {
  if (record === null || typeof record !== 'object' || !(KEY in record)) return undefined;
  const { [KEY]: version } = record;
  delete (record as Record<string, unknown>)[KEY];
  return `"${version}"`;
}

/** One entity tag. A proxy that compresses responses makes it weak: it still names the same version. */
const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
/** The version of no record. */
const NO_VERSION = 0;

/**
 * Reads the header `If-Match`.
 * @returns the version that it demands; undefined if any will do
 * @throws BAD_USER_INPUT for anything but `*` and one entity tag
 */
export function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tag = TAG.exec(header.trim())?.[1];
  if (tag === undefined) throw AppError.badInput([{ field: 'If-Match', message: 'must be an ETag such as "3", or *' }]);
  return /^[1-9]\d{0,8}$/.test(tag) ? Number(tag) : NO_VERSION;
}
