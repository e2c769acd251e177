// The endpoints that are no rows of the route table, because a file is sent or received (docs/adr/0002-rest-through-graphql.md), as openapi.json
// describes them. Their query strings contain what is described.
import type { Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { findIgnoredConditions } from '../rest/entity-tag.js';
import type { ExtraEndpoint } from '../rest/openapi/document.js';
import { Schemas } from '../rest/openapi/schemas.js';
import { type Parameter, type Parameters, readQuery } from '../rest/query.js';
import { toCamelCase } from '../shared/text.js';
import { EXPORT_OPERATION, EXPORT_PATH } from './export/export.js';
import { IMPORT_FILE_OPERATION, IMPORT_FILE_PATH } from './import-file-operation.js';
import { TEMPLATE_OPERATION, TEMPLATE_PATH } from './import-template.js';
import { listOperations } from './lists/operations.js';
import { READINGS_OPERATION, READINGS_PATH } from './readings-operation.js';
import { REGISTER_OPERATIONS } from './register/operations.js';
import { REPORT_OPERATIONS } from './reports/operations.js';

export const listExtraEndpoints = (schema: GraphQLSchema): ExtraEndpoint[] => [
  { path: EXPORT_PATH, operation: EXPORT_OPERATION },
  ...REGISTER_OPERATIONS,
  ...listOperations(schema),
  ...REPORT_OPERATIONS,
  { path: TEMPLATE_PATH, operation: TEMPLATE_OPERATION },
  { path: IMPORT_FILE_PATH, method: 'put', operation: IMPORT_FILE_OPERATION },
  { path: READINGS_PATH, method: 'post', operation: READINGS_OPERATION },
];

/** @returns a function that returns what the query string of a path may contain, in snake_case and in camelCase */
export function createParameterReader(schema: GraphQLSchema): (path: string) => Parameters {
  // Described on the first request with a query string, so that the start does not wait.
  let known: Map<string, Parameters> | undefined;
  const describe = (): Map<string, Parameters> => {
    const schemas = new Schemas();
    return new Map(
      listExtraEndpoints(schema).map(({ path, operation }) => {
        const { parameters = [] } = typeof operation === 'function' ? operation(schemas) : operation;
        const names = (parameters as { name: string; in: string; schema: { type?: string } }[])
          .filter((one) => one.in === 'query')
          .flatMap(({ name, schema }): [string, Parameter][] => {
            const parameter = { name, isList: schema.type === 'array' };
            return [name, toCamelCase(name)].map((sent) => [sent, parameter]);
          });
        return [path, new Map(names)];
      }),
    );
  };
  return (path) => {
    known ??= describe();
    return known.get(path)!;
  };
}

/** Checks the query string and the preconditions before a file is sent or received. Without a token, the response is 401. */
export const checkBefore =
  (send: RequestHandler, contextOf: (request: Request) => Context, parametersOf: () => Parameters): RequestHandler =>
  async (request, response, next) => {
    const { values, problems } = request.url.includes('?')
      ? readQuery(request.query as Record<string, unknown>, parametersOf())
      : { values: {}, problems: [] };
    if (request.method !== 'GET') problems.push(...findIgnoredConditions(request.headers, false));
    if (problems.length > 0) {
      await contextOf(request).authenticate();
      throw AppError.badInput(problems);
    }
    Object.defineProperty(request, 'query', { value: values });
    return send(request, response, next);
  };
