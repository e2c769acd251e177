// Forms save a draft answer by answer, and finish with the state of the hive: what they do not send stays.
import { describe, expect, it } from '@jest/globals';
import { expectGraphqlRefused } from '../../support/refusals.js';
import {
  ana,
  answersToAll,
  app,
  daysAgo,
  type Fields,
  hiveOf,
  question,
  record,
  seen,
  tryAmend,
  tryComplete,
  tryRecord,
  tryUpdate,
  UNKNOWN_ID,
  type World,
  world,
} from './inspections.fixture.js';

const startDraft = (w: World, fields: Fields = {}) => record({ beehiveId: w.hive, draft: true, ...fields });
const saved = async (id: string, input: Fields) => {
  const { data, errors } = await tryUpdate(id, input);
  expect(errors).toBeUndefined();
  return data.i.inspection;
};
const amended = async (id: string, input: Fields) => {
  const { data, errors } = await tryAmend(id, { reason: 'Corrected', ...input });
  expect(errors).toBeUndefined();
  return data.i.inspection;
};
const textsOf = ({ answers }: { answers: { asText: string }[] }): string[] => answers.map(({ asText }) => asText);
const versionOf = async (id: string): Promise<number> =>
  (
    await ana.ask('query ($id: ID!) { node(id: $id) { ... on Inspection { version } ... on Beehive { version } } }', {
      id,
    })
  ).node.version;

