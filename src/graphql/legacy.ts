// What the schema has for the endpoints of the released mobile app alone. They execute their documents, each with one root field, over the
// whole schema; clients of GraphQL see, and use, a copy of it without these elements, in which root fields and fields with arguments may be
// null and names that say all are not described.
import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  type GraphQLType,
  GraphQLUnionType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { Extensions } from 'type-graphql';
import { describeBeyondName } from './plain-names.js';

interface Extended {
  extensions?: object | null;
  description?: string | null;
}
interface LegacyExtension {
  legacy?: true;
  demanded?: true;
}

/** Declares that a root field, a field, an argument or an input field exists for `/api/v1` alone. Its description is in the words of REST. */
export const Legacy = (): PropertyDecorator & MethodDecorator => Extensions({ legacy: true } satisfies LegacyExtension);

/**
 * Declares that clients of GraphQL cannot send the object of an input without this field. What `/api/v1` takes beside others, and maps into
 * the object, may be absent: its command then says that it is.
 */
export const Demanded = (): PropertyDecorator => Extensions({ demanded: true } satisfies LegacyExtension);

export const isLegacy = ({ extensions }: Extended): boolean => (extensions as LegacyExtension | null)?.legacy === true;

/**
 * Returns the schema of GraphQL clients: without legacy elements, and the types to which only these lead. Its resolvers are the same.
 * Called when the fields of the schema have all their extensions.
 */
export function hideLegacy(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const copies = new Copies();
  const copyRoot = (type: GraphQLObjectType | null | undefined): GraphQLObjectType | undefined =>
    type ? copies.of(type) : undefined;
  const visible = new GraphQLSchema({
    ...config,
    query: copyRoot(config.query),
    mutation: copyRoot(config.mutation),
    subscription: copyRoot(config.subscription),
    // No field leads to some types but through their interface.
    types: config.types.filter((type) => isObjectType(type) && type.getInterfaces().length > 0).map(copies.of),
  });
  for (const root of [visible.getQueryType(), visible.getMutationType()]) allowNulls(root);
  return visible;
}

/**
 * Lets a root field that is refused be null, so that a response has what the others returned: a mutation before it was committed. Only
 * `me` is always there: without an account, nothing is.
 */
function allowNulls(root: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(root?.getFields() ?? {}))
    if (field.name !== 'me') field.type = getNullableType(field.type);
}

/** Copies of types, each made once. Their fields are made later, because types refer to each other. */
class Copies {
  private readonly known = new Map<GraphQLNamedType, GraphQLNamedType>();

  readonly of = <T extends GraphQLType>(type: T): T => {
    if (isListType(type)) return new GraphQLList(this.of(type.ofType)) as unknown as T;
    if (isNonNullType(type)) return new GraphQLNonNull(this.of(type.ofType)) as unknown as T;
    const named = type as GraphQLNamedType;
    const copy = this.known.get(named) ?? this.copy(named);
    this.known.set(named, copy);
    return copy as T;
  };

  private copy(type: GraphQLNamedType): GraphQLNamedType {
    if (isObjectType(type)) {
      const { fields, interfaces, ...config } = type.toConfig();
      const inherits = () => interfaces.map(this.of);
      return new GraphQLObjectType({ ...config, interfaces: inherits, fields: () => this.copyFields(fields) });
    }
    if (isInterfaceType(type)) {
      const { fields, interfaces, ...config } = type.toConfig();
      const inherits = () => interfaces.map(this.of);
      return new GraphQLInterfaceType({ ...config, interfaces: inherits, fields: () => this.copyFields(fields) });
    }
    if (isUnionType(type)) {
      const { types, ...config } = type.toConfig();
      return new GraphQLUnionType({ ...config, types: () => types.map(this.of) });
    }
    if (isInputObjectType(type)) {
      const { fields, ...config } = type.toConfig();
      return new GraphQLInputObjectType({ ...config, fields: () => this.copyInputs(fields) });
    }
    // Scalars and enums lead to no other types.
    return type;
  }

  private copyFields(fields: GraphQLFieldConfigMap<unknown, unknown>): GraphQLFieldConfigMap<unknown, unknown> {
    return mapVisible(fields, (field) => ({
      ...field,
      type: this.of(mayBeRefused(field) ? getNullableType(field.type) : field.type),
      args: this.copyInputs(field.args ?? {}),
    }));
  }

  private copyInputs<M extends GraphQLInputFieldConfigMap | GraphQLFieldConfigArgumentMap>(inputs: M): M {
    return mapVisible(inputs, ({ type, ...input }) => {
      const isDemanded = (input.extensions as LegacyExtension | undefined)?.demanded === true;
      return { ...input, type: isDemanded ? new GraphQLNonNull(this.of(getNullableType(type))) : this.of(type) };
    }) as M;
  }
}

/**
 * Whether a field can be refused for its arguments, or for a list that is too long without them: it may be null then, so that the rest of its
 * object is read.
 */
const mayBeRefused = ({ args }: GraphQLFieldConfig<unknown, unknown>): boolean =>
  Object.values(args ?? {}).some(({ type }) => !isEnumType(getNullableType(type)));

function mapVisible<V extends Extended>(values: Record<string, V>, map: (value: V) => V): Record<string, V> {
  const visible = Object.entries(values).filter(([, value]) => !isLegacy(value));
  return Object.fromEntries(
    visible.map(([name, value]) => [name, { ...map(value), description: describeBeyondName(name, value.description) }]),
  );
}
