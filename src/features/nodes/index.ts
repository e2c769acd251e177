import { NodesResolver } from './nodes.resolver.js';

export const resolvers = [NodesResolver];
