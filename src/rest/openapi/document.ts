// THE OPENAPI DOCUMENT, derived from the rows of routes/ and the GraphQL schema: nothing of it is written beside them.
import type { GraphQLSchema } from 'graphql';
import { routes, TAGS } from '../routes/index.js';
import { createOperationWriter } from './operation.js';
import { type JsonSchema, Schemas } from './schemas.js';
import { components } from './shared.js';

const DESCRIPTION = `
Apiaries, hives, inspections and inventory for beekeepers: the REST door, as the mobile app uses it. New clients have the
[GraphQL schema](/graphql), where all of this and more can be asked for in one request; both doors lead to the same records and rules.

- Names are snake_case; the camelCase names of the entities are read as well. Unknown names in a body are ignored.
- A PUT changes what it names: what is left out stays as it is, \`null\` clears.
- Lists are whole (up to 10,000) or, with \`first\` and \`after\`, in pages that the \`Link\` header continues.
- A trailing slash is the same resource.
- A DELETE of something of yours that is gone already is answered like the first one.
- Endpoints that are marked as deprecated say in their headers since when, until when, and what takes their place.`.trim();

export interface Extra {
  path: string;
  operation: JsonSchema;
}

interface About {
  /** Of the service. */
  version: string;
  /** Endpoints that are not rows of the table. */
  extras: Extra[];
}

export function buildOpenApiDocument(schema: GraphQLSchema, { version, extras }: About): JsonSchema {
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
