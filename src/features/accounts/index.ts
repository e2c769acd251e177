import { AccountsResolver, LastUseResolver, SessionsResolver } from './accounts.resolver.js';
import { AdministrationResolver } from './administration.resolver.js';
import { AdministrationActsResolver } from './administration-acts.resolver.js';
import { auditEntryEdges } from './audit-entry.edges.js';
import { EmailChangeResolver } from './email-change.resolver.js';
import { MyAccountResolver } from './profile.resolver.js';
import { SecondFactorOfUserResolver, SecondFactorResolver } from './second-factor.resolver.js';
import { userEdges } from './user.edges.js';

export const resolvers = [
  AccountsResolver,
  SessionsResolver,
  LastUseResolver,
  MyAccountResolver,
  EmailChangeResolver,
  SecondFactorResolver,
  SecondFactorOfUserResolver,
  AdministrationResolver,
  AdministrationActsResolver,
  userEdges,
  ...auditEntryEdges,
];
