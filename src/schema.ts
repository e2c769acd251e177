import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import * as entities from './entities.js';
import { AccountsResolver, SessionsResolver } from './features/accounts/accounts.resolver.js';
import { AdministrationResolver } from './features/accounts/administration.resolver.js';
import { MyAccountResolver } from './features/accounts/profile.resolver.js';
import { ActivityResolver, ApiaryActivityResolver } from './features/activity/activity.resolver.js';
import { BeehiveTimelineResolver, TimelineEntryResolver } from './features/activity/timeline.resolver.js';
import { ApiariesResolver } from './features/apiaries/apiaries.resolver.js';
import { ApiaryBeehivesResolver, BeehivesResolver } from './features/beehives/beehives.resolver.js';
import {
  BeehivePlacementsResolver,
  ColoniesResolver,
  ColonyEventsResolver,
} from './features/colonies/colonies.resolver.js';
import { ApiaryHarvestsResolver } from './features/harvests/harvest-lists.resolver.js';
import { HarvestSourcesResolver } from './features/harvests/harvest-sources.resolver.js';
import { HarvestRevisionsResolver, HarvestsResolver } from './features/harvests/harvests.resolver.js';
import { LotsResolver } from './features/harvests/lots.resolver.js';
import { LotContentsResolver, LotPacksResolver, PacksResolver } from './features/harvests/packs.resolver.js';
import { QueenHoneyResolver } from './features/harvests/queen-honey.resolver.js';
import { YieldResolver } from './features/harvests/yield.resolver.js';
import { AnswersResolver } from './features/inspections/answers.resolver.js';
import {
  BeehiveQuestionnaireResolver,
  BeehiveQuestionsResolver,
} from './features/inspections/beehive-questions.resolver.js';
import {
  ApiaryInspectionsResolver,
  BeehiveInspectionsResolver,
} from './features/inspections/inspection-lists.resolver.js';
import { InspectionsResolver } from './features/inspections/inspections.resolver.js';
import { ApiaryTrendsResolver } from './features/inspections/trends.resolver.js';
import { ApiaryInventoryResolver, InventoryResolver } from './features/inventory/inventory.resolver.js';
import {
  ApiaryMovementsResolver,
  ItemMovementsResolver,
  MovementsResolver,
} from './features/inventory/movements.resolver.js';
import { AccountDeletionResolver } from './features/members/account-deletion.resolver.js';
import { ApiaryInvitationsResolver, InvitationsResolver } from './features/members/invitations.resolver.js';
import { ApiaryMembersResolver, MembersResolver } from './features/members/members.resolver.js';
import { NodesResolver } from './features/nodes/nodes.resolver.js';
import { ApiaryQueensResolver, QueensResolver } from './features/queens/queens.resolver.js';
import { BeehiveQueenResolver, InspectionQueenResolver, ReignsResolver } from './features/queens/reigns.resolver.js';
import {
  ApiaryQuestionsResolver,
  QuestionApiaryResolver,
  QuestionsResolver,
} from './features/questions/questions.resolver.js';
import { SearchResolver } from './features/search/search.resolver.js';
import { ApiaryHealthTrendsResolver, HealthTrendsResolver } from './features/statistics/health-trends.resolver.js';
import { ApiaryStatisticsResolver, StatisticsResolver } from './features/statistics/statistics.resolver.js';
import {
  ApiaryTreatmentSharesResolver,
  TreatmentSharesResolver,
} from './features/statistics/treatment-shares.resolver.js';
import { ApiaryChangesResolver } from './features/subscriptions/apiary-changes.resolver.js';
import { ChangesResolver } from './features/sync/changes.resolver.js';
import { PushResolver } from './features/sync/push.resolver.js';
import { addOperations } from './features/sync/sync-operations.js';
import { FollowUpsResolver } from './features/treatments/follow-ups.resolver.js';
import {
  ApiaryMiteCountsResolver,
  BeehiveMiteCountsResolver,
  MiteCountsResolver,
} from './features/treatments/mite-counts.resolver.js';
import { ApiaryTreatmentsResolver, BeehiveTreatmentsResolver } from './features/treatments/treatment-lists.resolver.js';
import { ApiaryTreatmentTrendResolver } from './features/treatments/treatment-trend.resolver.js';
import { TreatmentsResolver } from './features/treatments/treatments.resolver.js';
import { WorklistResolver } from './features/worklist/worklist.resolver.js';
import { resolveGettersOnRows } from './graphql/entity-getters.js';
import { inheritExtensions } from './graphql/inherited-extensions.js';
import { callResolversDirectly } from './graphql/resolver-calls.js';
import { guardRootFields } from './graphql/root-fields.js';
import { describeSchema } from './graphql/schema-description.js';
import { validateArgument } from './graphql/validate-argument.js';
import { DateTime } from './shared/scalars.js';

