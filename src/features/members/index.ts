import { AccountDeletionResolver } from './account-deletion.resolver.js';
import { ApiaryInvitationsResolver, InvitationsResolver } from './invitations.resolver.js';
import { memberEdges } from './member.edges.js';
import { MembersResolver } from './members.resolver.js';

export const resolvers = [
  MembersResolver,
  InvitationsResolver,
  ApiaryInvitationsResolver,
  AccountDeletionResolver,
  ...memberEdges,
];
