import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { guardRootFields } from './access/guard.js';
import * as entities from './entities.js';
import { AccountsResolver, SessionsResolver } from './features/accounts/accounts.resolver.js';
import { AdministrationResolver } from './features/accounts/administration.resolver.js';
import { MyAccountResolver } from './features/accounts/profile.resolver.js';
import { ApiariesResolver } from './features/apiaries/apiaries.resolver.js';
import { ApiaryBeehivesResolver, BeehivesResolver } from './features/beehives/beehives.resolver.js';
import { AnswersResolver } from './features/inspections/answers.resolver.js';
import { HiveQuestionsResolver } from './features/inspections/beehive-questions.resolver.js';
import {
  ApiaryInspectionsResolver,
  BeehiveInspectionsResolver,
  InspectionsResolver,
} from './features/inspections/inspections.resolver.js';
import { ApiaryTrendsResolver } from './features/inspections/trends.resolver.js';
import { ApiaryInventoryResolver, InventoryResolver } from './features/inventory/inventory.resolver.js';
import { ItemMovementsResolver, MovementsResolver } from './features/inventory/movements.resolver.js';
import { ApiaryQuestionsResolver, QuestionsResolver } from './features/questions/questions.resolver.js';
import { lendGetters } from './graphql/entity-getters.js';
import { validateArgument } from './graphql/validators.js';
import { DateTime } from './shared/scalars.js';

export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      AccountsResolver,
      SessionsResolver,
      MyAccountResolver,
      AdministrationResolver,
      ApiariesResolver,
      BeehivesResolver,
      ApiaryBeehivesResolver,
      InventoryResolver,
      ApiaryInventoryResolver,
      MovementsResolver,
      ItemMovementsResolver,
      QuestionsResolver,
      ApiaryQuestionsResolver,
      InspectionsResolver,
      BeehiveInspectionsResolver,
      ApiaryInspectionsResolver,
      HiveQuestionsResolver,
      AnswersResolver,
      ApiaryTrendsResolver,
    ],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // type-graphql's own validation imports its library for every call, and its error repeats the whole input, passwords included
    validateFn: validateArgument,
  });
  lendGetters(schema, Object.values(entities));
  guardRootFields(schema);
  return schema;
}
