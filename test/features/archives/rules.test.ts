// Rules over several records hold for what an archive restores as for what operations record: an archive is a file that anybody can write.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileLine } from '../../../src/formats/file-line.js';
import {
  contextOf,
  exportArchive,
  exportJson,
  linesOf,
  type Restored,
  type Row,
  restore,
  withRows,
} from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, treat } from '../../support/world.js';

let app: TestApp;
let owner: Beekeeper;
let lines: FileLine[];
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app);
  const apiary = await owner.apiary({ name: 'Roble' });
  const other = await owner.apiary({ name: 'Encina' });
  const hive = await owner.beehive(apiary, { beehiveNumber: 7 });
  await owner.beehive(other, { beehiveNumber: 8 });
  const { treatment } = await treat(owner, hive);
  await harvestFrom(owner, apiary, hive);
  await crown(owner, { apiary, beehive: hive });
  const item = await owner.item(apiary, { itemName: 'Jars', quantity: 10 });
  await owner.ask(
    `mutation ($treatment: CorrectTreatmentInput!, $question: CreateQuestionInput!, $task: CreateTaskInput!) {
      correctTreatment(input: $treatment) { treatment { id } }
      createQuestion(input: $question) { question { id } }
      createTask(input: $task) { task { id } }
      adjustStock(input: { id: "${item}", amount: -4 }) { inventoryItem { id } }
    }`,
    {
      treatment: { id: treatment, productName: 'Apiguard', reason: 'Wrong product' },
      question: { apiaryId: apiary, text: 'Brood?', answerType: 'YES_NO' },
      task: { apiaryId: apiary, title: 'Feed', kind: 'FEED', dueOn: '2026-12-01' },
    },
  );
  const { questions } = await exportJson(owner);
  await owner.ask(
    'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
    { input: { beehiveId: hive, answers: [{ questionId: questions![0]!.id, yesNo: true }] } },
  );
  const { inspections } = await exportJson(owner);
  await owner.ask('mutation ($input: AmendInspectionInput!) { amendInspection(input: $input) { inspection { id } } }', {
    input: { id: inspections![0]!.id, answers: [{ questionId: questions![0]!.id, yesNo: false }], reason: 'No brood' },
  });
  lines = await linesOf(await exportArchive(owner));
});
afterAll(() => app.close());

const copyOf = (row: Row, fields: object): Row => ({ ...row, id: randomUUID(), ...fields });
const idOf = (i: number): string => `01956f61-3bd1-796b-8521-${String(i).padStart(12, '0')}`;
const copies = (row: Row, count: number, fields: (i: number) => object = () => ({})): Row[] =>
  Array.from({ length: count }, (_, i) => ({ ...row, id: idOf(i), ...fields(i) }));

interface Outcome extends Restored {
  account: Beekeeper;
}
async function restoreWith(changes: Parameters<typeof withRows>[1], account?: Beekeeper): Promise<Outcome> {
  const who = account ?? (await beekeeper(app));
  return { account: who, ...(await restore(await contextOf(app, who.id), withRows(lines, changes), true)) };
}
/** The columns of the problems of rows that were refused. */
const refused = ({ results }: Pick<Restored, 'results'>): (string | undefined)[] =>
  results.filter(({ status }) => status === 'FAILED').map(({ problem }) => problem?.heading);

it('the archive itself breaks none', async () => {
  expect(refused(await restoreWith({}))).toEqual([]);
});