export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      AccountsResolver,
      SessionsResolver,
      MyAccountResolver,
      AdministrationResolver,
      ApiariesResolver,
      MembersResolver,
      ApiaryMembersResolver,
      InvitationsResolver,
      ApiaryInvitationsResolver,
      AccountDeletionResolver,
      BeehivesResolver,
      ApiaryBeehivesResolver,
      ColoniesResolver,
      BeehivePlacementsResolver,
      ColonyEventsResolver,
      InventoryResolver,
      ApiaryInventoryResolver,
      MovementsResolver,
      ItemMovementsResolver,
      ApiaryMovementsResolver,
      QuestionsResolver,
      ApiaryQuestionsResolver,
      QuestionApiaryResolver,
      InspectionsResolver,
      BeehiveInspectionsResolver,
      ApiaryInspectionsResolver,
      BeehiveQuestionsResolver,
      BeehiveQuestionnaireResolver,
      AnswersResolver,
      ApiaryTrendsResolver,
      TreatmentsResolver,
      FollowUpsResolver,
      BeehiveTreatmentsResolver,
      ApiaryTreatmentsResolver,
      ApiaryTreatmentTrendResolver,
      MiteCountsResolver,
      BeehiveMiteCountsResolver,
      ApiaryMiteCountsResolver,
      QueensResolver,
      ApiaryQueensResolver,
      ReignsResolver,
      BeehiveQueenResolver,
      InspectionQueenResolver,
      HarvestsResolver,
      HarvestRevisionsResolver,
      HarvestSourcesResolver,
      ApiaryHarvestsResolver,
      LotsResolver,
      LotContentsResolver,
      LotPacksResolver,
      PacksResolver,
      YieldResolver,
      QueenHoneyResolver,
      ApiaryActivityResolver,
      ActivityResolver,
      BeehiveTimelineResolver,
      TimelineEntryResolver,
      NodesResolver,
      SearchResolver,
      StatisticsResolver,
      ApiaryStatisticsResolver,
      HealthTrendsResolver,
      ApiaryHealthTrendsResolver,
      TreatmentSharesResolver,
      ApiaryTreatmentSharesResolver,
      WorklistResolver,
      ChangesResolver,
      PushResolver,
      ApiaryChangesResolver,
    ],
    // Type-graphql demands it of a schema with subscriptions; each has a source of its own.
    pubSub: { publish: () => {}, subscribe: () => [] as never },
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // The validation built into type-graphql imports its library in every call, and its error contains the whole input with passwords.
    validateFn: validateArgument,
    // An introspection of the whole schema. Apollo Server also asserts that the schema is valid.
    skipCheck: true,
  });
  schema.description = describeSchema();
  inheritExtensions(schema);
  callResolversDirectly(schema);
  addOperations(schema);
  resolveGettersOnRows(schema, Object.values(entities));
  guardRootFields(schema);
  return schema;
}

/** Returns the text of schema.graphql. */
export function printSchemaDocument(schema: GraphQLSchema): string {
  return `# Generated by \`npm run generate\` from the code: do not edit.\n\n${printSchema(lexicographicSortSchema(schema))}\n`;
}
