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

/** @throws if the document does not describe this response */
export function expectDescribed(method: string, path: string, status: number, body: unknown): void {
  const operation = operationAt(method, path);
  // The document says nothing about unknown paths and methods (404, 405).
  if (!operation) return;
  const { responses } = operation.described as { responses: Record<string, Json> };
  const at = `${method} ${path}: ${status}`;
  if (!responses[status] && status !== 500) throw new Error(`${at} is a status that openapi.json does not describe`);
  const key = responses[status] ? String(status) : 'default';
  const reference: string | undefined = responses[key].$ref;
  const pointer = reference?.slice(1) ?? `/paths/${escaped(operation.path)}/${operation.method}/responses/${key}`;
  const response: Json = reference ? openapi.components.responses[reference.split('/').at(-1)!] : responses[key];
  if (!response.content) {
    if (body !== undefined) throw new Error(`${at} has a body that openapi.json does not describe`);
    return;
  }
  const type = Object.keys(response.content)[0]!;
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
