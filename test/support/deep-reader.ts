// Reads everything that a client can read over GraphQL: each root field, with all fields below it that need no further argument. A document
// may have few tokens only, so each holds one branch of the tree.
import {
  buildClientSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Client } from './client.js';

/** Lists have their records in these, which are no level of their own. */
const WRAPPERS = ['nodes', 'items', 'changes', 'node'];
const AT_ONCE = 6;

export const readSchema = async (who: Client): Promise<GraphQLSchema> =>
  buildClientSchema(await who.ask(getIntrospectionQuery()));

/** The selections of a type: one of its own values, and one of each branch below it. @param first of each list, if not as many as by default */
export function selectionsOf(schema: GraphQLSchema, type: GraphQLNamedType, levels: number, first?: number): string[] {
  if (isAbstractType(type))
    return schema
      .getPossibleTypes(type)
      .flatMap((one) =>
        selectionsOf(schema, one, levels, first).map((below) => `{ __typename ... on ${one.name} ${below} }`),
      );
  if (!isObjectType(type)) return [''];
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type))).map(({ name }) => name);
  const branches = fields
    .filter((field) => !isLeafType(getNamedType(field.type)))
    .flatMap(({ name, type: below, args }) => {
      const isWrapper = WRAPPERS.includes(name);
      if (levels <= 0 && !isWrapper) return [];
      const page = first !== undefined && args.some((arg) => arg.name === 'first') ? `(first: ${first})` : '';
      return selectionsOf(schema, getNamedType(below), isWrapper ? levels : levels - 1, first).map(
        (one) => `{ ${name}${page} ${one} }`,
      );
    });
  return [...(leaves.length > 0 ? [`{ ${leaves.join(' ')} }`] : []), ...branches];
}

/**
 * Reads every root field whose required arguments are known.
 * @param given the texts of arguments: by `field.argument`, or by the name of the argument
 * @param levels how many levels of records below a root field are read
 * @returns the answers by the names of the fields: a refusal is an answer, too
 */
export async function readAll(
  who: Client,
  schema: GraphQLSchema,
  given: Record<string, string>,
  levels: Record<string, number> = {},
): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const documents = Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
    const values = field.args.map(({ name }) => [name, given[`${field.name}.${name}`] ?? given[name]] as const);
    if (field.args.some((arg, i) => isRequiredArgument(arg) && values[i]![1] === undefined)) return [];
    const known = values.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`);
    const call = `${field.name}${known.length > 0 ? `(${known.join(', ')})` : ''}`;
    const below = selectionsOf(schema, getNamedType(field.type), levels[field.name] ?? 1);
    return below.map((selection) => [field.name, `{ ${call} ${selection} }`] as const);
  });
  const readNext = async (): Promise<void> => {
    for (let next = documents.pop(); next; next = documents.pop()) {
      const [name, document] = next;
      const answer = JSON.stringify(await who.graphql(document));
      if (/PARSE_FAILED|VALIDATION_FAILED|INTERNAL/.test(answer)) throw new Error(`${document}\n${answer}`);
      answers.set(name, `${answers.get(name) ?? ''}\n${answer}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return answers;
}
