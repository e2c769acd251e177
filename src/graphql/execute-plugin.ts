import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../context.js';
import type { OperationRunner } from './operation-runner.js';

/** Replaces the execution of Apollo Server, which parses and validates documents. */
export const executePlugin = (runner: OperationRunner): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return {
      async responseForOperation({ source, document, operation, request, contextValue, response }) {
        // If `operationName` matches no operation, Apollo responds with an error.
        if (!operation) return null;
        runner.accept(source, document);
        const { variables } = request;
        const { status, headers, result } = await runner.run({ document, operation, variables, context: contextValue });
        const { http } = response;
        if (status) http.status = status;
        for (const [name, value] of headers) http.headers.set(name, value);
        return { http, body: { kind: 'single', singleResult: result } };
      },
    };
  },
});
