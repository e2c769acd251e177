import { ChangesResolver } from './changes.resolver.js';
import { ExecuteOperationsResolver } from './execute-operations.resolver.js';

export const resolvers = [ChangesResolver, ExecuteOperationsResolver];
