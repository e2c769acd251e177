// Drafts of inspections, from the first answer to completion or the bin, over both APIs.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { expectBadInput, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

type Row = Record<string, unknown>;

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let hive: string;
let question: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  hive = await ana.beehive(apiary);
  const body = { apiary_id: apiary, texto: 'Cuadros', tipoRespuesta: 'numero', obligatoria: true };
  question = (await ana.rest('POST', '/questions', body)).body.id;
});
afterAll(() => app.close());

const record = async (fields: Row = {}): Promise<string> => {
  const { status, body } = await ana.rest('POST', '/inspections', { beehive_id: hive, answers: [], ...fields });
  expect(status).toBe(201);
  return body.id;
};
const answers = (text: string) => [{ hive_question_id: question, answer: text }];
const idsOf = (rows: Row[]): unknown[] => rows.map(({ id }) => id);
const overGraphql = async (id: string) =>
  (await ana.ask(`{ inspection(id: "${id}") { status notes answers { asText } } }`)).inspection;

describe('a draft over REST', () => {
  it('is listed, of one hive and of all', async () => {
    const other = await ana.beehive(apiary);
    const draft = await record({ draft: true });
    const elsewhere = await record({ draft: true, beehive_id: other });
    const completed = await record({ answers: answers('3') });
    const of = async (path: string) => idsOf((await ana.rest('GET', path)).body);
    expect(await of(`/inspections?beehive_id=${hive}`)).toEqual(expect.arrayContaining([draft, completed]));
    for (const [status, listed] of Object.entries({ draft, DRAFT: draft, completed }))
      expect(await of(`/inspections?beehive_id=${hive}&status=${status}`)).toEqual([listed]);
    expect(await of('/inspections/drafts')).toEqual([elsewhere, draft]);
    const { inspections } = await ana.ask('{ inspections(filter: { statuses: [DRAFT] }) { nodes { id } } }');
    expect(idsOf(inspections.nodes)).toEqual([elsewhere, draft]);
    expectBadInput(await ana.rest('GET', `/inspections?beehive_id=${hive}&status=open`), 'status');
    expect((await (await beekeeper(app)).rest('GET', '/inspections/drafts')).body).toEqual([]);
  });

  it('is listed in pages', async () => {
    const bea = await beekeeper(app);
    const home = await bea.beehive(await bea.apiary());
    for (const notes of ['first', 'second', 'third'])
      await bea.rest('POST', '/inspections', { beehive_id: home, answers: [], draft: true, notes });
    const first = await bea.rest('GET', '/inspections/drafts?first=2');
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)!;
    const second = await bea.rest('GET', next!.replace('/api/v1', ''));
    expect([...first.body, ...second.body].map((draft) => draft.notes)).toEqual(['third', 'second', 'first']);
  });

  it('is completed once it has all required answers', async () => {
    const id = await record({ draft: true, notes: 'To do' });
    const missing = await ana.rest('POST', `/inspections/${id}/complete`);
    expect([missing.status, missing.body.error_code]).toEqual([400, 'BAD_USER_INPUT']);
    expect(missing.body.message).toContain('Cuadros');
    const body = { answers: answers('7'), notes: 'Done', occurred_at: '2024-05-01T10:00:00Z' };
    const changed = await ana.rest('PUT', `/inspections/${id}/answers`, body);
    expect(changed).toMatchObject({
      status: 200,
      body: { id, status: 'DRAFT', notes: 'Done', answers: [{ answer: '7' }] },
    });
    const completed = await ana.rest('POST', `/inspections/${id}/complete`);
    expect(completed).toMatchObject({
      status: 200,
      body: { ...changed.body, status: 'COMPLETED', answers: [{ answer: '7' }] },
    });
    expect(await overGraphql(id)).toEqual({ status: 'COMPLETED', notes: 'Done', answers: [{ asText: '7' }] });
  });

  it('is replaced: what is left out goes, but for the time', async () => {
    const other = { apiary_id: apiary, texto: 'Ambiente', tipoRespuesta: 'texto' };
    const { id: text } = (await ana.rest('POST', '/questions', other)).body;
    const all = [...answers('7'), { hive_question_id: text, answer: 'Sol' }];
    const occurred_at = '2024-05-01T10:00:00.000Z';
    const id = await record({ draft: true, notes: 'To do', occurred_at, answers: all });
    const replaced = await ana.rest('PUT', `/inspections/${id}/answers`, { answers: [all[1]] });
    expect(replaced).toMatchObject({ status: 200, body: { notes: null, occurred_at, answers: [{ answer: 'Sol' }] } });
    expect(await overGraphql(id)).toEqual({ status: 'DRAFT', notes: null, answers: [{ asText: 'Sol' }] });
    await ana.rest('DELETE', `/questions/${text}`);
  });

  it('is replaced in the released app alone', async () => {
    const id = await record({ draft: true });
    const { errors } = await ana.graphql(
      `mutation { updateInspectionDraft(input: { id: "${id}", replace: true }) { inspection { id } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });

  it('is discarded; again, the response is the same', async () => {
    const id = await record({ draft: true, answers: answers('7') });
    for (let times = 2; times > 0; times--)
      expect(await ana.rest('DELETE', `/inspections/${id}`)).toMatchObject({ status: 204 });
    expectRefused(await ana.rest('GET', `/inspections/${id}`), { status: 404, code: 'NOT_FOUND' });
    const { errors } = await ana.graphql(`{ inspection(id: "${id}") { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  it('is neither changed nor discarded once it is completed', async () => {
    const id = await record({ answers: answers('7') });
    const before = await overGraphql(id);
    const refused = { status: 409, code: 'INSPECTION_COMPLETED' };
    expectRefused(await ana.rest('PUT', `/inspections/${id}/answers`, { answers: [] }), refused);
    expectRefused(await ana.rest('DELETE', `/inspections/${id}`), refused);
    expect(await overGraphql(id)).toEqual(before);
  });

  it('names the fields of wrong content', async () => {
    const id = await record({ draft: true });
    expectBadInput(await ana.rest('PUT', `/inspections/${id}/answers`, { notes: 'x' }), 'answers');
    const late = { answers: [], occurred_at: '2999-01-01T00:00:00Z' };
    expectBadInput(await ana.rest('PUT', `/inspections/${id}/answers`, late), 'occurred_at');
  });
});
