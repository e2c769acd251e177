// Describes a route in OpenAPI, derived from the route, its document and the schema.
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, getNullableType } from 'graphql';
import { collectFields } from '../../graphql/document.js';
import { isIdempotent } from '../../idempotency/idempotent-mutation.js';
import { toMessage } from '../../messages/message.js';
import { Language } from '../../shared/language.js';
import { capitalize, humanize } from '../../shared/text.js';
import { createParseRoute, type ParsedRoute } from '../endpoint.js';
import { findTagFields } from '../entity-tag.js';
import { declaresIfMatch, declaresLanguage } from '../header-variables.js';
import { findNodesField, readResponseKey } from '../response.js';
import { createDeprecationHeaders, pathParameters, type Route } from '../route.js';
import { type Input, type OtherNames, readInputs } from './inputs.js';
import type { JsonSchema, Schemas } from './schemas.js';
import { errorResponses, responseHeaders } from './shared.js';

/** @returns a function that describes a route, and adds the schemas that routes share to `schemas` */
export function createOperationWriter(schema: GraphQLSchema, schemas: Schemas): (route: Route) => JsonSchema {
  const parseRoute = createParseRoute(schema);

  return (route) => {
    const { method, path, status, deprecated, fallback } = route;
    const parsed = parseRoute(route);
    const all = [parsed, ...(fallback ? [parseRoute({ ...route, document: fallback })] : [])];
    const { operation, field } = parsed;
    const { public: isPublic, permission } = field.extensions as { public?: boolean; permission?: string };
    const text =
      route.description ?? all.map((one) => one.field.description).join('\n\nIf there is none with this id: ');
    const isQuery = method === 'get';
    const mayReplay = !isQuery && isIdempotent(field.extensions);
    const inPath = pathParameters(path);
    const otherNames = isQuery ? {} : namesInResponse(parsed, route);
    const inputs = readInputs(schema, operation, route, otherNames);
    const body = isQuery ? [] : inputs.filter(({ name }) => !inPath.has(name));
    const parameters = inputs
      .filter((input) => !body.includes(input))
      .map((input) => parameter(input, inPath.has(input.name) ? 'path' : 'query', route, schemas));
    if (mayReplay) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
    const readsIfMatch = declaresIfMatch(operation);
    if (readsIfMatch) parameters.push({ $ref: '#/components/parameters/IfMatch' });
    if (declaresLanguage(operation)) parameters.push({ $ref: '#/components/parameters/AcceptLanguage' });
    const isVersioned = status !== 204 && all.some((one) => findTagFields(one.record.type).length > 0);
    const isConditional = isQuery && isVersioned;
    if (isConditional) parameters.push({ $ref: '#/components/parameters/IfNoneMatch' });
    const replacement = deprecated && `Use \`${deprecated.successor}\` of the GraphQL schema instead.`;
    const headers = responseHeaders({
      pages: all.some(({ record, fragments }) => findNodesField(record.node, fragments)),
      mayReplay,
      isVersioned,
      deprecation: Object.keys(createDeprecationHeaders(route)),
    });
    const content = all.map((one) => responseSchema(one, route, schemas));
    return {
      operationId: operation.name!.value,
      tags: [path.split('/')[1]],
      summary: capitalize(humanize(operation.name!.value)),
      description: [status === 204 ? describeWithoutResult(text) : text, replacement].filter(Boolean).join('\n\n'),
      ...(deprecated && { deprecated: true }),
      ...(isPublic && { security: [] }),
      ...(parameters.length > 0 && { parameters }),
      ...(body.length > 0 && {
        requestBody: requestBody(capitalize(operation.name!.value), body, route, otherNames, schemas),
      }),
      responses: {
        [status]: {
          description: SUCCESS[status],
          ...headers,
          ...(status !== 204 && {
            content: { 'application/json': { schema: content.length > 1 ? { anyOf: content } : content[0] } },
          }),
        },
        ...(isConditional && { 304: { $ref: '#/components/responses/NotModified' } }),
        ...errorResponses({
          field: field.name,
          isPublic,
          permission,
          isQuery,
          hasBody: body.length > 0,
          readsIfMatch,
          inputTypes: inputs.map(({ type }) => getNamedType(type).name),
        }),
      },
    };
  };
}

const SUCCESS = {
  200: 'The request succeeded.',
  201: 'The record was created.',
  202: 'The work has begun: the record at `Location` says how far it is.',
  204: 'The request succeeded; there is no body.',
};

/** Removes the sentence about the result of a GraphQL field: a 204 response has none. */
const describeWithoutResult = (description: string): string =>
  description.replace(/ Returns its id, also if/, ' Succeeds also if').replace(/ Returns [^.]*\./, '');

function parameter(
  { name, type, required, description, keywords }: Input,
  location: string,
  route: Route,
  schemas: Schemas,
): JsonSchema {
  const example = route.example?.[name];
  return {
    name,
    in: location,
    required: location === 'path' || required,
    description,
    // A parameter may be absent, but not null.
    schema: schemas.presentInput(getNullableType(type), {}, keywords),
    ...(example !== undefined && { example }),
  };
}

/** The names of what is sent under which the response has it, too. */
function namesInResponse({ record: { node }, fragments }: ParsedRoute, { aliases = {} }: Route): OtherNames {
  const keys = new Set(collectFields(node.selectionSet, fragments).map(readResponseKey));
  return Object.fromEntries(
    Object.entries(aliases).map(([name, others]) => [name, others.filter((other) => keys.has(other))]),
  );
}

/** A body has the name of its operation, so that generated clients have a type for it. */
function requestBody(
  name: string,
  body: Input[],
  { method, path, aliases = {}, example = {} }: Route,
  otherNames: OtherNames,
  schemas: Schemas,
): JsonSchema {
  const properties = body.flatMap(({ name, type, description, keywords }): [string, JsonSchema][] => {
    const schema = schemas.input(type, aliases, keywords);
    const others = otherNames[name] ?? [];
    return [
      [name, description ? { ...schema, description } : schema],
      ...others.map((other): [string, JsonSchema] => [other, { ...schema, description: `The same as “${name}”.` }]),
    ];
  });
  const needed = body.filter((input) => input.required).map(({ name }) => [name, ...(otherNames[name] ?? [])]);
  const required = needed.flatMap(([name, ...others]) => (others.length > 0 ? [] : name!));
  const eitherRequired = needed.filter((names) => names.length > 1);
  const schema = schemas.component(name, () => ({
    type: 'object',
    description: `The body of \`${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}\`.`,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(eitherRequired.length > 0 && {
      allOf: eitherRequired.map((names) => ({ anyOf: names.map((one) => ({ required: [one] })) })),
    }),
  }));
  const examples = body.filter(({ name }) => example[name] !== undefined).map(({ name }) => [name, example[name]]);
  return {
    required: needed.length > 0,
    content: { 'application/json': { schema, example: Object.fromEntries(examples) } },
  };
}

function responseSchema(
  { record: { node, type }, fragments }: ParsedRoute,
  { message, status }: Route,
  schemas: Schemas,
): JsonSchema {
  if (status === 204) return {};
  if (message) {
    const text = toMessage(message).in(Language.EN);
    return {
      type: 'object',
      properties: { message: { type: 'string', examples: [text] } },
      required: ['message'],
    };
  }
  const nodes = findNodesField(node, fragments);
  // A missing record is a 404, never null.
  if (!nodes) return schemas.present(getNullableType(type), node, fragments);
  const connection = getNamedType(type) as GraphQLObjectType;
  return schemas.output(connection.getFields().nodes!.type, nodes, fragments);
}
