// The order of the questions of an apiary, and the overrides of a hive.
import { describe, expect, it } from '@jest/globals';
import * as fc from '../../support/fast-check.js';
import { expectBadInput } from '../../support/refusals.js';
import {
  ana,
  apiaryWith,
  createQuestion,
  expectDense,
  idsOf,
  list,
  post,
  put,
  reorder,
  textsOf,
} from './questions.fixture.js';

describe('reordering questions', () => {
  it('moves the listed questions to the front; the others keep their order', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C', 'D', 'E');
    const answer = await reorder(id, [ids[3], ids[1]]);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: undefined });
    expect((await textsOf(id)).join('')).toBe('DBACE');
    await expectDense(id);
    await reorder(id, [ids[4]!.toUpperCase()]);
    expect((await textsOf(id)).join('')).toBe('EDBAC');
    expect((await reorder(id, [])).status).toBe(204);
    expect((await textsOf(id)).join('')).toBe('EDBAC');
  });

  it('refuses duplicates and questions of other apiaries without any change', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C');
    const foreign = (await createQuestion()).id;
    const [a, b, c] = ids;
    for (const order of [
      [c, b, c],
      [c, c!.toUpperCase()],
      [c, foreign],
      [c, '00000000-0000-4000-8000-000000000000'],
      [c, 'nonsense'],
      [c, ''],
      [c, null],
      null,
      undefined,
    ]) {
      expectBadInput(await reorder(id, order), 'order');
      expect(await idsOf(id)).toEqual([a, b, c]);
    }
  });

  it('50 concurrent requests end in one of the requested orders', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C', 'D', 'E', 'F', 'G');
    const orders = fc.sample(fc.shuffledSubarray(ids, { minLength: ids.length }), 50);
    const answers = await Promise.all(orders.map((order) => reorder(id, order)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(orders).toContainEqual(await idsOf(id));
    await expectDense(id);
  });

  it('leaves no gap among concurrent creates, deletes and reorders', async () => {
    const step = fc.oneof(
      fc.constant({ kind: 'create' as const }),
      fc.record({ kind: fc.constant('delete' as const), which: fc.nat(4) }),
      fc.record({ kind: fc.constant('reorder' as const), places: fc.shuffledSubarray([0, 1, 2, 3, 4]) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { id, ids } = await apiaryWith('A', 'B', 'C', 'D', 'E');
        const done = await Promise.all(
          steps.map(async (one) => {
            if (one.kind === 'create') return (await post({ apiary_id: id })).status;
            if (one.kind === 'delete') return (await ana.rest('DELETE', `/questions/${ids[one.which]}`)).status;
            const order = one.places.map((place) => ids[place]);
            return (await reorder(id, order)).status;
          }),
        );
        const succeeded = (kind: string, status: number) =>
          steps.filter((one, i) => one.kind === kind && done[i] === status).length;
        // A reorder may fail with a question that another request has deleted; nothing else may fail.
        expect(succeeded('create', 201)).toBe(steps.filter(({ kind }) => kind === 'create').length);
        const deleted = new Set(steps.flatMap((one) => (one.kind === 'delete' ? [one.which] : [])));
        expect(succeeded('delete', 204)).toBe(steps.filter(({ kind }) => kind === 'delete').length);
        expect(done.filter((status) => ![201, 204, 400, 404].includes(status))).toEqual([]);
        const left = await idsOf(id);
        expect(left).toHaveLength(5 - deleted.size + succeeded('create', 201));
        expect(left.filter((one) => ids.includes(one)).sort()).toEqual(ids.filter((_, i) => !deleted.has(i)).sort());
        await expectDense(id);
      }),
      { numRuns: 8 },
    );
  });
});

