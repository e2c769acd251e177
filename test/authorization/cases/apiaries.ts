import type { FeatureCases } from '../case.js';

export const apiaries: FeatureCases = {
  fields: {
    'Query.apiaries': ['viewer', () => '{ apiaries { nodes { id } } }'],
    'Query.apiary': ['reader', ({ apiary }) => `{ apiary(id: "${apiary}") { name } }`],
    'Query.nearestApiaries': [
      'viewer',
      () => '{ nearestApiaries(position: { latitude: 41, longitude: 2 }) { distanceKm apiary { id } } }',
    ],
    'Mutation.createApiary': ['viewer', () => 'mutation { createApiary(input: { name: "New" }) { apiary { name } } }'],
    'Mutation.updateApiary': [
      'manager',
      ({ apiary }) => `mutation { updateApiary(input: { id: "${apiary}", name: "Seen" }) { apiary { name } } }`,
    ],
    'Mutation.deleteApiary': [
      'owner',
      ({ apiary }) => `mutation { deleteApiary(input: { id: "${apiary}" }) { deletedId } }`,
    ],
    'Mutation.inviteToApiary': [
      'manager',
      ({ apiary }) => `mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: WORKER }) { link } }`,
      'session',
    ],
    'Query.invitation': ['secret', () => '{ invitation(token: "guessed") { apiaryName } }'],
    'Mutation.acceptInvitation': [
      'invited',
      () => 'mutation { acceptInvitation(input: { token: "guessed" }) { apiary { name } } }',
    ],
    'Mutation.revokeInvitation': [
      'hidden',
      ({ invitation }) => `mutation { revokeInvitation(input: { id: "${invitation}" }) { deletedId } }`,
      'session',
    ],
    'Mutation.changeMemberRole': [
      'manager',
      ({ apiary, member }) =>
        `mutation { changeMemberRole(input: { apiaryId: "${apiary}", userId: "${member}", role: WORKER }) { apiaryMember { role } } }`,
      'session',
    ],
    'Mutation.removeMember': [
      'manager',
      ({ apiary, member }) =>
        `mutation { removeMember(input: { apiaryId: "${apiary}", userId: "${member}" }) { deletedId } }`,
      'session',
    ],
    'Mutation.leaveApiary': [
      'member',
      ({ apiary }) => `mutation { leaveApiary(input: { id: "${apiary}" }) { apiaryId } }`,
    ],
    'Mutation.transferApiary': [
      'owner',
      ({ apiary, member }) =>
        `mutation { transferApiary(input: { id: "${apiary}", userId: "${member}" }) { apiary { name } } }`,
      'session',
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
    'Activity.title': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { changeLog(first: 5, filter: { kinds: [BEEHIVE] }) { nodes { title(language: ES) } } } }`,
    'Apiary.changeLog': ({ apiary }) => `{ apiary(id: "${apiary}") { changeLog(first: 50) { nodes { key kind } } } }`,
    'Apiary.invitations': ({ apiary }) => `{ apiary(id: "${apiary}") { invitations(first: 5) { nodes { id } } } }`,
    'Apiary.members': ({ apiary }) => `{ apiary(id: "${apiary}") { members(first: 5) { nodes { user { userId } } } } }`,
  },
};
