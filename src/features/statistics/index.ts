import { healthTrendEdges } from './health-trend.edges.js';
import { ApiaryHealthTrendsResolver, HealthTrendsResolver } from './health-trends.resolver.js';
import { ApiaryStatisticsResolver, StatisticsResolver } from './statistics.resolver.js';
import { PeriodOfStatisticsResolver, StatisticsPeriodResolver } from './statistics-period.resolver.js';
import { ApiaryTreatmentSharesResolver, TreatmentSharesResolver } from './treatment-shares.resolver.js';

export const resolvers = [
  StatisticsResolver,
  ApiaryStatisticsResolver,
  PeriodOfStatisticsResolver,
  StatisticsPeriodResolver,
  HealthTrendsResolver,
  ApiaryHealthTrendsResolver,
  TreatmentSharesResolver,
  ApiaryTreatmentSharesResolver,
  ...healthTrendEdges,
];
