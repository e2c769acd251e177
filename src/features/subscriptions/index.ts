import { ApiaryChangesResolver } from './apiary-changes.resolver.js';

export const resolvers = [ApiaryChangesResolver];
