import { IdentitiesResolver, IdentityProvidersResolver } from './identities.resolver.js';

export const resolvers = [IdentitiesResolver, IdentityProvidersResolver];
