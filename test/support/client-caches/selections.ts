// What the cache tests select of a type: every leaf, and the objects next to it. The selection of a type without an id is the same wherever
// it stands: a cache replaces such an object as a whole.
import {
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

type Composite = GraphQLObjectType | GraphQLAbstractType;

export class Selections {
  constructor(private readonly schema: GraphQLSchema) {}

  /** With the braces; empty for a leaf. */
  of(type: GraphQLNamedType, above: string[] = []): string {
    if (isLeafType(type)) return '';
    if (isAbstractType(type)) return this.ofMembers(type);
    const fields = fieldsOf(type as GraphQLObjectType);
    const objects = fields.flatMap((field) => {
      const target = getNamedType(field.type);
      if (isLeafType(target) || !isPlain(field) || above.includes(target.name) || target === type) return [];
      return `${field.name} ${hasId(target as Composite) ? this.leavesOf(target as Composite) : this.of(target, [...above, type.name])}`;
    });
    return `{ ${['__typename', ...leafNames(fields), ...objects].join(' ')} }`;
  }

  private leavesOf(type: Composite): string {
    if (isAbstractType(type)) return this.ofMembers(type);
    return `{ ${['__typename', ...leafNames(fieldsOf(type))].join(' ')} }`;
  }

  /** Members have fields of the same name and of different types: each has its own aliases. Of any record only the id. */
  private ofMembers(type: GraphQLAbstractType): string {
    const own = isInterfaceType(type) ? leafNames(fieldsOf(type)) : [];
    const members = type.name === 'Node' ? [] : this.schema.getPossibleTypes(type);
    const parts = members.map((member) => {
      const aliased = leafNames(fieldsOf(member))
        .filter((name) => !own.includes(name))
        .slice(0, 4);
      return `... on ${member.name} { __typename ${aliased.map((name) => `${member.name}_${name}: ${name}`).join(' ')} }`;
    });
    return `{ ${['__typename', ...own, ...parts].join(' ')} }`;
  }
}

type Field = GraphQLField<unknown, unknown>;
const fieldsOf = (type: Composite): Field[] => ('getFields' in type ? Object.values(type.getFields()) : []);
/** Fields with arguments are operations of their own. */
const isPlain = ({ args }: Field): boolean => args.length === 0;
const leafNames = (fields: Field[]): string[] =>
  fields
    .filter(({ type, args }) => isLeafType(getNamedType(type)) && !args.some(isRequiredArgument))
    .map(({ name }) => name);

export const hasId = (type: GraphQLNamedType): boolean =>
  (isObjectType(type) || isInterfaceType(type)) && type.getFields().id !== undefined;
