import {
  type GraphQLArgument,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  print,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Keywords } from '../../graphql/bounds.js';
import { isSetByHeader } from '../header-variables.js';
import type { Route } from '../route.js';
import { describeInput } from './schemas.js';

/** A variable of a document, with its wire name. */
export interface Input {
  name: string;
  type: GraphQLInputType;
  required: boolean;
  description: string | undefined;
  keywords: Keywords;
}

/** The other names of variables that a document declares as properties of their own. */
export type OtherNames = Record<string, string[]>;

/** The argument or the input field in which a variable is used. */
type Use = Pick<GraphQLArgument, 'description' | 'defaultValue' | 'extensions'> | null | undefined;

/** The other extensions of an element of the schema are no keywords. */
function keywordsOf(use: Use): Keywords {
  const { legacy: _, demanded: __, ...keywords } = { ...use?.extensions };
  return keywords;
}

/** Returns the variables of a document. Each has the description and the bounds of the argument or input field in which it is used. */
export function readInputs(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { aliases = {}, valueAliases = {} }: Pick<Route, 'aliases' | 'valueAliases'>,
  declared: OtherNames = {},
): Input[] {
  const uses = new Map<string, Use>();
  const typeInfo = new TypeInfo(schema);
  let current: Use;
  visit(
    operation,
    visitWithTypeInfo(typeInfo, {
      VariableDefinition: () => false,
      Argument: () => {
        current = typeInfo.getArgument();
      },
      ObjectField: (node) => {
        const parent = getNamedType(typeInfo.getParentInputType()) as GraphQLInputObjectType | undefined;
        current = parent?.getFields()[node.name.value];
      },
      Variable: (node) => void uses.set(node.name.value, current),
    }),
  );
  const ofBody = (operation.variableDefinitions ?? []).filter((one) => !isSetByHeader(one));
  return ofBody.map(({ variable, type, defaultValue }) => {
    const name = variable.name.value;
    const alternatives = Object.entries(valueAliases[name] ?? {}).map(
      ([alternative, value]) => `\`${alternative}\` (means \`${value}\`)`,
    );
    const description = [
      describeInput(
        uses.get(name) ?? {},
        aliases[name]?.filter((other) => !declared[name]?.includes(other)),
      ),
      /^\[String\b/.test(print(type)) && 'A comma-separated text is also accepted.',
      alternatives.length > 0 && `Also accepts ${alternatives.join(', ')}.`,
    ];
    return {
      name,
      type: typeFromAST(schema, type) as GraphQLInputType,
      required: type.kind === Kind.NON_NULL_TYPE && !defaultValue,
      description: description.filter(Boolean).join(' ') || undefined,
      keywords: keywordsOf(uses.get(name)),
    };
  });
}
