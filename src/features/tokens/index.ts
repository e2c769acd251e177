import { TokensResolver } from './tokens.resolver.js';

export const resolvers = [TokensResolver];
