import { activityEdges } from './activity.edges.js';
import { ActivityResolver } from './activity.resolver.js';
import { BeehiveTimelineResolver, TimelineEntryResolver } from './timeline.resolver.js';

export const resolvers = [ActivityResolver, BeehiveTimelineResolver, TimelineEntryResolver, ...activityEdges];
