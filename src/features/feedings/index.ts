import { feedingEdges } from './feeding.edges.js';
import { ApiaryFeedingsResolver, BeehiveFeedingsResolver, FeedingsResolver } from './feedings.resolver.js';

export const resolvers = [FeedingsResolver, BeehiveFeedingsResolver, ApiaryFeedingsResolver, ...feedingEdges];
