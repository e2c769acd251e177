import { type ASTVisitor, GraphQLError, getNamedType, isIntrospectionType, type ValidationContext } from 'graphql';

/** Refuses introspection where the operator has switched it off (INTROSPECTION). `__typename` stays: caches need it. */
export function refuseIntrospection(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = getNamedType(context.getType());
      if (!type || !isIntrospectionType(type)) return undefined;
      context.reportError(
        new GraphQLError('This service does not show its schema: introspection is switched off', { nodes: node }),
      );
      // One error is enough.
      return false;
    },
  };
}
