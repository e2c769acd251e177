import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/** One operation tries one password, token or address: a hundred aliases of logIn would be a hundred guesses in one request. */
export function singleCredential(context: ValidationContext): ASTVisitor {
  let found = 0;
  return {
    Field(node) {
      if (!context.getFieldDef()?.extensions.credential) return;
      found += 1;
      if (found === 2)
        context.reportError(
          new GraphQLError(`${node.name.value} may be asked once in a document, and nothing like it beside`, {
            nodes: node,
          }),
        );
    },
  };
}
