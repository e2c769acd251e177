import { type GraphQLSchema, isEnumType, lexicographicSortSchema, printSchema, printType } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import type { Engine } from './engine/engine.js';
import { plain } from './engine/plain.js';
import * as entities from './entities.js';
import { resolvers as accounts } from './features/accounts/index.js';
import { resolvers as activity } from './features/activity/index.js';
import { resolvers as apiaries } from './features/apiaries/index.js';
import { resolvers as beehives } from './features/beehives/index.js';
import { resolvers as calendars } from './features/calendars/index.js';
import { resolvers as colonies } from './features/colonies/index.js';
import { resolvers as deletions } from './features/deletions/index.js';
import { resolvers as feedings } from './features/feedings/index.js';
import { resolvers as harvests } from './features/harvests/index.js';
import { resolvers as identities } from './features/identities/index.js';
import { resolvers as imports } from './features/imports/index.js';
import { resolvers as inspections } from './features/inspections/index.js';
import { resolvers as inventory } from './features/inventory/index.js';
import { resolvers as keepers } from './features/keepers/index.js';
import { resolvers as measurements } from './features/measurements/index.js';
import { resolvers as members } from './features/members/index.js';
import { resolvers as movements } from './features/movements/index.js';
import { resolvers as nodes } from './features/nodes/index.js';
import { resolvers as products } from './features/products/index.js';
import { resolvers as queens } from './features/queens/index.js';
import { resolvers as questions } from './features/questions/index.js';
import { resolvers as reminders } from './features/reminders/index.js';
import { resolvers as search } from './features/search/index.js';
import { resolvers as statistics } from './features/statistics/index.js';
import { resolvers as subscriptions } from './features/subscriptions/index.js';
import { resolvers as sync } from './features/sync/index.js';
import { addOperations } from './features/sync/sync-operations.rules.js';
import { resolvers as tasks } from './features/tasks/index.js';
import { resolvers as tokens } from './features/tokens/index.js';
import { resolvers as treatments } from './features/treatments/index.js';
import { resolvers as webhooks } from './features/webhooks/index.js';
import { resolvers as worklist } from './features/worklist/index.js';
import { resolvers as zones } from './features/zones/index.js';
import { resolveGettersOnRows } from './graphql/entity-getters.js';
import { inheritExtensions } from './graphql/inherited-extensions.js';
import { markOneOf } from './graphql/one-of.js';
import { guardRootFields, orderRootFields } from './graphql/root-fields.js';
import { describeSchema } from './graphql/schema-description.js';
import { traceRootFields } from './graphql/traced.js';
import { validateArgument } from './graphql/validate-argument.js';
import { VERSION } from './observability/version.js';
import { DateTime } from './shared/scalars.js';

/** In the order in which explorers list their root fields: what a beekeeper's screens begin with first, the account last. */
const resolvers = [
  worklist,
  apiaries,
  beehives,
  questions,
  inspections,
  treatments,
  feedings,
  tasks,
  products,
  inventory,
  queens,
  colonies,
  harvests,
  movements,
  keepers,
  zones,
  statistics,
  search,
  nodes,
  activity,
  deletions,
  measurements,
  members,
  imports,
  calendars,
  reminders,
  sync,
  subscriptions,
  webhooks,
  tokens,
  identities,
  accounts,
].flat();

/** Returns the whole schema, which the endpoints of REST use. Clients of GraphQL get it from `hideLegacy`. */
export function createSchema(engine: Engine = plain): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as NonEmptyArray<(typeof resolvers)[number]>,
    // Type-graphql demands it of a schema with subscriptions; each has a source of its own.
    pubSub: { publish: () => {}, subscribe: () => [] as never },
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // The validation built into type-graphql imports its library in every call, and its error contains the whole input with passwords.
    validateFn: validateArgument,
    // An introspection of the whole schema. A test asserts that it is valid; Apollo Server does for that of clients.
    skipCheck: true,
  });
  describeSchema(schema);
  inheritExtensions(schema);
  schema.extensions = { engine };
  engine.attach(schema, validateArgument);
  markOneOf(schema);
  addOperations(schema);
  resolveGettersOnRows(schema, Object.values(entities));
  orderRootFields(schema, resolvers);
  guardRootFields(schema);
  traceRootFields(schema);
  return schema;
}

/** Returns the text of schema.graphql: sorted, so that a diff shows what has changed, but the values of an enum have an order of their own. */
export function printSchemaDocument(schema: GraphQLSchema): string {
  const sorted = lexicographicSortSchema(schema);
  const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
  const text = enums.reduce(
    (printed, type) => printed.replace(printType(sorted.getType(type.name)!), () => printType(type)),
    printSchema(sorted),
  );
  return `# Version ${VERSION}, generated by \`npm run generate\` from the code: do not edit.\n\n${text}\n`;
}
