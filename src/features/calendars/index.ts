import { accountEdges } from './account.edges.js';
import { CalendarsResolver } from './calendars.resolver.js';

export const resolvers = [CalendarsResolver, accountEdges];
