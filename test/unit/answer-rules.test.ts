// What fits a question, against a model of the rules that is as plain as can be. Pure: no database, no request.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AppError, type FieldProblem } from '../../src/errors.js';
import { type AnswerDraft, type QuestionSnapshot, validateAnswers } from '../../src/features/inspections/answer-set.js';
import { AnswerType } from '../../src/features/questions/answer-type.js';
import { normalizeShape, type QuestionShapeInput } from '../../src/features/questions/question-rules.js';

const { TEXT, NUMBER, CHOICE, YES_NO } = AnswerType;
const RUNS = { numRuns: 500 };
const WORDS = ['Alta', 'Media', 'Baja', 'Sí', 'No'];

/** A bound or a number: small, so that they meet. */
const small = fc.integer({ min: -3, max: 3 });
const bounds = fc
  .tuple(fc.option(small), fc.option(small))
  .map(([a, b]) => (a !== null && b !== null && a > b ? { min: b, max: a } : { min: a, max: b }));
const shape: fc.Arbitrary<QuestionShapeInput> = fc.oneof(
  fc.constantFrom(TEXT, YES_NO).map((answerType) => ({ answerType, options: null, min: null, max: null })),
  bounds.map((both) => ({ answerType: NUMBER, options: null, ...both })),
  fc
    .option(fc.subarray(WORDS, { minLength: 1 }))
    .map((options) => ({ answerType: CHOICE, options, min: null, max: null })),
);
const sheet: fc.Arbitrary<QuestionSnapshot[]> = fc
  .array(fc.tuple(shape, fc.boolean()), { maxLength: 5 })
  .map((all) =>
    all.map(([one, required], i) => ({ ...one, required, id: `q${i}`, text: `Question ${i}`, category: null })),
  );
/** One of the questions, or one that is not there; answered in the right way or any. */
const answer: fc.Arbitrary<AnswerDraft> = fc
  .tuple(
    fc.integer({ min: 0, max: 5 }),
    fc.oneof(
      fc.record({ text: fc.constantFrom('', '  ', 'words', 'Alta') }),
      fc.record({ number: small }),
      fc.record({ choice: fc.constantFrom(...WORDS, '', 'alta', 'Other') }),
      fc.record({ yesNo: fc.boolean() }),
      fc.constant({}),
      fc.record({ text: fc.constant(null), number: fc.constant(null) }),
      fc.record({ number: small, yesNo: fc.boolean() }),
    ),
  )
  .map(([i, value]) => ({ questionId: `q${i}`, ...value }));

type Fate = 'fits' | 'nothing' | 'wrong';

/** The rules, once more: one answer to one question. */
function fate({ answerType, options, min, max }: QuestionSnapshot, given: AnswerDraft): Fate {
  const values = [given.text, given.number, given.choice, given.yesNo];
  const said = values.filter((value) => value !== null && value !== undefined);
  if (said.length === 0) return 'nothing';
  if (said.length > 1) return 'wrong';
  const value = values[[TEXT, NUMBER, CHOICE, YES_NO].indexOf(answerType)];
  if (value === null || value === undefined) return 'wrong';
  if (typeof value === 'string' && value.trim() === '') return 'nothing';
  if (typeof value === 'number') return value < (min ?? value) || value > (max ?? value) ? 'wrong' : 'fits';
  return answerType === CHOICE && options && !options.includes(String(value)) ? 'wrong' : 'fits';
}

/** The rules, once more: how often each question is complained about, or what is kept of the answers. */
function model(questions: QuestionSnapshot[], given: AnswerDraft[]): { complaints: string[]; kept: string[] } {
  const complaints: string[] = [];
  const kept: string[] = [];
  const seen = new Set<string>();
  for (const one of given) {
    const question = questions.find(({ id }) => id === one.questionId);
    const verdict = !question || seen.has(question.id) ? 'wrong' : fate(question, one);
    seen.add(one.questionId);
    if (verdict === 'wrong') complaints.push(one.questionId);
    if (verdict === 'fits') kept.push(one.questionId);
  }
  const told = [...complaints, ...kept];
  const lacking = questions.filter(({ id, required }) => required && !told.includes(id));
  return { complaints: [...complaints, ...lacking.map(({ id }) => id)], kept };
}

