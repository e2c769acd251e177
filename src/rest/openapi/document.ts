// Generates the OpenAPI document from the routes and the GraphQL schema.
import type { GraphQLSchema } from 'graphql';
import { routes, TAGS } from '../routes/index.js';
import { createOperationWriter } from './operation.js';
import { describeInRestWords } from './rest-words.js';
import { type JsonSchema, Schemas } from './schemas.js';
import { components } from './shared.js';

const INTRODUCTION = `Apiaries, hives, inspections, treatments and inventory for beekeepers: the REST API that the mobile app uses. New clients should use the GraphQL API at \`/graphql\`, which offers more. Both APIs share the same records and rules.`;

/** What holds for every operation, in Markdown. The page with the documentation shows it below the operations. */
export const CONVENTIONS = [
  `Names of keys and of parameters of the query are snake_case; camelCase names are also read. Unknown keys in a body are ignored; a parameter of the query that the endpoint does not have is refused.`,
  `A PUT changes the fields that it contains; \`null\` clears a field.`,
  `A list is returned whole (up to 10,000 rows) or, with \`first\` and \`after\`, in pages; the \`Link\` header names the next page.`,
  `A trailing slash in a path is ignored.`,
  `The service chooses the ids of new records: an \`id\` in a body is ignored. To create a record once, also if the response is lost, send an \`Idempotency-Key\`.`,
  `A repeated DELETE of a record of yours returns the same response as the first.`,
  `A response that is one record has an \`ETag\`. Send it as \`If-Match\` with a change or a deletion that must not overwrite those of others, and as \`If-None-Match\` to read the record only if it is another: otherwise the response is 304. A change that compares neither refuses them.`,
  `The headers of a deprecated endpoint state the date of its deprecation, the date of its removal and its replacement.`,
  `A refused request returns \`{ "message", "error", "error_code" }\`. The first two hold the same text for people; programs read the third, whose values are in the schema \`Error\`, and \`fields\`, which names each wrong field of the input: \`[{ "field": "hive_number", "message": "…" }]\`.`,
];

export interface ExtraEndpoint {
  path: string;
  /** If it is not `get`. */
  method?: 'put' | 'post';
  /** Or a function, which adds the schemas that it refers to. */
  operation: JsonSchema | ((schemas: Schemas) => JsonSchema);
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
  for (const route of routes) add(route.path, route.method, describeInRestWords(describe(route)));
  for (const { path, method = 'get', operation } of extras)
    add(path, method, typeof operation === 'function' ? operation(schemas) : operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Beekeeping',
      version,
      description: [INTRODUCTION, CONVENTIONS.map((one) => `- ${one}`).join('\n')].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components,
      schemas: describeInRestWords({ ...components.schemas, ...schemas.components }),
    },
  };
}