describe('honey of a hive that was in a withdrawal period', () => {
  const later = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, harvestedOn: '2026-05-10' }));

  const inOrder = (all: FileLine[]): FileLine[] => all;
  const treatmentsLast = (all: FileLine[]): FileLine[] => {
    const isLast = (line: FileLine): boolean =>
      line.type === 'row' && rowsOf(all, 'treatments').includes(cellsOf(line));
    return [...all.filter((line) => !isLast(line)), ...all.filter(isLast)];
  };

  it.each([
    ['after the treatments', inOrder],
    ['before the treatments', treatmentsLast],
  ])('is not for sale, nor are lots with some of it, %s', async (_, order) => {
    const account = await beekeeper(app);
    const sent = order(withRows(lines, { harvests: later, treatmentFollowUps: () => [] }));
    const { results } = await restore(await contextOf(app, account.id), sent);
    expect(results.filter(({ status }) => status !== 'DONE')).toEqual([]);
    const { harvests, harvestSources, lots } = await exportJson(account);
    const closed = harvests!.filter(({ status }) => status === 'CLOSED');
    expect(closed.map(({ destination, overrideReason }) => [destination, overrideReason])).toEqual([
      ['NOT_FOR_SALE', null],
      ['NOT_FOR_SALE', null],
    ]);
    const ids = closed.map(({ id }) => id);
    expect(harvestSources!.filter(({ harvestId }) => ids.includes(String(harvestId)))).toMatchObject([
      { withheld: true },
      { withheld: true },
    ]);
    expect(lots!.map(({ destination }) => destination)).toEqual(['NOT_FOR_SALE', 'NOT_FOR_SALE']);
    // Nothing of it can get into a lot that is for sale.
    const { errors } = await account.graphql(
      `mutation { createLot(input: { apiaryId: "${closed[0]!.apiaryId}", code: "X", harvests: [{ harvestId: "${ids[0]}" }, { harvestId: "${ids[1]}" }] }) { lot { id } } }`,
    );
    expect(errors![0]!.extensions).toMatchObject({ reason: 'HARVEST_NOT_FOR_SALE' });
  });

  it('stays as it was marked if the account has no record of the treatment any more', async () => {
    const { account, ...restored } = await restoreWith({
      treatments: () => [],
      treatmentFollowUps: () => [],
      harvests: (rows) => rows.map((row) => ({ ...row, destination: 'NOT_FOR_SALE' })),
      harvestSources: (rows) => rows.map((row) => ({ ...row, withheld: true })),
      lots: (rows) => rows.map((row) => ({ ...row, destination: 'FOR_SALE' })),
    });
    expect(refused(restored)).toEqual([]);
    const { harvests, lots } = await exportJson(account);
    expect([...harvests!, ...lots!].map(({ destination }) => destination)).toEqual(Array(5).fill('NOT_FOR_SALE'));
  });

  it('is refused where the archive contradicts itself', async () => {
    expect(
      refused(await restoreWith({ harvestSources: (rows) => rows.map((row) => ({ ...row, withheld: true })) })),
    ).toEqual(['withheld', 'withheld', ...Array(2).fill('grams'), 'jars']);
  });
});

describe('honey from nowhere', () => {
  it('gets into no lot, neither by the archive nor by an operation', async () => {
    const { account, ...restored } = await restoreWith({
      harvests: (rows) => rows.map((row) => ({ ...row, grams: 1_000_000 })),
      harvestSources: (rows) => rows.filter(({ grams }) => grams === null),
    });
    expect(refused(restored)).toEqual(['grams', 'grams', 'jars']);
    const { harvests, lots } = await exportJson(account);
    const [harvest] = harvests!.filter(({ status }) => status === 'CLOSED');
    const { errors } = await account.graphql(
      `mutation { createLot(input: { apiaryId: "${harvest!.apiaryId}", code: "X", harvests: [{ harvestId: "${harvest!.id}", grams: 1 }] }) { lot { id } } }`,
    );
    expect(errors![0]!.extensions).toMatchObject({ reason: 'HARVEST_EXHAUSTED' });
    const packed = await account.graphql(
      `mutation { packLot(input: { id: "${lots![0]!.id}", jars: 1, gramsPerJar: 1 }) { lotPack { id } } }`,
    );
    expect(packed.errors![0]!.extensions).toMatchObject({ reason: 'LOT_EXHAUSTED' });
  });

  it('is not packed beyond what a lot contains', async () => {
    const more = { jars: 2, gramsPerJar: 250, voidedAt: null };
    const { account, ...restored } = await restoreWith({
      lots: (rows) => rows.map((row) => ({ ...row, grams: 1_000_000 })),
      lotPacks: ([pack]) => [pack!, copyOf(pack!, more), copyOf(pack!, { ...more, jars: 1 })],
    });
    expect(refused(restored)).toEqual(['jars', 'jars']);
    expect((await exportJson(account)).lots!.map(({ packedGrams }) => packedGrams).sort()).toEqual([0, 250]);
  });
});

