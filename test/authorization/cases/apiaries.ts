import type { FeatureCases } from '../case.js';

export const apiaries: FeatureCases = {
  fields: {
    'Query.apiaries': ['viewer', () => '{ apiaries { nodes { id } } }'],
    'Query.apiary': ['reader', ({ apiary }) => `{ apiary(id: "${apiary}") { name } }`],
    'Mutation.createApiary': ['viewer', () => 'mutation { createApiary(input: { name: "New" }) { name } }'],
    'Mutation.updateApiary': [
      'manager',
      ({ apiary }) => `mutation { updateApiary(id: "${apiary}", input: { name: "Seen" }) { name } }`,
    ],
    'Mutation.deleteApiary': ['owner', ({ apiary }) => `mutation { deleteApiary(id: "${apiary}") }`],
    'Mutation.inviteToApiary': [
      'manager',
      ({ apiary }) => `mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: WORKER }) { link } }`,
    ],
    'Query.invitation': ['secret', () => '{ invitation(token: "guessed") { apiaryName } }'],
    'Mutation.acceptInvitation': ['invited', () => 'mutation { acceptInvitation(token: "guessed") { name } }'],
    'Mutation.revokeInvitation': ['hidden', ({ invitation }) => `mutation { revokeInvitation(id: "${invitation}") }`],
    'Mutation.changeMemberRole': [
      'manager',
      ({ apiary, member }) =>
        `mutation { changeMemberRole(apiaryId: "${apiary}", userId: "${member}", role: WORKER) { role } }`,
    ],
    'Mutation.removeMember': [
      'manager',
      ({ apiary, member }) => `mutation { removeMember(apiaryId: "${apiary}", userId: "${member}") }`,
    ],
    'Mutation.leaveApiary': ['member', ({ apiary }) => `mutation { leaveApiary(apiaryId: "${apiary}") }`],
    'Mutation.transferApiary': [
      'owner',
      ({ apiary, member }) => `mutation { transferApiary(apiaryId: "${apiary}", userId: "${member}") { name } }`,
    ],
  },
  routes: {
    'get /apiaries': ['viewer', () => ({ path: '/apiaries' })],
    'get /apiaries/:id': ['reader', ({ apiary }) => ({ path: `/apiaries/${apiary}` })],
    'post /apiaries': ['viewer', () => ({ path: '/apiaries', body: { name: 'New' } })],
    'put /apiaries/:id': ['manager', ({ apiary }) => ({ path: `/apiaries/${apiary}`, body: { name: 'Seen' } })],
    'delete /apiaries/:id': ['owner', ({ apiary }) => ({ path: `/apiaries/${apiary}` })],
  },
  nested: {
    'Apiary.activity': ({ apiary }) => `{ apiary(id: "${apiary}") { activity(first: 50) { nodes { id kind } } } }`,
    'Apiary.invitations': ({ apiary }) => `{ apiary(id: "${apiary}") { invitations(first: 5) { nodes { id } } } }`,
    'Apiary.members': ({ apiary }) => `{ apiary(id: "${apiary}") { members(first: 5) { nodes { userId } } } }`,
  },
};
