// The telephones that play the flows: whatever one of them does, both doors must show the same afterwards.
import { randomBytes } from 'node:crypto';
import { expectSameOnBothApis } from '../support/both-apis.js';
import type { TestApp } from '../support/client.js';
import type { MobileClient, RouteRecord } from '../support/mobile-app/mobile-client.js';
import type { Account } from '../support/mobile-app/versions.js';

export interface Stage {
  app: TestApp;
  /** What the whole suite has exercised. */
  record?: RouteRecord;
}
/** Asked when a test runs, because there is none before. */
export type Service = () => Stage;

type Kind<P extends MobileClient> = new (url: string, record?: RouteRecord) => P;

export const PASSWORD = 'Abeja-2026';
export const newAccount = (): Account => ({
  email: `${randomBytes(6).toString('hex')}@example.org`,
  password: PASSWORD,
});

/** A telephone with this version of the app, nobody logged in. */
export function newMobileClient<P extends MobileClient>(kind: Kind<P>, { app, record }: Stage): P {
  const phone = new kind(app.url, record);
  phone.afterStep = async (after) => {
    if (after.token !== undefined) await expectSameOnBothApis(after);
  };
  return phone;
}
