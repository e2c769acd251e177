import { FollowUpsResolver } from './follow-ups.resolver.js';
import { ApiaryIngredientsResolver, BeehiveIngredientsResolver } from './ingredient-totals.resolver.js';
import { miteCountEdges } from './mite-count.edges.js';
import { ApiaryMiteCountsResolver, BeehiveMiteCountsResolver, MiteCountsResolver } from './mite-counts.resolver.js';
import { RegisterLinksResolver } from './register-links.resolver.js';
import { treatmentEdges } from './treatment.edges.js';
import { TreatmentKeeperResolver } from './treatment-keeper.queries.js';
import { ApiaryTreatmentTrendResolver } from './treatment-trend.resolver.js';
import { TreatmentsResolver } from './treatments.resolver.js';
import { BeehiveWithdrawalResolver, TreatmentWithdrawalResolver } from './withdrawal.resolver.js';

export const resolvers = [
  TreatmentsResolver,
  RegisterLinksResolver,
  FollowUpsResolver,
  BeehiveWithdrawalResolver,
  TreatmentWithdrawalResolver,
  TreatmentKeeperResolver,
  ApiaryTreatmentTrendResolver,
  BeehiveIngredientsResolver,
  ApiaryIngredientsResolver,
  MiteCountsResolver,
  BeehiveMiteCountsResolver,
  ApiaryMiteCountsResolver,
  ...treatmentEdges,
  ...miteCountEdges,
];
