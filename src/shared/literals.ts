// Literals in documents, as scalars read them. graphql-js says where a literal is that does not fit, but for one that a scalar refuses: that
// error has neither a place nor the name of the argument.
import { GraphQLError, Kind, TokenKind, type ValueNode } from 'graphql';

type Variables = Record<string, unknown> | null | undefined;

const readText = (node: ValueNode): unknown =>
  node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT ? node.value : undefined;

/**
 * Returns the `parseLiteral` of a scalar.
 * @param parse reads a variable, and throws what is read after the name of an argument
 */
export const parseLiteralBy =
  <T>(parse: (value: unknown) => T, read: (node: ValueNode, variables: Variables) => unknown = readText) =>
  (node: ValueNode, variables: Variables): T => {
    try {
      return parse(read(node, variables));
    } catch (error) {
      throw new GraphQLError(`${nameOf(node)} ${(error as Error).message}`, { nodes: node });
    }
  };

/** The name of its argument, input field or variable: what precedes the last colon before it. */
function nameOf({ loc }: ValueNode): string {
  let token = loc?.startToken;
  while (token && token.kind !== TokenKind.COLON) token = token.prev ?? undefined;
  return token?.prev?.value ?? 'The value';
}
