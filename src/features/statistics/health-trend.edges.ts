import { edgesOf, related } from '../../graphql/edges.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { HealthTrend } from './health-trends.queries.js';

export const healthTrendEdges = [
  edgesOf(HealthTrend, {
    beehive: related(Beehive, 'beehiveId', 'The hive; null if it is no longer yours.'),
  }),
];
