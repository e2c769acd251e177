// Generates the OpenAPI document from the routes and the GraphQL schema.
import type { GraphQLSchema } from 'graphql';
import { routes, TAGS } from '../routes/index.js';
import { describeErrorCodes } from './error-codes.js';
import { createOperationWriter } from './operation.js';
import { type JsonSchema, Schemas } from './schemas.js';
import { components } from './shared.js';

const DESCRIPTION = `
Apiaries, hives, inspections, treatments and inventory for beekeepers: the REST API that the mobile app uses. New clients should use the
GraphQL API at \`/graphql\`, which offers more and can query several resources in one request. Both APIs share the same records and rules.

- Names are snake_case; camelCase names are also read. Unknown keys in a body are ignored.
- A PUT changes the fields that it contains; \`null\` clears a field.
- A list is returned whole (up to 10,000 rows) or, with \`first\` and \`after\`, in pages; the \`Link\` header names the next page.
- A trailing slash in a path is ignored.
- The service chooses the ids of new records: an \`id\` in a body is ignored. To create a record once, also if the response is lost, send an \`Idempotency-Key\`.
- A repeated DELETE of a record of yours returns the same response as the first.
- A response that is one record has its version as \`ETag\`. Send it as \`If-Match\` with a change or a deletion that must not overwrite those of others.
- The headers of a deprecated endpoint state the date of its deprecation, the date of its removal and its replacement.

## Errors

A refused request returns \`{ "message", "error", "error_code" }\`. The first two hold the same text for people; programs read the third.

${describeErrorCodes()}`.trim();

export interface ExtraEndpoint {
  path: string;
  operation: JsonSchema;
}

interface DocumentOptions {
  /** The version of the service. */
  version: string;
  /** Endpoints that are not in routes/. */
  extras: ExtraEndpoint[];
}

export function buildOpenApiDocument(schema: GraphQLSchema, { version, extras }: DocumentOptions): JsonSchema {
  const schemas = new Schemas();
  const describe = createOperationWriter(schema, schemas);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const add = (path: string, method: string, operation: JsonSchema): void => {
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method]: operation };
  };
  for (const route of routes) add(route.path, route.method, describe(route));
  for (const { path, operation } of extras) add(path, 'get', operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Beekeeping',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components,
      schemas: { ...components.schemas, ...schemas.components },
    },
  };
}
