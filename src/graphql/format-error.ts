import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { presentError } from '../errors.js';

/** Converts an error to the form that GraphQL clients receive. */
export function formatError(error: unknown, log?: Logger): GraphQLFormattedError {
  const { message, ...extensions } = presentError(error, log);
  const { locations, path } = error instanceof GraphQLError ? error : ({} as Partial<GraphQLError>);
  return {
    message,
    ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    ...(path && { path }),
    extensions: { ...extensions },
  };
}
