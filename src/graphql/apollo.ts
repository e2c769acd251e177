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
import { engineOf } from '../engine/engine.js';
import { presentError } from '../errors.js';
import { createDocumentStore } from './document-store.js';
import { executePlugin } from './execute-plugin.js';
import { formatError } from './format-error.js';
import { operationLimits } from './operation-limits.js';
import type { OperationRunner } from './operation-runner.js';
import { refuseIntrospection } from './refuse-introspection.js';
import { describeErrors } from './response-status.js';
import { singleCredential } from './single-credential.js';
import { withSuggestions } from './suggestions.js';

/** The most that a document can have. */
export const MAX_TOKENS = 1000;

const responseStatusPlugin: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ errors, contextValue }) {
        for (const error of errors) presentError(error, contextValue.requestLog);
      },
      async willSendResponse({ response: { body, http } }) {
        if (body.kind !== 'single') return;
        const { status, headers } = describeErrors(body.singleResult.errors);
        if (status) http.status = status;
        for (const [name, value] of headers) http.headers.set(name, value);
      },
    };
  },
};

export function createApollo(
  config: Pick<Config, 'introspection'>,
  schema: GraphQLSchema,
  runner: OperationRunner,
): ApolloServer<Context> {
  return new ApolloServer<Context>({
    schema,
    // Apollo's own refusal tells the operator of Apollo Server what to do, not the client.
    introspection: true,
    // Suggestions ("Did you mean …") reveal nothing that introspection does not.
    hideSchemaDetailsFromClientErrors: !config.introspection,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    stringifyResult: (result) => String(engineOf(schema).stringify(result, '\n')),
    documentStore: createDocumentStore(),
    validationRules: [operationLimits, singleCredential, ...(config.introspection ? [] : [refuseIntrospection])],
    // Apollo's own signal handler would end the process before the database has stopped.
    stopOnTerminationSignals: false,
    formatError: (_formatted, error) => formatError(config.introspection ? withSuggestions(schema, error) : error),
    plugins: [
      // The cache control plugin would wrap the resolver of every field.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      // The pages for browsers are in site/.
      ApolloServerPluginLandingPageDisabled(),
      responseStatusPlugin,
      executePlugin(runner),
    ],
  });
}
