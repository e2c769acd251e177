import { accountEdges } from './account.edges.js';
import { DigestsResolver } from './digests.resolver.js';
import { PushSubscriptionsResolver } from './push-subscriptions.resolver.js';

export const resolvers = [DigestsResolver, PushSubscriptionsResolver, accountEdges];
