// Files of beekeepers, reduced to small ones: what each becomes, over both APIs. The cases say what is wrong, or nothing.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';

interface Case {
  id: string;
  kind: string;
  title: string;
  run: () => Promise<string | undefined>;
}

const load = async (part: string): Promise<Case[]> =>
  ((await import(resolve(`test/import-cases/${part}/cases.mjs`))) as { default: Case[] }).default;
const [HAND, OWN] = [await load('hand'), await load('own')];

const { isDueCase }: { isDueCase: (one: Case, i: number) => boolean } = await import(
  pathToFileURL('scripts/slow-tests.mjs').href
);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  process.env.IMPORT_CASES_AT = app.url;
});
afterAll(() => app.close());

describe.each([
  ['hand', HAND],
  ['own', OWN],
])('%s', (_, cases) => {
  it.each(cases.filter(isDueCase).map((one) => [one.id, one.kind, one.title, one] as const))(
    '%s, %s: %s',
    async (_id, _kind, _title, one) => expect(await one.run()).toBeUndefined(),
  );
});
