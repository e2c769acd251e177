import { beehiveEdges } from './beehive.edges.js';
import { ApiaryBeehivesResolver, BeehivesResolver } from './beehives.resolver.js';

export const resolvers = [BeehivesResolver, ApiaryBeehivesResolver, ...beehiveEdges];
