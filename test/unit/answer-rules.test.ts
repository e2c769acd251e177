// Compares the validation of answers and questions with a simple model of the rules.
import { describe, expect, it } from '@jest/globals';
import { AppError, type PresentedProblem } from '../../src/errors.js';
import {
  type AnswerDraft,
  type QuestionSnapshot,
  validateAnswers,
} from '../../src/features/inspections/answer-set.rules.js';
import { AnswerType } from '../../src/features/questions/answer-type.enums.js';
import { normalizeShape, type QuestionShapeInput } from '../../src/features/questions/question.rules.js';
import { Language } from '../../src/shared/language.js';
import * as fc from '../support/fast-check.js';

const { TEXT, NUMBER, CHOICE, YES_NO } = AnswerType;
const RUNS = { numRuns: 500 };
const WORDS = ['Alta', 'Media', 'Baja', 'Sí', 'No'];

/** A bound or a number: small, so that they coincide often. */
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
const questionList: fc.Arbitrary<QuestionSnapshot[]> = fc
  .array(fc.tuple(shape, fc.boolean()), { maxLength: 5 })
  .map((all) =>
    all.map(([one, required], i) => ({ ...one, required, id: `q${i}`, text: `Question ${i}`, category: null })),
  );
/** An answer to one of the questions or to an unknown one, valid or invalid. */
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

type Verdict = 'valid' | 'empty' | 'invalid';

/** The model for one answer to one question. */
function expectedVerdict({ answerType, options, min, max }: QuestionSnapshot, draft: AnswerDraft): Verdict {
  const values = [draft.text, draft.number, draft.choice, draft.yesNo];
  const present = values.filter((value) => value !== null && value !== undefined);
  if (present.length === 0) return 'empty';
  if (present.length > 1) return 'invalid';
  const value = values[[TEXT, NUMBER, CHOICE, YES_NO].indexOf(answerType)];
  if (value === null || value === undefined) return 'invalid';
  if (typeof value === 'string' && value.trim() === '') return 'empty';
  if (typeof value === 'number') return value < (min ?? value) || value > (max ?? value) ? 'invalid' : 'valid';
  return answerType === CHOICE && options && !options.includes(String(value)) ? 'invalid' : 'valid';
}

/** The model for a list of answers: the ids of the questions with a problem, once for each, and of the stored answers. */
function model(questions: QuestionSnapshot[], drafts: AnswerDraft[]): { problems: string[]; stored: string[] } {
  const problems: string[] = [];
  const stored: string[] = [];
  const seen = new Set<string>();
  for (const one of drafts) {
    const question = questions.find(({ id }) => id === one.questionId);
    const verdict = !question || seen.has(question.id) ? 'invalid' : expectedVerdict(question, one);
    seen.add(one.questionId);
    if (verdict === 'invalid') problems.push(one.questionId);
    if (verdict === 'valid') stored.push(one.questionId);
  }
  const covered = [...problems, ...stored];
  const missing = questions.filter(({ id, required }) => required && !covered.includes(id));
  return { problems: [...problems, ...missing.map(({ id }) => id)], stored };
}

