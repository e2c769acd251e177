import { DigestsResolver } from './digests.resolver.js';

export const resolvers = [DigestsResolver];
