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

/** The leaves that are selected of each member of an interface. */
const MAX_LEAVES = 4;

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

  /** The selection of a `Node` has only the id. Fields of one name and of different types have aliases, of which an operation may have few. */
  private ofMembers(type: GraphQLAbstractType): string {
    const own = isInterfaceType(type) ? leafNames(fieldsOf(type)) : [];
    const members = type.name === 'Node' ? [] : this.schema.getPossibleTypes(type);
    const typesOf = (name: string): Set<string> =>
      new Set(members.flatMap((member) => String(member.getFields()[name]?.type ?? [])));
    const write = (member: GraphQLObjectType, name: string): string =>
      typesOf(name).size > 1 ? `${member.name}_${name}: ${name}` : name;
    const parts = members.map((member) => {
      const names = leafNames(fieldsOf(member)).filter((name) => !own.includes(name));
      const few = [...names.filter((name) => typesOf(name).size === 1), ...names].slice(0, MAX_LEAVES - own.length);
      return `... on ${member.name} { __typename ${few.map((name) => write(member, name)).join(' ')} }`;
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
