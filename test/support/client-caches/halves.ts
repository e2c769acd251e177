// Two components that select different fields of the same objects without an id.
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { hasId } from './selections.js';

/** The types without an id that queries reach. */
export function typesWithoutId(schema: GraphQLSchema): string[] {
  const query = schema.getQueryType()!;
  const reached = new Set([query]);
  for (const parent of reached)
    for (const { type } of Object.values(parent.getFields())) {
      const named = getNamedType(type);
      const members = isAbstractType(named) ? schema.getPossibleTypes(named) : [named];
      for (const member of members.filter(isObjectType)) reached.add(member);
    }
  return [...reached].filter((type) => type !== query && !hasId(type)).map(({ name }) => name);
}

/** Returns a document with every other field of each object without an id, one with the others, and the types of these objects. */
export function halvesOf(schema: GraphQLSchema, document: string): { halves: [string, string]; types: Set<string> } {
  const types = new Set<string>();
  const isSplit = (type: unknown): type is GraphQLObjectType =>
    isObjectType(type) && type !== schema.getQueryType() && !hasId(type);
  const half = (remainder: number): string => {
    const info = new TypeInfo(schema);
    const keep = (set: SelectionSetNode): SelectionSetNode | undefined => {
      const type = info.getParentType();
      if (!isSplit(type)) return undefined;
      const fields = set.selections.filter((one) => one.kind === Kind.FIELD && one.name.value !== '__typename');
      if (fields.length < 2) return undefined;
      types.add(type.name);
      const left = new Set(fields.filter((_, i) => i % 2 === remainder));
      return { ...set, selections: set.selections.filter((one) => left.has(one) || !fields.includes(one)) };
    };
    return print(visit(parse(document), visitWithTypeInfo(info, { SelectionSet: { enter: keep } })));
  };
  return { halves: [half(0), half(1)], types };
}