describe('what the account has', () => {
  it('gets no further revisions, parts and movements', async () => {
    const account = await beekeeper(app);
    await restoreWith({}, account);
    const own = await linesOf(await exportArchive(account));
    const before = await exportJson(account);
    const added = withRows(own, {
      beehivePlacements: (rows) => [copyOf(rows[0]!, { placedOn: '2020-01-01', leftOn: '2021-01-01' })],
      colonyEvents: () => [
        {
          ...{ id: randomUUID(), createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
          ...{ beehiveId: before.beehives![0]!.id, kind: 'LOST', occurredOn: '2026-01-01', actorId: account.id },
        },
      ],
      inspections: (rows) => [copyOf(rows[0]!, { revision: 7, current: false })],
      stockMovements: (rows) => [copyOf(rows[0]!, { sequence: 3, kind: 'ENTRY', amount: 5, balanceAfter: 11 })],
      treatments: (rows) => [
        copyOf(rows.find(({ current }) => !current)!, { revision: 1 }),
        copyOf(rows.find(({ current }) => !current)!, { revision: 7 }),
      ],
      harvestSources: (rows) => [copyOf(rows[0]!, { harvestedBeehiveId: randomUUID(), beehiveId: null })],
      harvestRevisions: () => [
        {
          ...{ id: randomUUID(), createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
          ...{ harvestId: before.harvests![0]!.id, revision: 1, harvestedOn: '2026-01-01', status: 'CLOSED' },
          ...{ grams: 1, sources: [], actorId: account.id },
        },
      ],
      lotPacks: (rows) => [copyOf(rows[0]!, {})],
    });
    const { counts } = await restore(await contextOf(app, account.id), added, true);
    expect(Object.keys(counts)).toEqual(['SKIPPED']);
    const { exportedAt: _, sessions: _sessions, ...after } = await exportJson(account);
    expect(before).toMatchObject(after);
  });

  it('gets none by the archive from which it was restored either', async () => {
    const account = await beekeeper(app);
    await restoreWith({}, account);
    const before = await exportJson(account);
    const again = await restoreWith(
      {
        treatments: (rows) => [
          ...rows,
          ...[1, 2, 7].map((revision) => copyOf(rows.find(({ current }) => !current)!, { revision })),
        ],
        inspections: (rows) => [
          ...rows,
          ...[1, 2, 7].map((revision) => copyOf(rows[0]!, { revision, current: false })),
        ],
      },
      account,
    );
    expect(refused(again)).toEqual(Array(6).fill('revision'));
    const { treatments, inspections } = await exportJson(account);
    expect({ treatments, inspections }).toMatchObject({
      treatments: before.treatments!,
      inspections: before.inspections!,
    });
  });

  it('is not marked as changed by people when a rule changes it', async () => {
    const account = await beekeeper(app);
    const later = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, harvestedOn: '2026-05-10', revision: 2 }));
    await restoreWith({ harvests: later, lotHarvests: () => [], lotPacks: () => [] }, account);
    const { harvests } = await exportJson(owner);
    const revision = {
      ...{ id: randomUUID(), createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
      ...{
        harvestId: harvests![0]!.id,
        revision: 1,
        harvestedOn: '2026-05-10',
        status: 'CLOSED',
        grams: 1,
        sources: [],
      },
      actorId: owner.id,
    };
    const again = await restoreWith({ harvests: later, harvestRevisions: () => [revision] }, account);
    expect([again.counts.DONE, refused(again)]).toEqual([4, []]);
  });
});

