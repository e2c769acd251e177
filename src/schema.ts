import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { guardRootFields } from './access/guard.js';
import { AccountsResolver, SessionsResolver } from './accounts/accounts.resolver.js';
import { AdministrationResolver } from './accounts/administration.resolver.js';
import { MyAccountResolver } from './accounts/my-account.resolver.js';
import { ApiariesResolver } from './apiaries/apiaries.resolver.js';
import { ApiaryBeehivesResolver, BeehivesResolver } from './beehives/beehives.resolver.js';
import { lendGetters } from './getters.js';
import { AnswersResolver } from './inspections/answers.resolver.js';
import { HiveQuestionsResolver } from './inspections/hive-questions.resolver.js';
import {
  ApiaryInspectionsResolver,
  BeehiveInspectionsResolver,
  InspectionsResolver,
} from './inspections/inspections.resolver.js';
import { ApiaryTrendsResolver } from './inspections/trends.resolver.js';
import { ApiaryInventoryResolver, InventoryResolver } from './inventory/inventory.resolver.js';
import { ItemMovementsResolver, MovementsResolver } from './inventory/movements.resolver.js';
import * as entities from './persistence/entities.js';
import { ApiaryQuestionsResolver, QuestionsResolver } from './questions/questions.resolver.js';
import { DateTime } from './scalars.js';
import { validateArgument } from './validation.js';

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
