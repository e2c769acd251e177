// What a later file says of the same hive and day is offered as a change of the record that is there.
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';

interface Preview {
  id: string;
  questions: { key: string; kind: string; candidates: string[]; rows_count: number }[];
  rows: { status: string; problems: { message: string }[]; remarks: { message: string }[] }[];
  rows_with_problems: number;
}
interface Person {
  ask: (query: string, variables?: object) => Promise<Record<string, unknown>>;
  importFile: (text: string, options?: object) => Promise<Preview>;
  runImport: (id: string, skip?: boolean) => Promise<Preview & { status: string }>;
  rest: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; json: Preview & { status: string } }>;
}
const lib = (await import(resolve('test/import-cases/lib.mjs'))) as {
  account: (options?: object) => Promise<Person>;
  yard: (me: Person, name: string) => Promise<string>;
  taken: (text: string, options?: object) => Promise<{ me: Person }>;
  rowsOf: (me: Person, id: string) => Promise<Preview['rows']>;
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  process.env.IMPORT_CASES_AT = app.url;
});
afterAll(() => app.close());

/** Waits until an import is checked again. */
async function settle(me: Person, id: string, status: string): Promise<Preview> {
  for (;;) {
    const { json } = await me.rest('GET', `/imports/${id}`);
    if (json.status === status) return { ...json, rows: await lib.rowsOf(me, id) };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Imports a file whose rows are about records that are there, with one answer for all of them. */
async function importAgain(me: Person, text: string, value: string) {
  const { id, questions } = await me.importFile(text);
  const question = questions.find(({ kind }) => kind === 'EXISTING');
  if (!question) throw new Error(`nothing is asked of ${text}`);
  await me.rest('PUT', `/imports/${id}`, { answers: [{ key: question.key, value }] });
  const preview = await settle(me, id, 'READY');
  return { question, preview, run: () => me.runImport(id, false) };
}

const KINDS = [
  {
    kind: 'HIVES',
    before: 'Hive,Placed on,Brood frames,Notes\n1,2024-05-01,5,calm\n',
    after: 'Hive,Brood frames,Died,Cause of death\n1,6,2025-02-01,starved\n',
    candidates: ['LEAVE', 'UPDATE'],
    query: '{ beehives(filter: { life: ANY }) { nodes { label broodFrames observations endedOn endCause } } }',
    was: [{ label: '1', broodFrames: 5, observations: 'calm', endedOn: null, endCause: null }],
    becomes: [{ label: '1', broodFrames: 6, observations: 'calm', endedOn: '2025-02-01', endCause: 'STARVED' }],
  },
  {
    kind: 'INSPECTIONS',
    before: 'Hive,Date,Notes,Weather\n1,2025-05-02,calm,sun\n',
    after: 'Hive,Date,Notes\n1,2025-05-02,calm and strong\n',
    query: '{ inspections { nodes { notes revision } } }',
    was: [{ notes: 'calm\nWeather: sun', revision: 1 }],
    becomes: [{ notes: 'calm and strong', revision: 2 }],
  },
  {
    kind: 'TREATMENTS',
    before: 'Hive,Date,Product,Dose,Batch\n1,2025-08-01,Apivar,2 strips,L1\n',
    after: 'Hive,Date,Product,Batch,Withdrawal days\n1,2025-08-01,Apivar,L2,14\n',
    query: '{ treatments { nodes { doseText batchNumber withdrawalDays revision endedOn } } }',
    was: [{ doseText: '2 strips', batchNumber: 'L1', withdrawalDays: null, revision: 1, endedOn: '2025-08-01' }],
    becomes: [{ doseText: '2 strips', batchNumber: 'L2', withdrawalDays: 14, revision: 2, endedOn: '2025-08-01' }],
  },
  {
    kind: 'HARVESTS',
    before: 'Hive,Date,Honey kg,Frames\n1,2025-07-10,10,4\n',
    after: 'Hive,Date,Honey kg,Kind of honey\n1,2025-07-10,11.5,Heather\n',
    query: '{ harvests { nodes { grams honeyKind status sources { frames } } } }',
    was: [{ grams: 10_000, honeyKind: null, status: 'CLOSED', sources: [{ frames: 4 }] }],
    becomes: [{ grams: 11_500, honeyKind: 'Heather', status: 'CLOSED', sources: [{ frames: 4 }] }],
  },
  {
    kind: 'QUEENS',
    before: 'Queen name,Queen year,Race,Marked\nAda,2024,Buckfast,yes\n',
    after: 'Queen name,Queen year,Breeder\nAda,2023,Own\n',
    query: '{ queens { nodes { name year race breeder isMarked } } }',
    was: [{ name: 'Ada', year: 2024, race: 'Buckfast', breeder: null, isMarked: true }],
    becomes: [{ name: 'Ada', year: 2023, race: 'Buckfast', breeder: 'Own', isMarked: true }],
  },
  {
    kind: 'INVENTORY',
    before: 'Item,Quantity,Unit,Category\nJars,100,pieces,Packing\n',
    after: 'Item,Quantity,Minimum\nJars,80,20\n',
    query: '{ apiaries { nodes { inventoryItems { nodes { itemName quantity unit minimumStock category } } } } }',
    was: [{ itemName: 'Jars', quantity: 100, unit: 'pieces', minimumStock: 0, category: 'Packing' }],
    becomes: [{ itemName: 'Jars', quantity: 80, unit: 'pieces', minimumStock: 20, category: 'Packing' }],
  },
];

const PRESENT = { message: 'There is such a record already' };

/** The records of an answer, wherever they are in it. */
function recordsOf(answer: unknown): unknown {
  const [value] = Object.values(answer as object) as { nodes: { inventoryItems?: { nodes: unknown[] } }[] }[];
  return value!.nodes.flatMap((node) => node.inventoryItems?.nodes ?? [node]);
}

describe('a row that says something else of a record', () => {
  it.each(KINDS.map((one) => [one.kind, one] as const))(
    'changes it if so answered, and an undo leaves it: %s',
    async (_, one) => {
      const { me } = await lib.taken(one.before);
      const read = async () => recordsOf(await me.ask(one.query));
      expect(await read()).toEqual(one.was);
      const { question, preview, run } = await importAgain(me, one.after, 'UPDATE');
      expect(question).toMatchObject({ candidates: one.candidates ?? ['LEAVE', 'UPDATE', 'ADD'], rows_count: 1 });
      expect(preview.rows_with_problems).toBe(0);
      expect(await run()).toMatchObject({ status: 'DONE', records_created: 0, rows: [{ status: 'UPDATED' }] });
      expect(await read()).toEqual(one.becomes);
      await me.rest('POST', `/imports/${preview.id}/undo`);
      const undone = await settle(me, preview.id, 'UNDONE');
      expect(undone.rows).toMatchObject([{ status: 'UPDATED' }]);
      expect(await read()).toEqual(one.becomes);
      // The record says it now: nothing is asked, and nothing is written.
      const { id, questions, rows } = await me.importFile(one.after, { name: 'again.csv' });
      expect({ questions, rows }).toMatchObject({ questions: [], rows: [{ remarks: [PRESENT], problems: [] }] });
      expect(await me.runImport(id, false)).toMatchObject({ records_created: 0, rows: [{ status: 'SKIPPED' }] });
      expect(await read()).toEqual(one.becomes);
    },
  );

  it('leaves it, or is added, if so answered', async () => {
    const { before, after, query, was } = KINDS.find(({ kind }) => kind === 'INSPECTIONS')!;
    const { me } = await lib.taken(before);
    expect(await (await importAgain(me, after, 'LEAVE')).run()).toMatchObject({ rows: [{ status: 'SKIPPED' }] });
    expect(recordsOf(await me.ask(query))).toEqual(was);
    expect(await (await importAgain(me, after, 'ADD')).run()).toMatchObject({ rows: [{ status: 'DONE' }] });
    expect(recordsOf(await me.ask(query))).toHaveLength(2);
  });

  it('is a problem if it may be one of several records, or if another row changes the same', async () => {
    const { me } = await lib.taken('Hive,Date,Notes\n1,2025-05-02,calm\n2,2025-05-02,a\n2,2025-05-02,b\n');
    const { preview } = await importAgain(
      me,
      'Hive,Date,Notes\n1,2025-05-02,strong\n1,2025-05-02,weak\n2,2025-05-02,c\n',
      'UPDATE',
    );
    expect(preview.rows.map(({ problems }) => problems[0]?.message ?? null)).toEqual([
      null,
      'Another row of the file changes the same record',
      'There are several records of it: change the right one in the app',
    ]);
  });

  it('does not offer a change of a mite count, which has none', async () => {
    const { me } = await lib.taken('Hive,Date,Mites,Bees\n1,2025-05-02,3,300\n');
    const { questions } = await me.importFile('Hive,Date,Mites,Bees\n1,2025-05-02,4,300\n');
    expect(questions).toMatchObject([{ kind: 'EXISTING', candidates: ['LEAVE', 'ADD'] }]);
  });

  it('of a harvest of several hives is refused', async () => {
    const { me } = await lib.taken('Hive,Date,Notes\n1,2025-05-02,a\n2,2025-05-02,b\n');
    const { beehives, apiaries } = (await me.ask('{ beehives { nodes { id } } apiaries { nodes { id } } }')) as {
      beehives: { nodes: { id: string }[] };
      apiaries: { nodes: { id: string }[] };
    };
    const sources = beehives.nodes.map(({ id }) => ({ beehiveId: id, frames: 2, grams: 5000 }));
    await me.ask('mutation($i: RecordHarvestInput!) { recordHarvest(input: $i) { harvest { id } } }', {
      i: { apiaryId: apiaries.nodes[0]!.id, harvestedOn: '2025-07-10', sources },
    });
    const { run } = await importAgain(me, 'Hive,Date,Honey kg\n1,2025-07-10,6\n', 'UPDATE');
    expect(await run()).toMatchObject({
      rows: [
        {
          status: 'FAILED',
          problems: [{ message: 'The harvest is of several hives: change it in the app' }],
        },
      ],
    });
  });
});