describe('rows that contradict others', () => {
  const hiveOf = (rows: FileLine[], number: number): Row => {
    return rowsOf(rows, 'beehives').find((row) => row.number === number)!;
  };

  it.each<[string, string[], (all: FileLine[]) => Parameters<typeof withRows>[1]]>([
    [
      'an override of a question of another apiary',
      ['questionId'],
      (all) => ({
        hiveQuestions: () => [
          {
            ...copyOf(rowsOf(all, 'questions')[0]!, {}),
            ...{ beehiveId: hiveOf(all, 8).id, questionId: rowsOf(all, 'questions')[0]!.id, position: 1, active: true },
          },
        ],
      }),
    ],
    [
      'a harvest of one hive that withholds the honey of another',
      [...Array(3).fill('harvestedBeehiveId'), ...Array(2).fill('grams'), 'jars'],
      (all) => ({
        harvestSources: (rows) => rows.map((row) => ({ ...row, harvestedBeehiveId: hiveOf(all, 8).id })),
      }),
    ],
    [
      'a treatment of one hive that is shown for another',
      ['treatedBeehiveId', 'treatedBeehiveId'],
      (all) => ({
        treatments: (rows) => rows.map((row) => ({ ...row, treatedBeehiveId: hiveOf(all, 8).id })),
        treatmentFollowUps: () => [],
      }),
    ],
    [
      'replaced revisions of a treatment without a current one',
      ['current'],
      () => ({ treatments: (rows) => rows.filter(({ current }) => !current), treatmentFollowUps: () => [] }),
    ],
    [
      'an open placement elsewhere',
      ['apiaryId', 'apiaryId'],
      (all) => ({
        beehivePlacements: (rows) =>
          rows.map((row) => ({
            ...row,
            apiaryId: rowsOf(all, 'apiaries').find(({ id }) => id !== row.apiaryId)!.id,
          })),
      }),
    ],
    [
      'an answer of another type',
      ['yesNo', 'yesNo'],
      () => ({ answers: (rows) => rows.map((row) => ({ ...row, answerType: 'texto' })) }),
    ],
    [
      'a correction of another item, or of another amount',
      ['correctsId'],
      () => ({
        stockMovements: (rows) => rows.map((row, i) => ({ ...row, correctsId: i === 0 ? null : rows[0]!.id })),
      }),
    ],
    [
      'a queen in a hive that has ended',
      ['leftOn', 'endedOn'],
      () => ({
        beehives: (rows) =>
          rows.map((row) => (row.number === 7 ? { ...row, endedOn: '2026-11-01', endCause: 'SOLD' } : row)),
      }),
    ],
    [
      'a mark that hides an item for ever',
      ['snoozedUntil'],
      (all) => ({
        worklistMarks: () => [
          {
            ...{ id: randomUUID(), createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
            ...{ apiaryId: rowsOf(all, 'apiaries')[0]!.id, kind: 'QUEENLESS', recordId: hiveOf(all, 7).id },
            ...{ cause: null, snoozedUntil: '9999-12-31', assigneeId: null, actorId: randomUUID() },
          },
        ],
      }),
    ],
  ])('%s are refused by name', async (_, headings, changes) => {
    expect(refused(await restoreWith(changes(lines)))).toEqual(headings);
  });

  it('are as many as there can be', async () => {
    const outcome = await restoreWith({
      questions: ([row]) => copies(row!, 202, (i) => ({ position: i + 1 })),
      tasks: ([row]) => copies(row!, 1003),
      treatmentFollowUps: ([row]) => copies(row!, 104),
      hiveQuestions: () => [],
    });
    const many: Record<string, number> = {};
    for (const heading of refused(outcome)) many[String(heading)] = (many[String(heading)] ?? 0) + 1;
    expect(many).toEqual({ apiaryId: 5, treatmentId: 4 });
    const { questions, tasks, treatmentFollowUps } = await exportJson(outcome.account);
    expect([questions!.length, tasks!.length, treatmentFollowUps!.length]).toEqual([200, 1000, 100]);
  });

  it('leave gaps, in which questions are created as elsewhere', async () => {
    const { account } = await restoreWith({ questions: ([row]) => copies(row!, 2, (i) => ({ position: 2 * i + 2 })) });
    const { questions } = await exportJson(account);
    const { createQuestion } = await account.ask(
      `mutation { createQuestion(input: { apiaryId: "${questions![0]!.apiaryId}", text: "New" }) { question { position } } }`,
    );
    expect(createQuestion.question.position).toBe(5);
  });

  it('are not the last inspection of a hive, which follows from its inspections', async () => {
    const { account } = await restoreWith({
      beehives: (rows) => rows.map((row) => ({ ...row, lastInspectedAt: '2030-01-01T00:00:00.000Z' })),
    });
    const { beehives, inspections } = await exportJson(account);
    const times = [null, inspections![0]!.occurredAt];
    expect(beehives!.map(({ lastInspectedAt }) => lastInspectedAt)).toEqual(expect.arrayContaining(times));
  });
});

const cellsOf = (line: FileLine): Row => (line as { cells: unknown }).cells as Row;
function rowsOf(all: FileLine[], name: string): Row[] {
  const list = all.find((line) => line.type === 'sheet' && line.name === name) as { sheet: number };
  return all.filter((line) => line.type === 'row' && line.sheet === list.sheet).map(cellsOf);
}
