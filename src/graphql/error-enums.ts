// What an error is called: the schema has the names as types, and `extensions` of an error as texts.
import { defineEnum, type EnumOf } from '../shared/define-enum.js';
import { CODES, type Code } from '../shared/error-codes.js';
import { REASONS } from '../shared/error-reasons.js';

export const ErrorCode = defineEnum(
  'ErrorCode',
  'The kind of an error: `extensions.code` has these names, or that of a malformed request, such as `GRAPHQL_VALIDATION_FAILED`.',
  Object.fromEntries(Object.entries(CODES).map(([code, [, meaning]]) => [code, meaning])) as Record<Code, string>,
);
export type ErrorCode = EnumOf<typeof ErrorCode>;

export const ErrorReason = defineEnum(
  'ErrorReason',
  'The cause of an error where its code is not specific enough: `extensions.reason` has these names. Later versions may add some.',
  REASONS,
);
export type ErrorReason = EnumOf<typeof ErrorReason>;
