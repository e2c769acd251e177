// THE GRAPHQL DOOR OF REPLAYS: a mutation with an Idempotency-Key is one transaction as a whole. With an error in it nothing is stored,
// and the same key may try again.
import type { ApolloServerPlugin } from '@apollo/server';
import { execute, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { once } from '../replays/once.js';
import { formatError } from './format-error.js';

export function mutationsOnce(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  const fields = schema.getMutationType()!.getFields();
  /** What opens or recovers an account is answered anew every time: the answers hold secrets. */
  const isOpen = ({ selectionSet }: OperationDefinitionNode): boolean =>
    selectionSet.selections.some(
      (one) => one.kind !== Kind.FIELD || fields[one.name.value]?.extensions.public === true,
    );

  return {
    async requestDidStart() {
      return {
        async responseForOperation({ request, document, operation, contextValue, response }) {
          const { query, variables, operationName } = request;
          // There is none where a name picks none.
          const isKept = operation?.operation === 'mutation' && contextValue.client.idempotencyKey !== undefined;
          if (!isKept || isOpen(operation)) return null;
          const attempt = async () => {
            const args = { schema, document, contextValue, variableValues: variables, operationName };
            const { data, errors } = await execute(args);
            const formatted = errors?.map((error) => formatError(error, contextValue.log));
            // As Apollo does where the variables do not fit.
            const status = errors && data === undefined ? 400 : 200;
            return { status, body: JSON.stringify({ errors: formatted, data }), refused: errors !== undefined };
          };
          try {
            const { status, body, isReplay } = await once(contextValue, [query, variables, operationName], attempt);
            if (status !== 200) response.http.status = status;
            if (isReplay) response.http.headers.set('idempotency-replayed', 'true');
            return { http: response.http, body: { kind: 'single', singleResult: JSON.parse(body!) } };
          } catch (error) {
            const errors = [formatError(error, contextValue.log)];
            if (error instanceof AppError && error.code === 'BAD_USER_INPUT') response.http.status = 400;
            return { http: response.http, body: { kind: 'single', singleResult: { errors } } };
          }
        },
      };
    },
  };
}
