// What only an archive says of treatments is labelled wherever the register shows it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contextOf, exportArchive, exportJson, linesOf, restore, withRows } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';

const FORMER = { legalName: 'Mayor Invented', address: 'Main Street 1', registerNumber: 'ES1' };
const LABELS = { en: 'according to an archive', es: 'según un archivo' } as const;

let app: TestApp;
let account: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  const owner = await beekeeper(app);
  await treat(owner, await owner.beehive(await owner.apiary()), 'Thymol');
  await treat(owner, await owner.beehive(await owner.apiary()), 'Oxalic');
  const lines = withRows(await linesOf(await exportArchive(owner)), {
    treatments: (rows) =>
      rows.map((row) => ({
        ...row,
        createdAt: '2010-01-01T00:00:00.000Z',
        formerKeeper: row.productName === 'Thymol' ? FORMER : null,
      })),
  });
  account = await beekeeper(app);
  expect((await restore(await contextOf(app, account.id), lines)).counts.FAILED).toBeUndefined();
  await treat(account, await account.beehive(await account.apiary()), 'Formic');
});
afterAll(() => app.close());

async function read(path: string, language: string): Promise<string> {
  const headers = { authorization: `Bearer ${account.token}`, 'accept-language': language };
  const response = await fetch(`${app.url}/api/v1${path}`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

describe.each(Object.entries(LABELS))('the register in %s', (language, label) => {
  it('labels each record that came from an archive, and no other', async () => {
    for (const path of ['/treatments/register/csv', '/lists/treatments?format=csv']) {
      const lines = (await read(path, language)).trim().split('\r\n');
      const labelled = lines.filter((line) => line.includes(label));
      expect(labelled.map((line) => /Thymol|Oxalic|Formic/.exec(line)?.[0]).sort()).toEqual(['Oxalic', 'Thymol']);
    }
  });

  it('labels the keeper whom only an archive names', async () => {
    const page = await read('/treatments/register/html', language);
    const headings = page.match(/<h[12]>.*?<\/h[12]>/g)!.filter((heading) => heading.includes(FORMER.legalName));
    expect(headings).toEqual([expect.stringContaining(label)]);
    expect(page.split(label)).toHaveLength(4);
  });
});

it('the service has had the records since they were restored, and keeps them from then on', async () => {
  const { treatments } = await exportJson(account);
  const year = new Date().getUTCFullYear();
  for (const { createdAt, retainUntil } of treatments!) {
    expect(new Date(String(createdAt)).getUTCFullYear()).toBe(year);
    expect(String(retainUntil) > `${year + 4}`).toBe(true);
  }
});
