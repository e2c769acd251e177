import { changedConcurrently } from '../../errors.js';
import { connectionOf } from '../../graphql/connection.js';
import { connection, type Edge, edgesOf, ordered, parent, referring } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { loadPerson } from '../accounts/person.queries.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ApiaryInvitation } from '../apiaries/apiary-invitation.entity.js';
import { ApiaryMember } from '../apiaries/apiary-member.entity.js';
import { AcceptedInvitation } from './invitations.resolver.js';

const ApiaryMemberConnection = connectionOf(ApiaryMember, 'ApiaryMember');

/**
 * The person of an account with which the record is deleted.
 * @throws CONFLICT (CHANGED_CONCURRENTLY) if that happened after the record had been read
 */
const account = <C extends string>(column: C, description: string): Edge<C, string> => ({
  ...person(column, description),
  nullable: false,
  load: async (id, context) => {
    const found = await loadPerson(context, id);
    if (!found) throw changedConcurrently();
    return found;
  },
});

export const memberEdges = [
  edgesOf(ApiaryMember, {
    apiary: parent(Apiary, 'apiaryId', 'The apiary.'),
    user: account('userId', 'The account.'),
    invitedBy: person('invitedBy', 'The account that invited it; null if that has been deleted.'),
  }),
  edgesOf(AcceptedInvitation, {
    apiaryMember: referring(
      ApiaryMember,
      'apiary',
      'apiaryId',
      'Your membership; null if the apiary is yours.',
      ({ viewer }) => ({ user: viewer.id }),
    ),
  }),
  edgesOf(ApiaryInvitation, {
    apiary: parent(Apiary, 'apiaryId', 'The apiary.'),
    invitedBy: person(
      'invitedBy',
      'The account that invites; null if it has been deleted: the invitation cannot be accepted then.',
    ),
  }),
  edgesOf(Apiary, {
    owner: account('userId', 'Its owner.'),
    members: connection(
      ApiaryMember,
      'apiary',
      ordered(ApiaryMemberConnection, { createdAt: 'asc' }),
      'The accounts with which it is shared, the oldest membership first, without the owner. Inspectors stay for 30 days after their end.',
    ),
  }),
];
