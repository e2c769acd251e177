// The entity tag (RFC 9110) of a response that is one record: its version, and a hash of the body, which also contains what is no new
// version (a quantity, a count). A change with `If-Match` compares the version, a read with `If-None-Match` the whole tag. A document
// declares the variable below for the version that a change demands; the version itself is in no body.
import { createHash } from 'node:crypto';
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

/** Takes the version out of the result of the root field. */
export function takeVersion(record: unknown): number | undefined {
  if (record === null || typeof record !== 'object' || !(KEY in record)) return undefined;
  const { [KEY]: version } = record;
  delete (record as Record<string, unknown>)[KEY];
  return version as number;
}

const HASH_CHARACTERS = 16;

/** @param json the body, as it is sent */
export function createTag(version: number, json: string | Buffer): string {
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, HASH_CHARACTERS);
  return `"${version}-${hash}"`;
}

/** One entity tag. A proxy that compresses responses makes it weak, or appends a word: it still names the same version. */
const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const VERSION = /^([1-9]\d{0,8})(?:-|$)/;
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
  return Number(VERSION.exec(tag)?.[1] ?? NO_VERSION);
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
