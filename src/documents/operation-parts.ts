// What the OpenAPI descriptions of downloads have in common.
import type { JsonSchema } from '../rest/openapi/schemas.js';

export const queryParameter = (name: string, description: string, schema: object): JsonSchema => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

/** The responses of these statuses, and those that may happen always. */
export const refusalsOf = (...statuses: number[]): JsonSchema => ({
  ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
  default: { $ref: '#/components/responses/Refused' },
});
/** The refusals of a download that needs a log-in and may name a record. */
export const REFUSALS = refusalsOf(400, 401, 404);
