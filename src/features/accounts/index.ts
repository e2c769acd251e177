import { AccountsResolver, SessionsResolver } from './accounts.resolver.js';
import { AdministrationResolver } from './administration.resolver.js';
import { AdministrationActsResolver } from './administration-acts.resolver.js';
import { auditEntryEdges } from './audit-entry.edges.js';
import { EmailChangeResolver } from './email-change.resolver.js';
import { MyAccountResolver } from './profile.resolver.js';
import { SecondFactorOfUserResolver, SecondFactorResolver } from './second-factor.resolver.js';
import { UsageResolver } from './usage.resolver.js';

export const resolvers = [
  AccountsResolver,
  SessionsResolver,
  MyAccountResolver,
  EmailChangeResolver,
  SecondFactorResolver,
  SecondFactorOfUserResolver,
  UsageResolver,
  AdministrationResolver,
  AdministrationActsResolver,
  ...auditEntryEdges,
];
