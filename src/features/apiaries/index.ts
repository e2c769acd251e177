import { ApiariesResolver } from './apiaries.resolver.js';

export const resolvers = [ApiariesResolver];
