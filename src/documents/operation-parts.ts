// What the OpenAPI descriptions of downloads have in common.
import type { JsonSchema } from '../rest/openapi/schemas.js';

export const queryParameter = (name: string, description: string, schema: object): JsonSchema => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

/** The refusals of a download that needs a log-in and may name a record. */
export const REFUSALS: JsonSchema = {
  ...Object.fromEntries([400, 401, 404].map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
  default: { $ref: '#/components/responses/Refused' },
};
