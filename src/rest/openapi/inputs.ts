import {
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
import type { Route } from '../route.js';
import { appendNames } from './schemas.js';

/** A variable of a document: what the wire calls it, and what the schema says of what it fills. */
export interface Input {
  name: string;
  type: GraphQLInputType;
  required: boolean;
  description: string | undefined;
}

/** The variables of a document, each with what the schema says of the argument or input field that it fills. */
export function readInputs(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { aliases = {}, valueAliases = {} }: Pick<Route, 'aliases' | 'valueAliases'>,
): Input[] {
  const said = new Map<string, string | null | undefined>();
  const typeInfo = new TypeInfo(schema);
  let filled: string | null | undefined;
  visit(
    operation,
    visitWithTypeInfo(typeInfo, {
      VariableDefinition: () => false,
      Argument: () => {
        filled = typeInfo.getArgument()?.description;
      },
      ObjectField: (node) => {
        const parent = getNamedType(typeInfo.getParentInputType()) as GraphQLInputObjectType | undefined;
        filled = parent?.getFields()[node.name.value]?.description;
      },
      Variable: (node) => void said.set(node.name.value, filled),
    }),
  );
  return (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const name = variable.name.value;
    const synonyms = Object.entries(valueAliases[name] ?? {}).map(
      ([word, meaning]) => `\`${word}\` for \`${meaning}\``,
    );
    const description = [
      appendNames(said.get(name), aliases[name]),
      /^\[String\b/.test(print(type)) && 'Also read as one text with commas.',
      synonyms.length > 0 && `Reads ${synonyms.join(', ')} too.`,
    ];
    return {
      name,
      type: typeFromAST(schema, type) as GraphQLInputType,
      required: type.kind === Kind.NON_NULL_TYPE && !defaultValue,
      description: description.filter(Boolean).join(' ') || undefined,
    };
  });
}