describe('an autosave', () => {
  it('of one answer after the other keeps those before, and the notes', async () => {
    const w = await world();
    const started = await startDraft(w, { notes: 'Calm' });
    expect(started.answers).toEqual([]);
    for (const answer of answersToAll(w))
      expect(await saved(started.id, { answers: [answer] })).toMatchObject({ notes: 'Calm' });
    expect(textsOf(await seen(started.id))).toEqual([' Polen y néctar ', '8', 'Media', 'No']);
    expect(await seen(started.id)).toMatchObject({ occurredAt: started.occurredAt, notes: 'Calm', status: 'DRAFT' });
  });

  it('of notes alone, or the time alone, keeps the answers', async () => {
    const w = await world();
    const { id, answers } = await startDraft(w, { answers: answersToAll(w) });
    expect(await saved(id, { notes: 'Calm' })).toMatchObject({ notes: 'Calm', answers });
    const occurredAt = daysAgo(1);
    const moved = answers.map((answer: Fields) => ({ ...answer, answeredAt: occurredAt }));
    expect(await saved(id, { occurredAt })).toMatchObject({ notes: 'Calm', occurredAt, answers: moved });
    for (const input of [{ answers: null, withdrawnQuestionIds: null, occurredAt: null }, { answers: [] }, {}])
      expect(await saved(id, input)).toMatchObject({ notes: 'Calm', occurredAt, answers: moved });
    expect(await saved(id, { notes: null })).toMatchObject({ notes: null, occurredAt, answers: moved });
  });

  it('of an answer again replaces it in its place, under its id', async () => {
    const w = await world();
    const { id, answers } = await startDraft(w, { answers: answersToAll(w) });
    const changed = await saved(id, { answers: [{ questionId: w.number, number: 9, score: 2 }] });
    expect(textsOf(changed)).toEqual([' Polen y néctar ', '9', 'Media', 'No']);
    expect(changed.answers[1]).toEqual({ ...answers[1], number: 9, score: 2, asText: '9' });
    expect(changed.answers.map((answer: Fields) => answer.id)).toEqual(answers.map((answer: Fields) => answer.id));
  });

  it('withdraws answers by their questions, and those that are sent without a value', async () => {
    const w = await world();
    const { id } = await startDraft(w, { answers: answersToAll(w) });
    const left = await saved(id, { withdrawnQuestionIds: [w.number, w.number.toUpperCase()] });
    expect(left.answers).toMatchObject([
      { questionId: w.text, position: 1 },
      { questionId: w.choice, position: 2 },
      { questionId: w.yesNo, position: 3 },
    ]);
    // Another device may have withdrawn it, and a question of no hive has no answer.
    expect(await saved(id, { withdrawnQuestionIds: [w.number, UNKNOWN_ID, 'none'] })).toMatchObject({
      answers: left.answers,
    });
    const blank = [{ questionId: w.text, text: ' ' }, { questionId: w.choice }];
    expect(textsOf(await saved(id, { answers: blank }))).toEqual(['No']);
    const exchanged = await saved(id, {
      answers: [{ questionId: w.text, text: 'Cera' }],
      withdrawnQuestionIds: [w.yesNo],
    });
    expect(textsOf(exchanged)).toEqual(['Cera']);
  });

  it('withdraws an answer by the override of its question', async () => {
    const w = await world();
    const { overrideQuestion } = await ana.ask(
      `mutation { overrideQuestion(input: { beehiveId: "${w.hive}", questionId: "${w.text}", active: true }) { beehiveQuestion { id } } }`,
    );
    const override = overrideQuestion.beehiveQuestion.id;
    const { id } = await startDraft(w, { answers: [{ questionId: override, text: 'Cera' }] });
    const both = { answers: [{ questionId: w.text, text: 'Miel' }], withdrawnQuestionIds: [override] };
    expectGraphqlRefused(await tryUpdate(id, both), { code: 'BAD_USER_INPUT', field: 'withdrawnQuestionIds.0' });
    expect(textsOf(await saved(id, { withdrawnQuestionIds: [override] }))).toEqual([]);
  });

  it('keeps answers to questions that have changed or gone, and can withdraw them', async () => {
    const w = await world();
    const { id } = await startDraft(w, { answers: answersToAll(w) });
    await ana.rest('PUT', `/questions/${w.choice}`, { opciones: 'x,y' });
    await ana.rest('DELETE', `/questions/${w.text}`);
    const kept = await saved(id, { answers: [{ questionId: w.number, number: 3 }] });
    expect(textsOf(kept)).toEqual([' Polen y néctar ', '3', 'Media', 'No']);
    expect(textsOf(await saved(id, { withdrawnQuestionIds: [w.text, w.choice] }))).toEqual(['3', 'No']);
  });

  it('is refused as a whole: of a question of another apiary, one answered twice or withdrawn too, an ended inspection', async () => {
    const [w, other] = [await world(), await world()];
    const { id } = await startDraft(w, { answers: answersToAll(w), notes: 'Calm' });
    const before = await seen(id);
    const number = { questionId: w.number, number: 3 };
    const refused = async (input: Fields, field: string) => {
      const { errors } = await tryUpdate(id, { notes: 'Lost', ...input });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ field }] } }]);
      expect(await seen(id)).toEqual(before);
    };
    await refused({ answers: [number, { questionId: other.number, number: 3 }] }, 'answers.1');
    await refused({ answers: [number, number] }, 'answers.1');
    await refused({ answers: [{ questionId: w.number, number: 21 }] }, 'answers.0');
    await refused({ answers: [number], withdrawnQuestionIds: [w.text, w.number] }, 'withdrawnQuestionIds.1');
    await refused({ occurredAt: '2199-01-01T00:00:00Z' }, 'occurredAt');
    await tryComplete(id);
    const completed = await seen(id);
    expectGraphqlRefused(await tryUpdate(id, { answers: [number] }), { code: 'CONFLICT' });
    expect(await seen(id)).toEqual(completed);
  });

  it('never leaves more than 200 answers', async () => {
    const w = await world();
    const { id } = await startDraft(w, { answers: answersToAll(w) });
    // As questions that were answered and deleted leave them.
    await app.database.sql(
      `insert into answers (id, created_at, updated_at, owner_id, inspection_id, question_id, question_text, answer_type, required, position, text, answered_at)
       select gen_random_uuid(), now(), now(), owner_id, inspection_id, gen_random_uuid(), 'Old', 'texto', false, 4 + n, 'a', answered_at
       from answers, generate_series(1, 196) n where inspection_id = $1 and question_id = $2`,
      [id, w.text],
    );
    const more = await question(w.apiary, { texto: 'Otra', tipoRespuesta: 'texto' });
    const answers = [{ questionId: more, text: 'One too many' }];
    expectGraphqlRefused(await tryUpdate(id, { answers }), { code: 'BAD_USER_INPUT', field: 'answers' });
    expect((await saved(id, { answers, withdrawnQuestionIds: [w.text] })).answers).toHaveLength(200);
  });

  it('of different answers at once keeps all of them, in each of several rounds', async () => {
    const w = await world();
    const { id } = await startDraft(w);
    for (const n of [1, 2, 3]) {
      await Promise.all([
        saved(id, { answers: [{ questionId: w.text, text: `Round ${n}` }] }),
        saved(id, { answers: [{ questionId: w.number, number: n }] }),
        saved(id, { answers: [{ questionId: w.choice, choice: 'Alta' }] }),
        saved(id, { notes: `Round ${n}` }),
      ]);
      const { notes, answers } = await seen(id);
      expect({ notes, texts: textsOf({ answers }).sort() }).toEqual({
        notes: `Round ${n}`,
        texts: [String(n), 'Alta', `Round ${n}`],
      });
    }
  });

  it('at once with the same expected version keeps one, and refuses the other', async () => {
    const w = await world();
    const { id } = await startDraft(w);
    const expectedVersion = await versionOf(id);
    const both = await Promise.all([
      tryUpdate(id, { expectedVersion, answers: [{ questionId: w.text, text: 'Cera' }] }),
      tryUpdate(id, { expectedVersion, answers: [{ questionId: w.number, number: 3 }] }),
    ]);
    const refused = both.flatMap(({ errors }) => errors ?? []);
    expect(refused).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'VERSION_CONFLICT' } }]);
    expect((await seen(id)).answers).toHaveLength(1);
  });
});