/** The result of the service. */
function validate(
  questions: QuestionSnapshot[],
  drafts: AnswerDraft[],
  required = questions.filter((q) => q.required),
) {
  try {
    const records = validateAnswers(drafts, (id) => questions.find((question) => question.id === id), required);
    return { records, problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { records: [], problems: error.present(Language.EN).fields! };
  }
}
const questionIdOf = ({ questionId }: PresentedProblem): string => questionId!;

describe('a list of answers', () => {
  const cases = fc.tuple(questionList, fc.array(answer, { maxLength: 6 }));

  it('agrees with the model: every problem with its question, or all answers', () => {
    fc.assert(
      fc.property(cases, ([questions, drafts]) => {
        const expected = model(questions, drafts);
        const { records, problems } = validate(questions, drafts);
        expect(problems.map(questionIdOf).toSorted()).toEqual(expected.problems.toSorted());
        expect(records.map(({ questionId }) => questionId)).toEqual(problems.length > 0 ? [] : expected.stored);
      }),
      RUNS,
    );
  });

  it('stores the values as sent, with a snapshot of the question', () => {
    fc.assert(
      fc.property(cases, ([questions, drafts]) => {
        for (const { questionId, questionText, position, score, text, number, choice, yesNo, ...snapshot } of validate(
          questions,
          drafts,
        ).records) {
          const question = questions.find(({ id }) => id === questionId)!;
          expect({ id: questionId, text: questionText, ...snapshot }).toEqual(question);
          const draft = drafts.find((one) => one.questionId === questionId)!;
          const noValues = { text: null, number: null, choice: null, yesNo: null };
          expect({ questionId, text, number, choice, yesNo }).toEqual({ ...noValues, ...draft });
          expect([position, score]).toEqual([drafts.indexOf(draft) + 1, null]);
        }
      }),
      RUNS,
    );
  });

  it('without required questions has the same problems, except missing answers', () => {
    fc.assert(
      fc.property(cases, ([questions, drafts]) => {
        const optional = questions.map((question) => ({ ...question, required: false }));
        const { problems } = validate(questions, drafts, []);
        expect(problems.map(questionIdOf)).toEqual(model(optional, drafts).problems);
      }),
      RUNS,
    );
  });

  it('has messages that start with the text of the question', () => {
    fc.assert(
      fc.property(cases, ([questions, drafts]) => {
        for (const { questionId, message } of validate(questions, drafts).problems) {
          const question = questions.find(({ id }) => id === questionId);
          expect(message).toMatch(question ? `“${question.text}” ` : /^An answer /);
        }
      }),
      RUNS,
    );
  });
});

describe('a spoken answer', () => {
  const parse = (shape: Partial<QuestionShapeInput>, spoken: string) => {
    const question = { id: 'q', text: 'Q', category: null, required: false, options: null, min: null, max: null };
    const { records, problems } = validate(
      [{ ...question, answerType: TEXT, ...shape }],
      [{ questionId: 'q', spoken }],
    );
    return problems.length > 0 ? 'refused' : records[0];
  };
  const padding = fc.constantFrom('', ' ', '  ', '\t');

  it('is parsed as a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), padding, (number, pad) => {
        expect(parse({ answerType: NUMBER }, `${pad}${number}${pad}`)).toMatchObject({ number });
        expect(parse({ answerType: NUMBER, min: number + 1 }, `${number}`)).toBe('refused');
        expect(parse({ answerType: NUMBER }, `${number} frames`)).toBe('refused');
      }),
    );
  });

  it('matches an option in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WORDS), padding, fc.boolean(), (option, pad, upper) => {
        const text = `${pad}${upper ? option.toUpperCase() : option.toLowerCase()}${pad}`;
        expect(parse({ answerType: CHOICE, options: WORDS }, text)).toMatchObject({ choice: option });
        const others = WORDS.filter((word) => word !== option);
        expect(parse({ answerType: CHOICE, options: others }, text)).toBe('refused');
      }),
    );
  });

  it('is stored as sent for a question for text, and is no answer if blank', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(TEXT, NUMBER, CHOICE, YES_NO), padding, (text, answerType, blank) => {
        const record = parse({ answerType: TEXT }, text);
        if (text.trim() === '') expect(record).toBeUndefined();
        else expect(record).toMatchObject({ text });
        expect(parse({ answerType }, blank)).toBeUndefined();
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
  const normalize = (input: QuestionShapeInput) => {
    try {
      return normalizeShape(input);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.extensions.fields!.map(({ field }) => field);
    }
  };

  it('is refused only for problems of its own type', () => {
    fc.assert(
      fc.property(anything, (input) => {
        const { answerType, min, max } = input;
        const options = input.options?.map((one) => one.trim()) ?? null;
        const crossed = answerType === NUMBER && min !== null && max !== null && min > max;
        const hasInvalidOptions =
          options !== null &&
          (options.length === 0 ||
            options.length > 50 ||
            options.some((one) => one === '' || [...one].length > 200) ||
            // Options that differ only in case are ambiguous as a spoken answer.
            new Set(options.map((one) => one.toLowerCase())).size < options.length);
        if (crossed) expect(normalize(input)).toEqual(['min']);
        else if (answerType === CHOICE && hasInvalidOptions) expect(normalize(input)).toEqual(['options']);
        else
          expect(normalize(input)).toEqual({
            options: answerType === CHOICE ? options : null,
            min: answerType === NUMBER ? min : null,
            max: answerType === NUMBER ? max : null,
          });
      }),
      RUNS,
    );
  });

  it('is not changed by a second normalization', () => {
    fc.assert(
      fc.property(anything, (input) => {
        const once = normalize(input);
        fc.pre(!Array.isArray(once));
        expect(
          normalizeShape({ answerType: input.answerType, ...(once as ReturnType<typeof normalizeShape>) }),
        ).toEqual(once);
      }),
      RUNS,
    );
  });
});
