import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/** Allows one credential attempt per document: a hundred aliases of logIn would be a hundred guesses in one request. */
export function singleCredential(context: ValidationContext): ASTVisitor {
  let attempts = 0;
  return {
    Field(node) {
      if (!context.getFieldDef()?.extensions.credential) return;
      attempts += 1;
      if (attempts === 2)
        context.reportError(
          new GraphQLError(`A document may contain only one credential attempt: send ${node.name.value} separately`, {
            nodes: node,
          }),
        );
    },
  };
}
