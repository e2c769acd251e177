// The data in clients/graphql.ts: what a client cannot read from the response or from schema.graphql.
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

const MARK = '// Everything below is written by `npm run generate`.\n';

/** Returns the text of clients/graphql.ts: the functions that it has, and the data of a schema. */
export function writeClientFile(schema: GraphQLSchema, text: string): string {
  const types = Object.values(schema.getTypeMap()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const scalars = types
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .map((type) => `${type.name}: ${quote(String(type.extensions.codegenScalarType))}`);
  const possible = types
    .filter(isAbstractType)
    .map((type) => `${type.name}: [${listNames(schema.getPossibleTypes(type))}]`);
  const objects = typesBelow(schema, schema.getQueryType()!);
  const policies = types.filter(isObjectType).flatMap((type) => writeTypePolicy(type, objects) ?? []);
  const data = [
    writeObject('The types of each interface.', 'possibleTypes', possible),
    writeObject('The type of the values of each scalar in TypeScript.', 'scalars', scalars),
    writeObject(
      'How the cache merges what has no id of its own: lists, and objects that belong to a record.',
      'typePolicies',
      policies,
    ),
  ];
  return `${text.slice(0, text.indexOf(MARK))}${MARK}${data.join('')}`;
}

const writeObject = (description: string, name: string, entries: string[]): string =>
  `\n/** ${description} */\n// biome-ignore format: generated\nexport const ${name} = {\n${entries.map((entry) => `  ${entry},\n`).join('')}};\n`;
const quote = (text: string): string => `'${text}'`;
const listNames = (types: readonly GraphQLNamedType[]): string =>
  types
    .map(({ name }) => quote(name))
    .toSorted()
    .join(', ');

/** The policy of a type that queries reach; undefined if it needs none. */
function writeTypePolicy(type: GraphQLObjectType, objects: ObjectsBelow): string | undefined {
  if (!objects.all.has(type) || isPage(type)) return undefined;
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const policy = writeFieldPolicy(field);
    return policy ? `${field.name}: ${policy}` : [];
  });
  const parts = [
    ...(objects.single.has(type) && !hasId(type) ? ['merge: true'] : []),
    ...(fields.length > 0 ? [`fields: { ${fields.join(', ')} }`] : []),
  ];
  return parts.length > 0 ? `${type.name}: { ${parts.join(', ')} }` : undefined;
}

function writeFieldPolicy({ type, args }: GraphQLField<unknown, unknown>): string | undefined {
  const named = getNamedType(type);
  if (isConnection(named)) {
    const names = args.map(({ name }) => name).filter((name) => name !== 'after');
    return `connection(${names.map(quote).join(', ')})`;
  }
  return isObjectType(named) && !hasId(named) && isListType(getNullableType(type)) ? 'list' : undefined;
}

interface ObjectsBelow {
  all: Set<GraphQLObjectType>;
  /** Those that a field returns one of. */
  single: Set<GraphQLObjectType>;
}

/** Finds the types that fields lead to from the root: payloads of mutations are not kept in a cache. */
function typesBelow(schema: GraphQLSchema, root: GraphQLObjectType): ObjectsBelow {
  const all = new Set([root]);
  const single = new Set<GraphQLObjectType>();
  // A set is iterated with what is added on the way.
  for (const parent of all) {
    for (const { type } of Object.values(parent.getFields())) {
      const named = getNamedType(type);
      const objects = isAbstractType(named) ? schema.getPossibleTypes(named) : isObjectType(named) ? [named] : [];
      for (const object of objects) {
        all.add(object);
        if (!isListType(getNullableType(type))) single.add(object);
      }
    }
  }
  return { all, single };
}

const hasId = (type: GraphQLObjectType): boolean => 'id' in type.getFields();
const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith('Connection');
/** The policy of the connection merges the parts of it. */
const isPage = ({ name }: GraphQLNamedType): boolean => /(Connection|Edge|^PageInfo)$/.test(name);
