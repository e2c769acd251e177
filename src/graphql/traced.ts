// Traces the operations of both APIs and the resolvers of their root fields. Nothing is wrapped while tracing is off.
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import type { Engine } from '../engine/engine.js';
import { codeOf, tracer } from '../observability/tracer.js';

/** An engine that traces each execution. */
export function traceOperations(engine: Engine): Engine {
  const traces = tracer;
  if (!traces) return engine;
  return {
    ...engine,
    prepare(schema, document, operation, options) {
      const execute = engine.prepare(schema, document, operation, options);
      const type = operation.operation;
      const name = operation.name?.value;
      const attributes = { 'graphql.operation.type': type, ...(name && { 'graphql.operation.name': name }) };
      const executeTraced: typeof execute = (context, variables) =>
        traces.run(`graphql ${type}`, attributes, (span) => {
          const noteErrors = ({ errors }: { errors?: readonly unknown[] | undefined }): void => {
            if (errors?.[0]) span?.fail(codeOf(errors[0]));
          };
          const execution = execute(context, variables);
          if (span && execution instanceof Promise) execution.then(noteErrors, () => {});
          else if (span) noteErrors(execution as object);
          return execution;
        });
      return (context, variables) => (traces.isRecording ? executeTraced : execute)(context, variables);
    },
  };
}

/** Wraps the resolver of every root field, after the guard has been added: its work is part of the span. */
export function traceRootFields(schema: GraphQLSchema): void {
  const traces = tracer;
  if (!traces) return;
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const { name } = field;
      const traced =
        (resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
        (source, args, context, info) =>
          traces.isRecording
            ? traces.run(`resolve ${name}`, { 'graphql.field.name': name }, () => resolve(source, args, context, info))
            : resolve(source, args, context, info);
      if (field.resolve) field.resolve = traced(field.resolve);
      if (field.subscribe) field.subscribe = traced(field.subscribe);
    }
  }
}
