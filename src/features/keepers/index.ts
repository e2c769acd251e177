import { KeepersResolver } from './keepers.resolver.js';

export const resolvers = [KeepersResolver];
