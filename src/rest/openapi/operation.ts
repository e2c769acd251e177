// ONE ROW, as OpenAPI describes it: everything is read off the row, its document and the schema.
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, getNullableType } from 'graphql';
import { isIdempotent } from '../../idempotency/idempotent-mutation.js';
import { createParseRoute, type ParsedRoute } from '../endpoint.js';
import { nodesOf } from '../response.js';
import { deprecationHeaders, type Route } from '../route.js';
import { type Input, readInputs } from './inputs.js';
import type { JsonSchema, Schemas } from './schemas.js';
import { errorResponses, responseHeaders } from './shared.js';

/** @returns the function that describes the routes of this schema, and adds to `schemas` what they share */
export function createOperationWriter(schema: GraphQLSchema, schemas: Schemas): (route: Route) => JsonSchema {
  const parseRoute = createParseRoute(schema);

  return (route) => {
    const { method, path, status, deprecated, fallback } = route;
    const parts = parseRoute(route);
    const all = [parts, ...(fallback ? [parseRoute({ ...route, document: fallback })] : [])];
    const { operation, field } = parts;
    const { public: isPublic, credential: isCredential } = field.extensions as {
      public?: boolean;
      credential?: boolean;
    };
    const described =
      route.description ?? all.map((one) => one.field.description).join('\n\nWhere there is none with this id: ');
    const isQuery = method === 'get';
    const mayReplay = !isQuery && isIdempotent(field.extensions);
    const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name!));
    const inputs = readInputs(schema, operation, route);
    const body = isQuery ? [] : inputs.filter(({ name }) => !inPath.has(name));
    const parameters = inputs
      .filter((input) => !body.includes(input))
      .map((input) => parameter(input, inPath.has(input.name) ? 'path' : 'query', route, schemas));
    if (mayReplay) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
    const instead = deprecated && `Use \`${deprecated.successor}\` of the GraphQL schema instead.`;
    const headers = responseHeaders({
      pages: all.some(({ root, fragments }) => nodesOf(root, fragments)),
      mayReplay,
      deprecation: Object.keys(deprecationHeaders(route)),
    });
    const content = all.map((one) => answerSchema(one, route, schemas));
    return {
      operationId: operation.name!.value,
      tags: [path.split('/')[1]],
      summary: words(operation.name!.value),
      description: [status === 204 ? withoutAnswer(described) : described, instead].filter(Boolean).join('\n\n'),
      ...(deprecated && { deprecated: true }),
      ...(isPublic && { security: [] }),
      ...(parameters.length > 0 && { parameters }),
      ...(body.length > 0 && { requestBody: requestBody(body, route, schemas) }),
      responses: {
        [status]: {
          description: SUCCESS[status],
          ...headers,
          ...(status !== 204 && {
            content: { 'application/json': { schema: content.length > 1 ? { anyOf: content } : content[0] } },
          }),
        },
        ...errorResponses({
          isPublic,
          isCredential,
          isQuery,
          names: inputs.map(({ type }) => getNamedType(type).name),
        }),
      },
    };
  };
}

const SUCCESS = { 200: 'What was asked for.', 201: 'What was made.', 204: 'Done: there is nothing more to say.' };

/** Descriptions tell what GraphQL gives: here nothing is given. */
const withoutAnswer = (description: string): string =>
  description.replace(/ Gives its id, also when/, ' Done also when').replace(/ Gives [^.]*\./, '');

/** `listHiveAnswers`: List hive answers. */
function words(name: string): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text[0]!.toUpperCase() + text.slice(1);
}

function parameter(
  { name, type, required, description }: Input,
  place: string,
  route: Route,
  schemas: Schemas,
): JsonSchema {
  const example = route.example?.[name];
  return {
    name,
    in: place,
    required: place === 'path' || required,
    description,
    // Left out, it is not there; it is never null.
    schema: schemas.presentInput(getNullableType(type), {}),
    ...(example !== undefined && { example }),
  };
}

function requestBody(body: Input[], { aliases = {}, example = {} }: Route, schemas: Schemas): JsonSchema {
  const properties = body.map(({ name, type, description }): [string, JsonSchema] => {
    const schema = schemas.input(type, aliases);
    return [name, description ? { ...schema, description } : schema];
  });
  const required = body.filter((input) => input.required).map(({ name }) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
  const sent = body.filter(({ name }) => example[name] !== undefined).map(({ name }) => [name, example[name]]);
  return {
    required: required.length > 0,
    content: { 'application/json': { schema, example: Object.fromEntries(sent) } },
  };
}

function answerSchema(
  { root, field, fragments }: ParsedRoute,
  { responseBody, status }: Route,
  schemas: Schemas,
): JsonSchema {
  if (status === 204) return {};
  if (responseBody) {
    const said = Object.entries(responseBody).map(([key, text]) => [key, { type: 'string', examples: [text] }]);
    return { type: 'object', properties: Object.fromEntries(said), required: Object.keys(responseBody) };
  }
  const nodes = nodesOf(root, fragments);
  // What is not there is 404, never null.
  if (!nodes) return schemas.present(getNullableType(field.type), root, fragments);
  const connection = getNamedType(field.type) as GraphQLObjectType;
  return schemas.output(connection.getFields().nodes!.type, nodes, fragments);
}
