import { CalendarsResolver } from './calendars.resolver.js';

export const resolvers = [CalendarsResolver];
