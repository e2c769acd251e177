import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config.js';
import type { Context } from '../context.js';
import { presentError, STATUS } from '../errors.js';
import { createDocumentStore } from './document-store.js';
import { executePlugin } from './execute-plugin.js';
import { formatError } from './format-error.js';
import { operationLimits } from './operation-limits.js';
import { singleCredential } from './single-credential.js';

const MAX_TOKENS = 1000;

/** Error codes that concern the whole request: HTTP clients and load balancers react to their status. */
const CODES_WITH_STATUS = ['UNAUTHENTICATED', 'UNAVAILABLE', 'RATE_LIMITED', 'LOCKED'] as const;

const responseStatusPlugin: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ errors, contextValue }) {
        for (const error of errors) presentError(error, contextValue.requestLog);
      },
      async willSendResponse({ response: { body, http } }) {
        if (body.kind !== 'single') return;
        const codes = new Set(body.singleResult.errors?.map((error) => error.extensions?.code));
        const code = CODES_WITH_STATUS.find((candidate) => codes.has(candidate));
        if (code) http.status = STATUS[code];
        if (code === 'UNAUTHENTICATED') http.headers.set('WWW-Authenticate', 'Bearer');
        const [retryAfter] =
          body.singleResult.errors?.map((error) => error.extensions?.retryAfter).filter(Boolean) ?? [];
        if (retryAfter) http.headers.set('Retry-After', String(retryAfter));
      },
    };
  },
};

export function createApollo(config: Pick<Config, 'introspection'>, schema: GraphQLSchema): ApolloServer<Context> {
  return new ApolloServer<Context>({
    schema,
    introspection: config.introspection,
    // Suggestions ("Did you mean …") reveal nothing that introspection does not.
    hideSchemaDetailsFromClientErrors: !config.introspection,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    documentStore: createDocumentStore(),
    validationRules: [operationLimits, singleCredential],
    // Apollo's own signal handler would end the process before the database has stopped.
    stopOnTerminationSignals: false,
    formatError: (_formatted, error) => formatError(error),
    plugins: [
      // The cache control plugin would wrap the resolver of every field.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      // The pages for browsers are in http/pages.
      ApolloServerPluginLandingPageDisabled(),
      responseStatusPlugin,
      executePlugin(schema),
    ],
  });
}
