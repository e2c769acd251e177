import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { nameOfPermission } from '../access/permissions.js';
import { presentError } from '../errors.js';
import type { RequestLog } from '../observability/request.js';

/** Converts an error to the form that GraphQL clients receive. */
export function formatError(error: unknown, request?: RequestLog): GraphQLFormattedError {
  const { message, language: _, permission, ...extensions } = presentError(error, request);
  const { locations, path } = error instanceof GraphQLError ? error : ({} as Partial<GraphQLError>);
  return {
    message,
    ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    ...(path && { path }),
    extensions: { ...extensions, ...(permission && { permission: nameOfPermission(permission) }) },
  };
}
