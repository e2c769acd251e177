// What the tests of questions share: the service, two accounts and an apiary.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

interface QuestionJson {
  id: string;
  texto: string;
  orden: number;
}

export let app: TestApp;
export let ana: Beekeeper;
export let eve: Beekeeper;
export let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, eve] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

export const post = (fields: object = {}) =>
  ana.rest('POST', '/questions', { apiary_id: apiary, question_text: 'How is it?', ...fields });
export const put = (id: string, fields: object) => ana.rest('PUT', `/questions/${id}`, fields);
export const list = async (of: string): Promise<QuestionJson[]> =>
  (await ana.rest('GET', `/questions/apiary/${of}`)).body;
export const textsOf = async (of: string): Promise<string[]> => (await list(of)).map(({ texto }) => texto);
export const idsOf = async (of: string): Promise<string[]> => (await list(of)).map(({ id }) => id);
export const reorder = (of: string, order: unknown) => ana.rest('PUT', `/questions/apiary/${of}/reorder`, { order });
export const loadDefaults = (of: string) => ana.rest('POST', `/questions/load_defaults/${of}`);

/** Creates a question and returns it. */
export async function createQuestion(fields: object = {}) {
  const { status, body } = await post(fields);
  if (status !== 201) throw new Error(body.message);
  return body;
}
/** Creates an apiary with a question for each text. */
export async function apiaryWith(...texts: string[]): Promise<{ id: string; ids: string[] }> {
  const id = await ana.apiary();
  const ids: string[] = [];
  for (const texto of texts) ids.push((await createQuestion({ apiary_id: id, question_text: texto })).id);
  return { id, ids };
}
export async function expectDense(of: string): Promise<void> {
  const positions = (await list(of)).map(({ orden }) => orden);
  expect(positions).toEqual(positions.map((_, i) => i + 1));
}
