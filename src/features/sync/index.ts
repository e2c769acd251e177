import { ChangesResolver } from './changes.resolver.js';
import { PushResolver } from './push.resolver.js';

export const resolvers = [ChangesResolver, PushResolver];
