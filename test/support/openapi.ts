// Validates every REST response that a test receives against openapi.json.
import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// biome-ignore lint/suspicious/noExplicitAny: the document has no static type
export type Json = any;
export const openapi: Json = JSON.parse(readFileSync('openapi.json', 'utf8'));

export interface Operation {
  method: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: the document has no static type
  described: any;
}
export const operations: Operation[] = Object.entries(openapi.paths as Record<string, Record<string, object>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, described]) => ({ method, path, described })),
);

/** The body of the example of an operation, if it has one. */
export const exampleBody = ({ described }: Operation): Json =>
  described.requestBody?.content['application/json']?.example;

/**
 * The schema of the body of an operation, if it has one, under its first names: another name of the same value (`item_name` beside `name`)
 * is left out, and what is required under either of them is. Of several forms, which only readings have, the first.
 */
export function bodySchema({ described }: Operation): Json {
  const named = described.requestBody?.content['application/json']?.schema;
  if (!named) return undefined;
  const {
    allOf = [],
    properties,
    required = [],
    ...rest
  }: Json = named.$ref ? openapi.components.schemas[named.$ref.split('/').at(-1)] : named.oneOf[0];
  const first = allOf.map(({ anyOf: [{ required: names }] }: Json) => names[0]);
  const own = Object.entries<Json>(properties).filter(
    ([, { description = '' }]) => !/^The same as “/.test(description),
  );
  return { ...rest, properties: Object.fromEntries(own), required: [...required, ...first] };
}

/** The path of the example of an operation, with its query. */
export function examplePath({ path, described }: Operation): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: location, example } of described.parameters ?? []) {
    if (example === undefined) continue;
    if (location === 'path') filled = filled.replace(`{${name}}`, example);
    else query.set(name, String(example));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('int32', { type: 'number', validate: (n: number) => Number.isInteger(n) && n === (n | 0) });
ajv.addSchema(closed(openapi), 'openapi.json');

/** Forbids additional properties: a key that is not described is a bug, although clients must ignore it. */
function closed(document: Json): Json {
  return JSON.parse(JSON.stringify(document), (_key, value: Json) =>
    value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
  );
}

/** The paths as patterns. Paths without parameters come first, because the service prefers them. */
const patterns = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    parameters: (operation.path.match(/\{/g) ?? []).length,
  }))
  .sort((a, b) => a.parameters - b.parameters);

export function operationAt(method: string, path: string): Operation | undefined {
  const matching = patterns.filter(({ pattern }) => pattern.test(path.split('?')[0]!));
  return matching.find(
    ({ operation, parameters }) => operation.method === method.toLowerCase() && parameters === matching[0]?.parameters,
  )?.operation;
}

const validators = new Map<string, ValidateFunction>();
function validatorOf(pointer: string): ValidateFunction {
  let validator = validators.get(pointer);
  if (!validator) {
    validator = ajv.compile({ $ref: `openapi.json#${pointer}` } as AnySchemaObject);
    validators.set(pointer, validator);
  }
  return validator;
}

const escaped = (part: string): string =>
  part.replace(/~/g, '~0').replace(/\//g, '~1').replace(/\{/g, '%7B').replace(/\}/g, '%7D');

/** The values of `error_code` that the document lists. */
export const LISTED_CODES: readonly string[] = openapi.components.schemas.Error.properties.error_code.anyOf[0].enum;

/** What `default` stands for, as its description says. */
function mayHappenAlways(status: number, code: string | undefined, { requestBody }: Json): boolean {
  if (status === 403)
    return ['EMAIL_NOT_VERIFIED', 'SCOPE_MISSING', 'SESSION_REQUIRED', 'TOKEN_LIMITED'].includes(code!);
  return [429, 500, 503].includes(status) || ([400, 413, 415].includes(status) && !requestBody);
}

/** Every name of the document: some are in camel case, too. */
const wireNames = new Set(JSON.stringify(openapi).match(/(?<=")\w+(?=")/g));
/** The fields, arguments and mutations of GraphQL whose names could not be those of this API. */
const graphqlNames = new Set(
  readFileSync('schema.graphql', 'utf8')
    .match(/\b[a-z]+[A-Z]\w*(?=[(:])/g)!
    .filter((name) => !wireNames.has(name)),
);
/** The names of GraphQL in a message, outside of what it quotes. */
export const namesOfGraphql = (message: string): string[] =>
  message
    .replace(/“.*”|«.*»/gs, '')
    .match(/\b[a-z]+[A-Z]\w*\b/g)
    ?.filter((name) => graphqlNames.has(name)) ?? [];

/**
 * @param sent the body of the request: an error has the names that the client has chosen, which may be those of the other API
 * @throws if the document does not describe this response, or an error has names of the other API
 */
export function expectDescribed(method: string, path: string, status: number, body: unknown, sent?: unknown): void {
  const operation = operationAt(method, path);
  // The document says nothing about unknown paths and methods (404, 405).
  if (!operation) return;
  const { responses } = operation.described as { responses: Record<string, Json> };
  const at = `${method} ${path}: ${status}`;
  const code = status >= 400 ? (body as { error_code?: string } | undefined)?.error_code : undefined;
  if (!responses[status] && !mayHappenAlways(status, code, operation.described))
    throw new Error(`${at} is a status that openapi.json does not describe`);
  if (code !== undefined && !LISTED_CODES.includes(code)) throw new Error(`${at}: openapi.json does not list ${code}`);
  const { message, fields = [] } = (status >= 400 && body ? body : {}) as { message?: string; fields?: object[] };
  const chosen = `${path} ${JSON.stringify(sent)}`;
  const said = [message, ...fields.flatMap((one) => Object.values(one))].join(' ');
  const named = namesOfGraphql(said).filter((name) => !chosen.includes(name));
  if (named.length > 0) throw new Error(`${at} has names of GraphQL: ${named}`);
  const key = responses[status] ? String(status) : 'default';
  const reference: string | undefined = responses[key].$ref;
  const pointer = reference?.slice(1) ?? `/paths/${escaped(operation.path)}/${operation.method}/responses/${key}`;
  const response: Json = reference ? openapi.components.responses[reference.split('/').at(-1)!] : responses[key];
  if (!response.content) {
    if (body !== undefined) throw new Error(`${at} has a body that openapi.json does not describe`);
    return;
  }
  const [type, ...others] = Object.keys(response.content) as [string, ...string[]];
  // A client chooses the format with a parameter.
  if (others.length > 0 && typeof body === 'string') return;
  if (type !== 'application/json') {
    if (typeof body !== 'string') throw new Error(`${at} is not ${type}`);
    return;
  }
  const validate = validatorOf(`${pointer}/content/application~1json/schema`);
  if (validate(body)) return;
  const problems = (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  throw new Error(`${at} is not as openapi.json describes it: ${problems.join('; ')}`);
}
