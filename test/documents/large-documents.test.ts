// Documents that are laid out whole: they are refused while they are read if they would be too large, and one is made at a time.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { addLongTreatments } from '../support/long-texts.js';
import { type Beekeeper, beekeeper, treat } from '../support/world.js';

const PDF = '/api/v1/treatments/register/pdf';

let app: TestApp;
let ana: Beekeeper;
let hive: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  hive = await ana.beehive(await ana.apiary());
  await addLongTreatments(app.database, hive, 150);
});
afterAll(() => app.close());

const read = async (who: Beekeeper, path = PDF, language = 'en'): Promise<{ status: number; bytes: Buffer }> => {
  const headers = { authorization: `Bearer ${who.token}`, 'accept-language': language };
  const response = await fetch(`${app.url}${path}`, { headers });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
const linkOf = async (who: Beekeeper): Promise<string> => {
  const { createRegisterLink: made } = await who.ask('mutation { createRegisterLink(input: {}) { link } }');
  return new URL(made.link).pathname;
};

it('are made one at a time: a short one waits for a long one. A link counts to its account', async () => {
  const eva = await beekeeper(app);
  await treat(eva, await eva.beehive(await eva.apiary()), 'Thymol');
  const link = `${await linkOf(ana)}/pdf`;
  const order: string[] = [];
  const made = async (name: string, sent: Promise<{ status: number }>): Promise<void> => {
    const { status } = await sent;
    order.push(`${name} ${status}`);
  };
  const { streams } = app.app.admission.share;
  const begun = async (count: number): Promise<void> => {
    while (streams.heldBy(ana.id) < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const long = made('of Ana', read(ana));
  await begun(1);
  const linked = made('by her link', read(ana, link));
  await begun(2);
  // An account has two downloads.
  expect((await read(ana)).status).toBe(429);
  await Promise.all([long, linked, made('of Eva', read(eva))]);
  expect(order).toEqual(['of Ana 200', 'by her link 200', 'of Eva 200']);
});

it('are refused if their texts are too long, however few rows they have', async () => {
  await addLongTreatments(app.database, hive, 1050);
  for (const [language, message] of [
    ['en', 'from must be narrower: the document would have more than 4 million characters'],
    ['es', 'from debe abarcar menos: el documento tendría más de 4 millones de caracteres'],
  ]) {
    const { status, bytes } = await read(ana, PDF, language);
    const fields = [{ field: 'from', message: message!.replace(/^from /, '') }];
    expect([status, JSON.parse(String(bytes))]).toEqual([
      400,
      { error: message, message, error_code: 'RESPONSE_TOO_BROAD', fields },
    ]);
  }
  expect((await read(ana, `${PDF}?from=2026-05-03`)).status).toBe(200);
});
