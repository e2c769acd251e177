// What the tests of administration share: the service, administrators, and what they may change.
import { afterAll, beforeAll } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A new account whose role and permissions are set in the database. */
export async function accountWith(role: 'ADMIN' | 'BEEKEEPER', permissions: string[] = []): Promise<Beekeeper> {
  const account = await beekeeper(app);
  await app.database.sql('update users set role = $2, permissions = $3 where id = $1', [account.id, role, permissions]);
  return account;
}
export const administrator = (): Promise<Beekeeper> => accountWith('ADMIN');

const SET_STATUS = `mutation ($input: SetUserStatusInput!) {
  setUserStatus(input: $input) { user { id isActive isVerified } }
}`;
const SET_PERMISSIONS = `mutation ($input: SetUserPermissionsInput!) {
  setUserPermissions(input: $input) { user { id role permissions } }
}`;
export const setStatus = (who: Client, id: string, input: object) =>
  who.graphql(SET_STATUS, { input: { id, ...input } });
export const setPermissions = (who: Client, id: string, input: object) =>
  who.graphql(SET_PERMISSIONS, { input: { id, ...input } });

/** What an audit entry says of a change, whatever its type. */
export const CHANGE = `field ... on AuditStatusChange { value } ... on AuditRoleChange { oldRole newRole }
  ... on AuditPermissionsChange { granted revoked } ... on AuditSessionsEnd { endedSessionsCount }`;
