// The mutations that a push may contain. Its input type and the documents that it executes follow from their signatures in the schema, so
// that they cannot differ. graphql-js knows `@oneOf`, type-graphql (2.0.0-rc.4) does not: `push` checks that an operation has one mutation.
import {
  type GraphQLField,
  GraphQLInputObjectType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isLeafType,
  parse,
} from 'graphql';
import type { FieldAccess } from '../../access/guard.js';
import { executePlan } from '../../graphql/execute-plan.js';
import { type Arguments, planOperation } from '../../graphql/plan.js';

/** What is recorded in an apiary. People are invited, accounts and sessions are managed, while there is a network. */
const MUTATIONS = [
  'createApiary',
  'updateApiary',
  'deleteApiary',
  'createBeehive',
  'createBeehives',
  'updateBeehive',
  'deleteBeehive',
  'splitBeehive',
  'uniteBeehives',
  'recordLoss',
  'correctEnd',
  'reviveBeehive',
  'moveBeehive',
  'correctPlacement',
  'createQuestion',
  'updateQuestion',
  'deleteQuestion',
  'reorderQuestions',
  'loadDefaultQuestions',
  'assignQuestion',
  'unassignQuestion',
  'recordInspection',
  'recordVisit',
  'updateInspectionDraft',
  'completeInspection',
  'discardInspectionDraft',
  'amendInspection',
  'createInventoryItem',
  'updateInventoryItem',
  'deleteInventoryItem',
  'adjustStock',
  'recordExit',
  'recordMovement',
  'correctMovement',
  'recordTreatment',
  'endTreatment',
  'correctTreatment',
  'voidTreatment',
  'recordFollowUp',
  'updateFollowUp',
  'deleteFollowUp',
  'recordMiteCount',
  'deleteMiteCount',
  'createQueen',
  'updateQueen',
  'deleteQueen',
  'installQueen',
  'endReign',
  'updateReign',
  'deleteReign',
  'recordHarvest',
  'updateHarvestDraft',
  'closeHarvest',
  'discardHarvestDraft',
  'amendHarvest',
  'voidHarvest',
  'createLot',
  'updateLot',
  'deleteLot',
  'packLot',
  'voidPack',
];

type Mutation = GraphQLField<unknown, unknown>;
export interface PushedMutation {
  access: FieldAccess;
  /** @returns the ids of the records of its result */
  execute: (context: unknown, args: Arguments) => Promise<{ ids: string[] } | { error: unknown }>;
}

/** Adds the mutations to the input type `SyncOperation`, each as a field with the arguments of the mutation. */
export function addOperations(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType()!.getFields();
  const operation = schema.getType('SyncOperation');
  if (!isInputObjectType(operation)) throw new Error('there is no input type SyncOperation');
  for (const name of MUTATIONS) {
    const { args, description } = mutations[name]!;
    const type = new GraphQLInputObjectType({
      name: `${name[0]!.toUpperCase()}${name.slice(1)}Arguments`,
      description: `The arguments of \`${name}\`.`,
      fields: Object.fromEntries(args.map(({ name: arg, ...config }) => [arg, config])),
    });
    schema.getTypeMap()[type.name] = type;
    operation.getFields()[name] = {
      name,
      type,
      description,
      defaultValue: undefined,
      deprecationReason: undefined,
      extensions: {},
      astNode: undefined,
    };
  }
}

export const mutationsIn = (operation: object): string[] =>
  MUTATIONS.filter((name) => (operation as Record<string, unknown>)[name] != null);

const prepared = new WeakMap<Mutation, PushedMutation>();

export function prepareMutation(schema: GraphQLSchema, name: string): PushedMutation {
  const field = schema.getMutationType()!.getFields()[name]!;
  const known = prepared.get(field);
  if (known) return known;
  const mutation = { access: field.extensions as FieldAccess, execute: createExecute(schema, field) };
  prepared.set(field, mutation);
  return mutation;
}

/** The arguments have been coerced with the push. The resolver of the mutation validates them, as always. */
function createExecute(schema: GraphQLSchema, { name, args, type }: Mutation): PushedMutation['execute'] {
  const variables = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isLeafType(getNamedType(type)) ? '' : ' { id }';
  const document = parse(`mutation (${variables}) { ${name}(${given})${selection} }`);
  const plan = planOperation(schema, document, getOperationAST(document)!, false)!;
  return async (context, values) => {
    const { data, errors } = await executePlan(plan, context, values);
    if (errors) return { error: errors[0] };
    const results = [data![name]].flat() as (string | { id: string })[];
    return { ids: results.map((result) => (typeof result === 'string' ? result : result.id)) };
  };
}
