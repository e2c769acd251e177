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

const SET_STATUS = `mutation ($id: ID!, $input: SetUserStatusInput!) {
  setUserStatus(id: $id, input: $input) { id isActive isVerified }
}`;
const SET_PERMISSIONS = `mutation ($id: ID!, $input: SetUserPermissionsInput!) {
  setUserPermissions(id: $id, input: $input) { id role permissions }
}`;
export const setStatus = (who: Client, id: string, input: object) => who.graphql(SET_STATUS, { id, input });
export const setPermissions = (who: Client, id: string, input: object) => who.graphql(SET_PERMISSIONS, { id, input });