/** What the service makes of it. */
function verdictOf(
  questions: QuestionSnapshot[],
  given: AnswerDraft[],
  required = questions.filter((q) => q.required),
) {
  try {
    const written = validateAnswers(given, (id) => questions.find((question) => question.id === id), required);
    return { written, problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { written: [], problems: error.extensions.fields! };
  }
}
const about = ({ questionId }: FieldProblem): string => questionId!;

describe('a sheet of answers', () => {
  const cases = fc.tuple(sheet, fc.array(answer, { maxLength: 6 }));

  it('is judged as the rules say: every problem, each at its question, or all that was answered', () => {
    fc.assert(
      fc.property(cases, ([questions, given]) => {
        const { complaints, kept } = model(questions, given);
        const { written, problems } = verdictOf(questions, given);
        expect(problems.map(about).toSorted()).toEqual(complaints.toSorted());
        expect(written.map(({ questionId }) => questionId)).toEqual(complaints.length > 0 ? [] : kept);
      }),
      RUNS,
    );
  });

  it('keeps the answers as given, with the question as it is', () => {
    fc.assert(
      fc.property(cases, ([questions, given]) => {
        for (const { questionId, questionText, position, score, text, number, choice, yesNo, ...frozen } of verdictOf(
          questions,
          given,
        ).written) {
          const asked = questions.find(({ id }) => id === questionId)!;
          expect({ id: questionId, text: questionText, ...frozen }).toEqual(asked);
          const said = given.find((one) => one.questionId === questionId)!;
          const nothing = { text: null, number: null, choice: null, yesNo: null };
          expect({ questionId, text, number, choice, yesNo }).toEqual({ ...nothing, ...said });
          expect([position, score]).toEqual([given.indexOf(said) + 1, null]);
        }
      }),
      RUNS,
    );
  });

  it('without required questions lacks nothing, and else is judged the same', () => {
    fc.assert(
      fc.property(cases, ([questions, given]) => {
        const optional = questions.map((question) => ({ ...question, required: false }));
        const { problems } = verdictOf(questions, given, []);
        expect(problems.map(about)).toEqual(model(optional, given).complaints);
      }),
      RUNS,
    );
  });

  it('names in each message the question that it is about', () => {
    fc.assert(
      fc.property(cases, ([questions, given]) => {
        for (const { questionId, message } of verdictOf(questions, given).problems) {
          const question = questions.find(({ id }) => id === questionId);
          expect(message).toMatch(question ? `“${question.text}” ` : /^An answer /);
        }
      }),
      RUNS,
    );
  });
});

describe('an answer as text', () => {
  const spoken = (asked: Partial<QuestionShapeInput>, said: string) => {
    const question = { id: 'q', text: 'Q', category: null, required: false, options: null, min: null, max: null };
    const { written, problems } = verdictOf(
      [{ ...question, answerType: TEXT, ...asked }],
      [{ questionId: 'q', spoken: said }],
    );
    return problems.length > 0 ? 'refused' : written[0];
  };
  const padding = fc.constantFrom('', ' ', '  ', '\t');

  it('is a number, if it reads as one', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), padding, (number, pad) => {
        expect(spoken({ answerType: NUMBER }, `${pad}${number}${pad}`)).toMatchObject({ number });
        expect(spoken({ answerType: NUMBER, min: number + 1 }, `${number}`)).toBe('refused');
        expect(spoken({ answerType: NUMBER }, `${number} frames`)).toBe('refused');
      }),
    );
  });

  it('is an option in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORDS), padding, fc.boolean(), (option, pad, upper) => {
        const said = `${pad}${upper ? option.toUpperCase() : option.toLowerCase()}${pad}`;
        expect(spoken({ answerType: CHOICE, options: WORDS }, said)).toMatchObject({ choice: option });
        const others = WORDS.filter((word) => word !== option);
        expect(spoken({ answerType: CHOICE, options: others }, said)).toBe('refused');
      }),
    );
  });

  it('is kept as it is where a text is wanted, and nothing where it is blank', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(TEXT, NUMBER, CHOICE, YES_NO), padding, (said, answerType, blank) => {
        const kept = spoken({ answerType: TEXT }, said);
        if (said.trim() === '') expect(kept).toBeUndefined();
        else expect(kept).toMatchObject({ text: said });
        expect(spoken({ answerType }, blank)).toBeUndefined();
      }),
    );
  });
});

describe('the shape of a question', () => {
  const option = fc.oneof(
    fc.constantFrom(...WORDS, ' Alta', '', ' ', 'x'.repeat(200), 'x'.repeat(201)),
    fc.string({ maxLength: 5 }),
  );
  const anything: fc.Arbitrary<QuestionShapeInput> = fc.record({
    answerType: fc.constantFrom(TEXT, NUMBER, CHOICE, YES_NO),
    options: fc.option(
      fc.oneof(fc.array(option, { maxLength: 4 }), fc.array(option, { minLength: 49, maxLength: 52 })),
    ),
    min: fc.option(small),
    max: fc.option(small),
  });
  const settled = (given: QuestionShapeInput) => {
    try {
      return normalizeShape(given);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.extensions.fields!.map(({ field }) => field);
    }
  };

  it('is refused for what is wrong with its own type alone', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { answerType, min, max } = given;
        const options = given.options?.map((one) => one.trim()) ?? null;
        const crossed = answerType === NUMBER && min !== null && max !== null && min > max;
        const wrong =
          options !== null &&
          (options.length === 0 ||
            options.length > 50 ||
            options.some((one) => one === '' || [...one].length > 200) ||
            // Two that differ by their case alone could not be told apart when they are spoken.
            new Set(options.map((one) => one.toLowerCase())).size < options.length);
        if (crossed) expect(settled(given)).toEqual(['min']);
        else if (answerType === CHOICE && wrong) expect(settled(given)).toEqual(['options']);
        else
          expect(settled(given)).toEqual({
            options: answerType === CHOICE ? options : null,
            min: answerType === NUMBER ? min : null,
            max: answerType === NUMBER ? max : null,
          });
      }),
      RUNS,
    );
  });

  it('once settled stays as it is', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const once = settled(given);
        fc.pre(!Array.isArray(once));
        expect(
          normalizeShape({ answerType: given.answerType, ...(once as ReturnType<typeof normalizeShape>) }),
        ).toEqual(once);
      }),
      RUNS,
    );
  });
});
