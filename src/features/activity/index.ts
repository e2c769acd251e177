import { activityEdges } from './activity.edges.js';
import { ActivityResolver } from './activity.resolver.js';
import { DeletedResolver } from './deleted.resolver.js';
import { BeehiveTimelineResolver, TimelineEntryResolver } from './timeline.resolver.js';

export const resolvers = [
  ActivityResolver,
  DeletedResolver,
  BeehiveTimelineResolver,
  TimelineEntryResolver,
  ...activityEdges,
];
