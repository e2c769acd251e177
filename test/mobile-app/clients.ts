// Creates the mobile clients of the flows. After each change of such a client, both APIs must return the same records.
import { randomBytes } from 'node:crypto';
import { expectSameOnBothApis } from '../support/both-apis.js';
import type { TestApp } from '../support/client.js';
import type { Account } from '../support/mobile-app/forms.js';
import type { MobileClient, RouteRecord } from '../support/mobile-app/mobile-client.js';

export interface Stage {
  app: TestApp;
  /** Records the operations that the suite has called. */
  record?: RouteRecord;
}
/** A function, because the service starts after the definition of the tests. */
export type Service = () => Stage;

type Kind<P extends MobileClient> = new (url: string, record?: RouteRecord) => P;

export const PASSWORD = 'Abeja-2026';
export const newAccount = (): Account => ({
  email: `${randomBytes(6).toString('hex')}@example.org`,
  password: PASSWORD,
});

/** Creates a client of this version of the app, without a session. */
export function newMobileClient<P extends MobileClient>(kind: Kind<P>, { app, record }: Stage): P {
  const client = new kind(app.url, record);
  client.afterStep = async (after) => {
    if (after.token !== undefined) await expectSameOnBothApis(after);
  };
  return client;
}
