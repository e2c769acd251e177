import { accountEdges } from './account.edges.js';
import { IdentitiesResolver, IdentityProvidersResolver } from './identities.resolver.js';

export const resolvers = [IdentitiesResolver, IdentityProvidersResolver, accountEdges];
