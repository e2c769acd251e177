import { webhookEdges } from './webhook.edges.js';
import { WebhooksResolver } from './webhooks.resolver.js';

export const resolvers = [WebhooksResolver, ...webhookEdges];
