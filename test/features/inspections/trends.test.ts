// The trends of the answers of an apiary.
import { describe, expect, it } from '@jest/globals';
import { ana, type Fields, record, recordNumber, tryAmend, type World, world } from './inspections.fixture.js';

describe('trends', () => {
  interface Trend {
    questionId: string;
    text: string;
    answerType: string;
    periods: Fields[];
  }
  const trends = async (w: World, args: string): Promise<Trend[]> =>
    (
      await ana.ask(
        `{ a: apiary(id: "${w.apiary}") { t: answerTrends(${args}) {
          questionId text answerType periods { from answersCount min average max counts { answer count } } } } }`,
      )
    ).a.t;
  const periodsOf = async (w: World, question: string, args: string) =>
    (await trends(w, args)).find(({ questionId }) => questionId === question)?.periods;
  const numbers = (from: string, answers: number, min: number, average: number, max: number) => {
    return { from, answersCount: answers, min, average, max, counts: [] };
  };
  const counts = (from: string, ...pairs: [answer: string, count: number][]) => {
    const answers = pairs.reduce((sum, [, count]) => sum + count, 0);
    return {
      from,
      answersCount: answers,
      min: null,
      average: null,
      max: null,
      counts: pairs.map(([answer, count]) => ({ answer, count })),
    };
  };

  it('are grouped by week and by month: numbers, choices, yes and no', async () => {
    const w = await world();
    // 1 January 2024 is a Monday.
    for (const [day, number, choice, yesNo] of [
      ['2024-01-01T00:00:00.000Z', 4, 'Alta', true],
      ['2024-01-07T23:59:59.999Z', 9, 'Baja', true],
      ['2024-01-08T00:00:00.000Z', 5, 'Alta', false],
      ['2024-02-01T12:00:00.000Z', 10, 'Media', true],
    ] as const) {
      const answers = [
        { questionId: w.number, number },
        { questionId: w.choice, choice },
        { questionId: w.yesNo, yesNo },
        { questionId: w.text, text: 'x' },
      ];
      await record({ beehiveId: w.hive, answers, occurredAt: day });
    }
    expect(await periodsOf(w, w.number, 'period: WEEK')).toEqual([
      numbers('2024-01-01', 2, 4, 6.5, 9),
      numbers('2024-01-08', 1, 5, 5, 5),
      numbers('2024-01-29', 1, 10, 10, 10),
    ]);
    expect(await periodsOf(w, w.number, 'period: MONTH')).toEqual([
      numbers('2024-01-01', 3, 4, 6, 9),
      numbers('2024-02-01', 1, 10, 10, 10),
    ]);
    expect(await periodsOf(w, w.choice, 'period: MONTH')).toEqual([
      counts('2024-01-01', ['Alta', 2], ['Baja', 1]),
      counts('2024-02-01', ['Media', 1]),
    ]);
    expect(await periodsOf(w, w.yesNo, 'period: MONTH')).toEqual([
      counts('2024-01-01', ['Sí', 2], ['No', 1]),
      counts('2024-02-01', ['Sí', 1]),
    ]);
    expect(await periodsOf(w, w.text, 'period: MONTH')).toEqual([
      { ...counts('2024-01-01'), answersCount: 3 },
      { ...counts('2024-02-01'), answersCount: 1 },
    ]);
    expect(await trends(w, 'period: MONTH')).toHaveLength(4);
    const within = 'from: "2024-01-07", to: "2024-01-31"';
    expect(await trends(w, `period: MONTH, questionId: "${w.number}", ${within}`)).toEqual([
      { questionId: w.number, text: 'Cuadros', answerType: 'NUMBER', periods: [numbers('2024-01-01', 2, 5, 7, 9)] },
    ]);
  });

  it('count current revisions and no drafts', async () => {
    const w = await world();
    const occurredAt = '2024-01-01T00:00:00.000Z';
    const { id } = await recordNumber(w, 5, { occurredAt });
    await recordNumber(w, 20, { occurredAt, draft: true });
    await tryAmend(id, { answers: [{ questionId: w.number, number: 7 }], reason: 'x' });
    expect(await periodsOf(w, w.number, 'period: WEEK')).toEqual([numbers('2024-01-01', 1, 7, 7, 7)]);
  });

  it('belong to the apiary of the inspection, and outlive the question', async () => {
    const w = await world();
    await recordNumber(w, 5, { occurredAt: '2024-01-01T00:00:00.000Z' });
    const other = await world();
    await ana.rest('PUT', `/beehives/${w.hive}`, { apiary_id: other.apiary });
    await ana.rest('DELETE', `/questions/${w.number}`);
    expect(await periodsOf(w, w.number, 'period: WEEK')).toEqual([numbers('2024-01-01', 1, 5, 5, 5)]);
    expect(await trends(other, 'period: WEEK')).toEqual([]);
  });

  it('have the latest text of a question', async () => {
    const w = await world();
    const answer = async (choice: string, texto: string, day: number) => {
      await ana.rest('PUT', `/questions/${w.choice}`, { texto });
      const answers = [
        { questionId: w.number, number: 1 },
        { questionId: w.choice, choice },
      ];
      await record({ beehiveId: w.hive, answers, occurredAt: `2024-01-0${day}T00:00:00.000Z` });
    };
    await answer('Media', 'Old', 1);
    await answer('Baja', 'Older', 2);
    await answer('Alta', 'New', 3);
    const names = await trends(w, `period: MONTH, questionId: "${w.choice}"`);
    expect(names.map(({ text }) => text)).toEqual(['New']);
    await answer('Media', 'Newest', 4);
    expect((await trends(w, `period: MONTH, questionId: "${w.choice}"`))[0]!.text).toBe('Newest');
  });

  it('are refused or empty for an invalid question id', async () => {
    const w = await world();
    const { data, errors } = await ana.graphql(
      `{ a: apiary(id: "${w.apiary}") { t: answerTrends(period: WEEK, questionId: "nonsense") { text } } }`,
    );
    const code = errors?.[0]?.extensions.code;
    expect(code ?? data.a.t).toEqual(code === undefined ? [] : expect.stringMatching(/^(BAD_USER_INPUT|NOT_FOUND)$/));
  });
});
