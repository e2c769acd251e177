// Random histories of clients that write what they have read a while ago: with the version that they know, none of them overwrites a word or
// an answer that it has not seen. Movements are in inventory/stale-counts.test.ts.
import { describe, expect, it } from '@jest/globals';
import { refusalOf } from '../../support/members.js';
import { below, createRandom, pick } from '../../support/random.js';
import { readVersioned, update, VERSIONED, type VersionedKind, type VersionedType } from '../../support/versioned.js';
import { ana, apiaryQuestion, CONFLICT, create, home } from './versions.fixture.js';

const CLIENTS = 3;
const STEPS = 20;
const WRITTEN = Object.entries(VERSIONED)
  .filter(([, kind]) => (kind as VersionedKind).update)
  .map(([type]) => type as VersionedType);

describe.each(WRITTEN)('%s', (type) => {
  it.each([1, 2])('keeps each text that its writer has not seen (seed %d)', async (seed) => {
    const random = createRandom(seed);
    const id = await create(type);
    const read = async () => (await readVersioned(ana, type, id))!;
    const copies = await Promise.all(Array.from({ length: CLIENTS }, read));
    let truth = copies[0]!;
    for (let step = 1; step <= STEPS; step++) {
      const at = below(random, CLIENTS);
      if (random() < 0.4) copies[at] = await read();
      const { version } = copies[at]!;
      const text = `Text ${step}`;
      const answer = await update(ana, type, { id, text, version });
      if (version === truth.version) expect(answer.data.record).toMatchObject({ version: version + 1 });
      else expect({ step, refusal: refusalOf(answer) }).toEqual({ step, refusal: CONFLICT });
      const now = await read();
      expect({ step, text: now.text }).toEqual({ step, text: version === truth.version ? text : truth.text });
      truth = now;
    }
  });
});

describe('a draft', () => {
  it.each([1, 2, 3])('keeps each answer that its writer has not seen, over both APIs (seed %d)', async (seed) => {
    const random = createRandom(seed);
    const question = await apiaryQuestion();
    const started = await ana.rest('POST', '/inspections', { beehive_id: home.beehive, answers: [], draft: true });
    const { id } = started.body;
    const read = async () => {
      const { body, headers } = await ana.rest('GET', `/inspections/${id}`);
      const tag = headers.get('etag')!;
      const [answer] = body.answers as { answer: string }[];
      return { tag, version: Number(/\d+/.exec(tag)![0]), answer: answer?.answer };
    };
    const copies = await Promise.all(Array.from({ length: CLIENTS }, read));
    let truth = copies[0]!;
    for (let step = 1; step <= STEPS; step++) {
      const at = below(random, CLIENTS);
      if (random() < 0.4) copies[at] = await read();
      const { tag, version } = copies[at]!;
      const text = `Answer ${step}`;
      const isDone = await pick(random, [
        async () => {
          const body = { answers: [{ question_id: question, text }] };
          return (await ana.rest('PUT', `/inspections/${id}/answers`, body, { 'if-match': tag })).status === 200;
        },
        async () => {
          const input = { id, answers: [{ questionId: question, text }], expectedVersion: version };
          const { errors } = await ana.graphql(
            'mutation ($input: UpdateInspectionDraftInput!) { updateInspectionDraft(input: $input) { inspection { id } } }',
            { input },
          );
          return !errors;
        },
      ])!();
      expect({ step, isDone }).toEqual({ step, isDone: version === truth.version });
      const now = await read();
      expect({ step, answer: now.answer }).toEqual({ step, answer: isDone ? text : truth.answer });
      truth = now;
    }
  });
});
