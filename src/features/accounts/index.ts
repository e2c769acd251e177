import { AccountsResolver, SessionsResolver } from './accounts.resolver.js';
import { AdministrationResolver } from './administration.resolver.js';
import { AdministrationActsResolver } from './administration-acts.resolver.js';
import { auditEntryEdges } from './audit-entry.edges.js';
import { MyAccountResolver } from './profile.resolver.js';
import { UsageResolver } from './usage.resolver.js';

export const resolvers = [
  AccountsResolver,
  SessionsResolver,
  MyAccountResolver,
  UsageResolver,
  AdministrationResolver,
  AdministrationActsResolver,
  ...auditEntryEdges,
];
