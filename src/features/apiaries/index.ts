import { ApiariesResolver } from './apiaries.resolver.js';
import { NearbyApiariesResolver, PlacesResolver, PlaceWarningsResolver } from './places.resolver.js';

export const resolvers = [ApiariesResolver, PlacesResolver, NearbyApiariesResolver, PlaceWarningsResolver];
