import { harvestEdges } from './harvest.edges.js';
import { HarvestSourcesResolver } from './harvest-sources.resolver.js';
import { HarvestsResolver } from './harvests.resolver.js';
import { lotEdges } from './lot.edges.js';
import { LotsResolver } from './lots.resolver.js';
import { PacksResolver } from './packs.resolver.js';
import { QueenHoneyResolver } from './queen-honey.resolver.js';
import { YieldResolver } from './yield.resolver.js';

export const resolvers = [
  HarvestsResolver,
  HarvestSourcesResolver,
  LotsResolver,
  PacksResolver,
  YieldResolver,
  QueenHoneyResolver,
  ...harvestEdges,
  ...lotEdges,
];