describe('an amendment', () => {
  it('of one answer keeps the notes, the time and the other answers', async () => {
    const w = await world();
    const first = await record({ beehiveId: w.hive, answers: answersToAll(w), notes: 'Calm', occurredAt: daysAgo(2) });
    const second = await amended(first.id, { answers: [{ questionId: w.number, number: 3 }] });
    expect(second).toMatchObject({ notes: 'Calm', occurredAt: first.occurredAt, revision: 2 });
    expect(textsOf(second)).toEqual([' Polen y néctar ', '3', 'Media', 'No']);
    const third = await amended(second.id, { notes: 'Nervous' });
    expect(third).toMatchObject({ notes: 'Nervous', occurredAt: first.occurredAt });
    expect(textsOf(third)).toEqual(textsOf(second));
    expect(await amended(third.id, { notes: null })).toMatchObject({ notes: null, answers: [{}, {}, {}, {}] });
    expect(textsOf(await seen(first.id))).toEqual([' Polen y néctar ', '8', 'Media', 'No']);
  });

  it('withdraws answers, but none that was required', async () => {
    const w = await world();
    const { id } = await record({ beehiveId: w.hive, answers: answersToAll(w) });
    const required = await tryAmend(id, { reason: 'Corrected', withdrawnQuestionIds: [w.text, w.number] });
    expect(required.errors).toMatchObject([{ extensions: { fields: [{ field: 'answers', questionId: w.number }] } }]);
    const next = await amended(id, { withdrawnQuestionIds: [w.text], answers: [{ questionId: w.choice }] });
    expect(textsOf(next)).toEqual(['8', 'No']);
  });
});

describe('a draft is completed with the state of the hive', () => {
  it('in one act, and again without another change', async () => {
    const w = await world();
    const { id } = await startDraft(w, { answers: answersToAll(w) });
    const input = { state: { broodFrames: 7 }, beehiveExpectedVersion: await versionOf(w.hive) };
    const { data } = await tryComplete(id, input);
    expect(data.i.inspection).toMatchObject({ id, status: 'COMPLETED' });
    const after = await hiveOf(w.hive);
    expect(after).toMatchObject({ brood_frames: 7, health_status: 'Ninguno' });
    await ana.ask(
      `mutation { updateBeehive(input: { id: "${w.hive}", state: { broodFrames: 8 } }) { beehive { id } } }`,
    );
    expect((await tryComplete(id, input)).data).toEqual(data);
    expect(await hiveOf(w.hive)).toMatchObject({ brood_frames: 8 });
  });

  it('unless a later inspection is completed', async () => {
    const w = await world();
    const { id } = await startDraft(w, { answers: answersToAll(w), occurredAt: daysAgo(3) });
    await record({ beehiveId: w.hive, answers: answersToAll(w), state: { broodFrames: 9 } });
    expect((await tryComplete(id, { state: { broodFrames: 2 } })).errors).toBeUndefined();
    expect(await hiveOf(w.hive)).toMatchObject({ brood_frames: 9 });
  });

  it('or not at all: what refuses one leaves the other', async () => {
    const w = await world();
    const { id } = await startDraft(w);
    const before = [await hiveOf(w.hive), await seen(id)];
    const refusals = async (...inputs: Fields[]) => {
      const refused = [];
      for (const input of inputs) {
        const { errors } = await tryComplete(id, input);
        refused.push(errors?.[0]?.extensions);
        expect([await hiveOf(w.hive), await seen(id)]).toEqual(before);
      }
      return refused;
    };
    const state = { broodFrames: 7 };
    expect(await refusals({ state }, { state, expectedVersion: 9 })).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: [{ field: 'answers', questionId: w.number }] },
      { reason: 'VERSION_CONFLICT', current: { id } },
    ]);
    await saved(id, { answers: answersToAll(w) });
    before[1] = await seen(id);
    const wrong = [
      { state: { broodFrames: -1 } },
      { state, beehiveExpectedVersion: 9 },
      { state: { health: 'AT_RISK', healthStatus: 'Ninguno' } },
    ];
    expect(await refusals(...wrong)).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: [{ field: 'state.broodFrames' }] },
      { reason: 'VERSION_CONFLICT', current: { id: w.hive } },
      { code: 'BAD_USER_INPUT', fields: [{ field: 'state.health' }] },
    ]);
    const draft = await tryRecord({ beehiveId: w.hive, draft: true, state });
    expectGraphqlRefused(draft, { code: 'BAD_USER_INPUT', field: 'state' });
  });
});

it('an inspection is recorded without answers as with none, and once under its id', async () => {
  const w = await world();
  const id = crypto.randomUUID();
  for (const answers of [undefined, null, []])
    expect(await startDraft(w, { newId: id, answers })).toMatchObject({ id, answers: [] });
  expectGraphqlRefused(await tryRecord({ newId: id, beehiveId: w.hive, draft: true, answers: answersToAll(w) }), {
    code: 'CONFLICT',
  });
});
