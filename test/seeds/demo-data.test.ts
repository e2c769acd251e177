// The demo accounts: what a visitor sees first is a well-kept season, on whichever day it is created.
import { afterEach, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT, DEMO_MEMBER } from '../../src/seeds/demo.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { globalOfService } from '../support/import-once.js';

const DAY_MS = 86_400_000;
/** Days of different months: the database has its own clock, so they are not in the past. */
const DAYS_AHEAD = [0, 45, 100, 190, 300];

const service = globalOfService as { Date: DateConstructor };
const RealDate = service.Date;

/** The clock of the service is ahead. */
function setClock(days: number): void {
  const now = (): number => RealDate.now() + days * DAY_MS;
  service.Date = class extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length > 0 ? args : [now()]) as [number]));
    }
    static override now = now;
  } as DateConstructor;
}

let demo: TestApp | undefined;
afterEach(async () => {
  service.Date = RealDate;
  await demo?.close();
});

async function logIn(account: typeof DEMO_ACCOUNT): Promise<Client> {
  const { body } = await demo!.anyone.rest('POST', '/auth/login', account);
  return new Client(demo!.url, body.access_token);
}

describe.each(DAYS_AHEAD.map((days) => [days]))('created in %i days', (days) => {
  it('few hives are overdue, and a screen shows everything that is to be done', async () => {
    setClock(days);
    demo = await startTestApp({ DEMO_DATA: 'on' });
    const client = await logIn(DEMO_ACCOUNT);
    const { worklist, statistics, beehives } = await client.ask(`{
      worklist { totalCount nodes { kind } }
      statistics { beehivesCount overdueInspectionsCount }
      beehives(filter: { notInspectedSince: "${new Date(Date.now() - 14 * 86_400_000).toISOString()}" }) { totalCount }
    }`);
    const kinds = worklist.nodes.map(({ kind }: { kind: string }) => kind);
    expect({ kinds, count: worklist.totalCount >= 8 && worklist.totalCount <= 15 }).toEqual({ kinds, count: true });
    expect(new Set(kinds).size).toBeGreaterThanOrEqual(8);
    expect(statistics.beehivesCount).toBeGreaterThan(30);
    expect(statistics.overdueInspectionsCount).toBeLessThanOrEqual(2);
    expect(beehives.totalCount).toBe(1);
  });
});

it('the first account reads English errors and mails, the second Spanish ones', async () => {
  demo = await startTestApp({ DEMO_DATA: 'on' });
  const read = async (account: typeof DEMO_ACCOUNT): Promise<string[]> => {
    const client = await logIn(account);
    const anyLanguage = { 'accept-language': '*' };
    const { body } = await client.rest('GET', '/apiaries/019e0000-0000-7000-8000-999999999999', undefined, anyLanguage);
    return [(await client.ask('{ me { language } }')).me.language, body.message];
  };
  expect(await read(DEMO_ACCOUNT)).toEqual(['EN', 'Apiary not found']);
  expect(await read(DEMO_MEMBER)).toEqual(['ES', 'No se encontró el apiario']);
});