describe('the position of a question', () => {
  type Placed = { id: string; position: number };
  const FIELDS = 'id position';
  const create = async (of: string, input: object): Promise<Placed> =>
    (
      await ana.ask(
        `mutation ($input: CreateQuestionInput!) { q: createQuestion(input: $input) { question { ${FIELDS} } } }`,
        {
          input: { apiaryId: of, text: 'How is it?', ...input },
        },
      )
    ).q.question;
  const update = async (id: string, input: object): Promise<Placed> =>
    (
      await ana.ask(
        `mutation ($input: UpdateQuestionInput!) { q: updateQuestion(input: $input) { question { ${FIELDS} } } }`,
        { input: { id, ...input } },
      )
    ).q.question;
  const placed = async (of: string): Promise<Placed[]> =>
    (await ana.ask(`{ questions(apiaryId: "${of}") { ${FIELDS} } }`)).questions;
  const joined = async (of: string): Promise<string> => (await textsOf(of)).join('');
  const withPositions = (ids: string[]): Placed[] => ids.map((id, i) => ({ id, position: i + 1 }));

  it.each([
    [1, 'XABC'],
    [2, 'AXBC'],
    [4, 'ABCX'],
    [5, 'ABCX'],
    [2_147_483_647, 'ABCX'],
    [0, 'ABCX'],
    [null, 'ABCX'],
    [undefined, 'ABCX'],
  ])('inserts a new question at %p: %s', async (position, expected) => {
    const { id } = await apiaryWith('A', 'B', 'C');
    const question = await create(id, { text: 'X', position });
    expect(question.position).toBe(expected.indexOf('X') + 1);
    expect(await joined(id)).toBe(expected);
    await expectDense(id);
  });

  it.each([
    ['up', 'D', 2, 'ADBCE'],
    ['up to the start', 'E', 1, 'EABCD'],
    ['down', 'B', 4, 'ACDBE'],
    ['down to the end', 'A', 5, 'BCDEA'],
    ['beyond the end', 'B', 6, 'ACDEB'],
    ['far beyond the end', 'B', 2_147_483_647, 'ACDEB'],
    ['to its own position', 'C', 3, 'ABCDE'],
    ['to 0', 'C', 0, 'ABCDE'],
    ['to null', 'C', null, 'ABCDE'],
    ['to undefined', 'C', undefined, 'ABCDE'],
  ])('moves a question %s (%s to %p): %s', async (_, text, position, expected) => {
    const { id, ids } = await apiaryWith(...'ABCDE');
    const question = await update(ids['ABCDE'.indexOf(text)]!, { position });
    expect(question.position).toBe(expected.indexOf(text) + 1);
    expect(await joined(id)).toBe(expected);
    await expectDense(id);
  });

  it('changes together with other fields, and never the questions of another apiary', async () => {
    const [first, second] = [await apiaryWith('A', 'B', 'C'), await apiaryWith('D', 'E', 'F')];
    await update(first.ids[2]!, { text: 'Z', position: 1 });
    await create(first.id, { text: 'Y', position: 1 });
    expect(await joined(first.id)).toBe('YZAB');
    expect(await joined(second.id)).toBe('DEF');
  });

  it.each([-1, 2_147_483_648, 1.5])('refuses %p', async (position) => {
    const { id, ids } = await apiaryWith('A', 'B');
    await expect(create(id, { position })).rejects.toThrow(/position/);
    await expect(update(ids[1]!, { position })).rejects.toThrow(/position/);
    expect(await joined(id)).toBe('AB');
  });

  it('agrees with a list as the model after every insert, move and deletion', async () => {
    const position = fc.option(fc.integer({ min: 0, max: 9 }), { freq: 6 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('create' as const), position }),
      fc.record({ kind: fc.constant('move' as const), index: fc.nat(20), position }),
      fc.record({ kind: fc.constant('delete' as const), index: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { id, ids } = await apiaryWith('A', 'B', 'C');
        let model = ids;
        for (const one of steps) {
          if (one.kind === 'create') {
            const index = one.position ? one.position - 1 : model.length;
            const question = await create(id, { position: one.position });
            model = model.toSpliced(index, 0, question.id);
            expect(withPositions(model)).toContainEqual(question);
          } else if (model.length > 0) {
            const target = model[one.index % model.length]!;
            const others = model.filter((other) => other !== target);
            if (one.kind === 'delete') {
              await ana.ask(`mutation { deleteQuestion(input: { id: "${target}" }) { deletedId } }`);
              model = others;
            } else {
              const question = await update(target, { position: one.position });
              if (one.position) model = others.toSpliced(one.position - 1, 0, target);
              expect(withPositions(model)).toContainEqual(question);
            }
          }
          expect(await placed(id)).toEqual(withPositions(model));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('stays dense under concurrent inserts and moves', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C', 'D', 'E');
    const changes = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 0 ? create(id, { position: (i % 5) + 1 }) : update(ids[i % 5]!, { position: ((i * 7) % 8) + 1 }),
    );
    await Promise.all(changes);
    expect(await placed(id)).toHaveLength(15);
    await expectDense(id);
  });
});

describe('the overrides of a hive', () => {
  const questionsOf = async (hive: string): Promise<string[]> =>
    (await ana.rest('POST', '/maya/iniciar-monitoreo', { hive_id: hive })).body.preguntas.map(
      ({ texto }: { texto: string }) => texto,
    );
  const assign = (hive: string, question: string, fields: object = {}) =>
    ana.rest('POST', '/questions/hive', { hive_id: hive, apiary_question_id: question, display_order: 0, ...fields });
  const assigned = async (hive: string) => (await ana.rest('GET', `/questions/hive/${hive}`)).body;

  it('are created, listed with their question, and deleted', async () => {
    const { id, ids } = await apiaryWith('A', 'B');
    const hive = await ana.beehive(id);
    expect(await assigned(hive)).toEqual([]);
    const { status, body } = await assign(hive, ids[1]!);
    const question = (await list(id))[1];
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        hive_id: hive,
        apiary_question_id: ids[1],
        display_order: 0,
        is_active: true,
        apiary_question: question,
      },
    });
    expect(await assigned(hive)).toEqual([body]);
    const deleted = await ana.rest('DELETE', `/questions/hive/${body.id}`);
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: undefined });
    expect(await assigned(hive)).toEqual([]);
    expect(await list(id)).toHaveLength(2);
  });

  it('replace an earlier override of the same question, also in concurrent requests', async () => {
    const { id, ids } = await apiaryWith('A');
    const hive = await ana.beehive(id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => assign(hive, ids[0]!)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    await assign(hive, ids[0]!, { display_order: 7, is_active: false });
    expect(await assigned(hive)).toMatchObject([{ display_order: 7, is_active: false }]);
  });

  it('decide which questions a hive has; otherwise it has the active questions of its apiary', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C');
    const [hive, other] = [await ana.beehive(id), await ana.beehive(id)];
    await put(ids[2]!, { activa: false });
    expect(await questionsOf(hive)).toEqual(['A', 'B']);
    await assign(hive, ids[0]!, { is_active: false });
    const { body } = await assign(hive, ids[2]!);
    expect(await questionsOf(hive)).toEqual(['B', 'C']);
    expect(await questionsOf(other)).toEqual(['A', 'B']);
    await ana.rest('DELETE', `/questions/hive/${body.id}`);
    expect(await questionsOf(hive)).toEqual(['B']);
  });

  it('are deleted with their question', async () => {
    const { id, ids } = await apiaryWith('A', 'B');
    const hive = await ana.beehive(id);
    await assign(hive, ids[0]!);
    expect((await ana.rest('DELETE', `/questions/${ids[0]}`)).status).toBe(204);
    expect(await assigned(hive)).toEqual([]);
  });

  it('refuse a question of another apiary', async () => {
    const { id } = await apiaryWith();
    const hive = await ana.beehive(id);
    expectBadInput(await assign(hive, (await createQuestion()).id), 'apiary_question_id');
    expectBadInput(await assign(hive, undefined as never), 'apiary_question_id');
    expectBadInput(await assign(hive, (await createQuestion()).id, { display_order: 'x' }), 'display_order');
    expect(await assigned(hive)).toEqual([]);
  });

  it('have paths of their own, which take precedence over the path of a question', async () => {
    const { id, ids } = await apiaryWith('A');
    const hive = await ana.beehive(id);
    const { body } = await assign(hive, ids[0]!);
    expect((await ana.rest('DELETE', `/questions/hive/${ids[0]}`)).status).toBe(404);
    expect((await ana.rest('DELETE', `/questions/${body.id}`)).status).toBe(404);
    expect((await put('hive', { texto: 'x' })).status).toBe(405);
    expect(await assigned(hive)).toHaveLength(1);
    expect(await list(id)).toHaveLength(1);
  });
});
