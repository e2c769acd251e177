import { SearchResolver } from './search.resolver.js';

export const resolvers = [SearchResolver];
