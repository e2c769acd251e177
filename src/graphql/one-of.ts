// Inputs of which a client sends exactly one field (`@oneOf`). Type-graphql (2.0.0-rc.4) does not know the directive.
import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { Extensions } from 'type-graphql';

/** The fields of this input exclude each other, and one of them must be sent. */
export const ExactlyOne = (): ClassDecorator => Extensions({ oneOf: true }) as ClassDecorator;

export function markOneOf(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type) && type.extensions.oneOf) type.isOneOf = true;
}
