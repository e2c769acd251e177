// Random saves of a draft are compared with a model: what a save omits stays. A save that must be refused changes nothing.
import { expect, it } from '@jest/globals';
import * as fc from '../../support/fast-check.js';
import { ana, question, record, seen, tryComplete, tryUpdate } from './inspections.fixture.js';

const QUESTIONS = 4;
/** Questions are indices; the one after the last is of another apiary. */
interface Save {
  answers?: { question: number; text: string }[] | null;
  withdrawn?: number[] | null;
  notes?: string | null;
}
const text = fc.constantFrom('', 'a', 'b', 'c');
const save = fc.record<Save>(
  {
    answers: fc.option(
      fc.array(fc.record({ question: fc.nat({ max: QUESTIONS - 1 }).chain((n) => rarely(QUESTIONS, n)), text }), {
        maxLength: 3,
      }),
    ),
    withdrawn: fc.option(fc.array(fc.nat({ max: QUESTIONS }), { maxLength: 2 })),
    notes: fc.option(fc.constantFrom('x', 'y')),
  },
  { requiredKeys: [] },
);
const rarely = <T>(value: T, otherwise: T) =>
  fc.oneof({ arbitrary: fc.constant(value), weight: 1 }, { arbitrary: fc.constant(otherwise), weight: 9 });

interface Draft {
  /** By question, in their order. */
  answers: Map<number, string>;
  notes: string | null;
}

/** @returns the draft after a save; undefined if that is refused */
function apply({ answers, notes }: Draft, { answers: sent, withdrawn, ...save }: Save): Draft | undefined {
  const answered = (sent ?? []).map((answer) => answer.question);
  const isTwice = new Set(answered).size < answered.length;
  if (isTwice || answered.includes(QUESTIONS) || withdrawn?.some((one) => answered.includes(one))) return undefined;
  const after = new Map(answers);
  for (const one of withdrawn ?? []) after.delete(one);
  for (const { question, text } of sent ?? []) {
    if (text === '') after.delete(question);
    else after.set(question, text);
  }
  return { answers: after, notes: save.notes === undefined ? notes : save.notes };
}

it('a draft is what its saves make of it, and so is the inspection that it becomes', async () => {
  const [apiary, elsewhere] = [await ana.apiary(), await ana.apiary()];
  const beehiveId = await ana.beehive(apiary);
  const ids: string[] = [];
  for (let n = 0; n <= QUESTIONS; n++)
    ids.push(await question(n < QUESTIONS ? apiary : elsewhere, { texto: `Q${n}`, tipoRespuesta: 'texto' }));
  const toInput = ({ answers, withdrawn, ...save }: Save) => ({
    ...save,
    ...(answers !== undefined && {
      answers: answers?.map((answer) => ({ questionId: ids[answer.question], text: answer.text })) ?? null,
    }),
    ...(withdrawn !== undefined && { withdrawnQuestionIds: withdrawn?.map((one) => ids[one]) ?? null }),
  });
  const expectDraft = async (id: string, { answers, notes }: Draft, status = 'DRAFT') =>
    expect(await seen(id)).toMatchObject({
      status,
      notes,
      answers: [...answers].map(([one, text], i) => ({ questionId: ids[one], text, position: i + 1 })),
    });

  await fc.assert(
    fc.asyncProperty(fc.array(save, { minLength: 5, maxLength: 12 }), async (saves) => {
      const { id } = await record({ beehiveId, draft: true });
      let draft: Draft = { answers: new Map(), notes: null };
      for (const one of saves) {
        const after = apply(draft, one);
        const { errors } = await tryUpdate(id, toInput(one));
        expect({ one, isRefused: errors !== undefined }).toEqual({ one, isRefused: after === undefined });
        draft = after ?? draft;
        await expectDraft(id, draft);
      }
      await tryComplete(id);
      await expectDraft(id, draft, 'COMPLETED');
    }),
    { numRuns: 40 },
  );
}, 120_000);
