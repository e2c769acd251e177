// What the tests of places share: an owner with members of every role, and the questions that they ask.

import type { TestApp } from '../../support/client.js';
import { type Role, share } from '../../support/members.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export const ROLES = ['MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR'] as const satisfies readonly Role[];

export type Members = Record<(typeof ROLES)[number], Beekeeper>;
export async function membersOf(app: TestApp, owner: Beekeeper, apiary: string): Promise<Members> {
  const members = {} as Members;
  for (const role of ROLES) {
    members[role] = await beekeeper(app);
    await share(owner, apiary, members[role], role);
  }
  return members;
}

export const POSITION = 'position { latitude longitude isExact }';
export const NEAR = `query ($near: PositionInput, $km: Float, $shared: Boolean) {
  apiaries(filter: { near: $near, withinKm: $km, includeShared: $shared }) { totalCount nodes { id } } }`;
export const NEAREST = `query ($position: PositionInput!, $first: Int) {
  nearestApiaries(position: $position, first: $first) { distanceKm apiary { id name ${POSITION} } } }`;
export const UPDATE = `mutation ($input: UpdateApiaryInput!) { updateApiary(input: $input) { apiary { id version ${POSITION} } } }`;
