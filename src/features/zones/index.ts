import './zone-audit.types.js';
import { ApiaryZonesResolver, RestrictedZonesResolver } from './zones.resolver.js';

export const resolvers = [RestrictedZonesResolver, ApiaryZonesResolver];
