// Files one after the other, and what people do between them.
import { account, again, hive, settled, yard } from '../lib.mjs';

const HIVES = `{
  beehives(filter: { life: ANY }, first: 9) { nodes { label endedOn broodFrames
    placements(first: 9) { nodes { placedOn } } queenReigns(first: 9) { nodes { endedOn queen { name } } } inspections(first: 9) { nodes { id } } } }
  harvests(first: 9) { nodes { id grams } } }`;
/** What is there, as a line: hives with their first days, ends, brood, queens and numbers of visits; and honey. */
async function told(me) {
  const { beehives, harvests } = await me.ask(HIVES);
  const lines = beehives.nodes.map(({ label, endedOn, broodFrames, placements, queenReigns, inspections }) =>
    [
      ...[label, placements.nodes.at(-1).placedOn, endedOn && `to ${endedOn}`, broodFrames && `brood ${broodFrames}`],
      ...queenReigns.nodes.map(({ endedOn: end, queen }) => `${queen?.name}${end ? ' before' : ''}`),
      inspections.nodes.length > 0 && `visits ${inspections.nodes.length}`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  return [...lines, ...harvests.nodes.map(({ grams }) => `honey ${grams}`)].sort().join(', ');
}
/** Answers what becomes of the rows of which there is a record already. */
async function decide(me, { id, questions }, value) {
  const { key } = questions.find(({ kind }) => kind === 'EXISTING');
  await me.rest('PUT', `/imports/${id}`, { answers: [{ key, value }] });
  await settled(me, id, ['READY']);
}
/** Imports a text, with an answer to what becomes of rows that are there already. */
async function put(me, text, existing) {
  const preview = await me.importFile(text, { name: `${text.length}.csv` });
  if (existing) await decide(me, preview, existing);
  const done = await me.runImport(preview.id);
  return { id: preview.id, statuses: done.rows.map(({ status }) => status).join() };
}
async function undo(me, id) {
  await me.rest('POST', `/imports/${id}/undo`);
  await settled(me, id, ['UNDONE']);
}
const LOG = 'Date,Hive,Brood frames,Notes\n';

/** @param expected what is there after `work` */
const after = (id, title, expected, work) => ({
  id,
  kind: 'state',
  title,
  async run() {
    const me = await account();
    const apiaryId = await yard(me, 'Home');
    const found = (await work(me, apiaryId)) ?? (await told(me));
    return found === expected ? undefined : `${found} instead of ${expected}`;
  },
});

export default [
  after(
    'T01',
    'a hive has the state of its latest visit, whatever the order of the files is',
    '1 2024-05-01 brood 9 visits 3',
    async (me) => {
      await put(me, `${LOG}2024-09-01,1,4,a\n`);
      await put(me, `${LOG}2025-09-01,1,9,b\n`);
      await put(me, `${LOG}2024-05-01,1,3,c,\n`);
    },
  ),
  after(
    'T02',
    'an old visit that a row changes leaves the state of its hive',
    '1 2024-01-01 brood 3 visits 1',
    async (me, apiaryId) => {
      const beehiveId = await hive(me, apiaryId, 1, { placedOn: '2024-01-01', broodFrames: 3 });
      await me.ask('mutation($i: RecordInspectionInput!) { recordInspection(input: $i) { inspection { id } } }', {
        i: { beehiveId, occurredAt: '2025-05-01T10:00:00Z', notes: 'x' },
      });
      await put(me, `${LOG}2025-05-01,1,7,x\n`, 'UPDATE');
    },
  ),
  after('T03', 'what changes back is asked', 'UPDATED UPDATED 1 2025-07-01, honey 10000', async (me) => {
    const file = (kilograms) => `Date,Hive,Honey (kg)\n2025-07-01,1,${kilograms}\n`;
    await put(me, file(10));
    const [there, back] = [await put(me, file(12), 'UPDATE'), await put(me, file(10), 'UPDATE')];
    return `${there.statuses} ${back.statuses} ${await told(me)}`;
  }),
  after('T04', 'a hive that has died has its earlier visits', '1 2024-05-01 to 2025-05-01 visits 3', async (me) => {
    const log = 'Date,Hive,Status,Notes\n';
    await put(me, `${log}2025-05-01,1,Dead,a\n2025-03-01,1,,b\n`);
    await put(me, `${log}2024-05-01,1,,c\n`);
  }),
  after('T05', 'an undo gives a hive its queen back, and its life', '1 2023-01-01 Mine', async (me, apiaryId) => {
    const beehiveId = await hive(me, apiaryId, 1, { placedOn: '2023-01-01' });
    await me.ask('mutation($i: CreateQueenInput!) { createQueen(input: $i) { queen { id } } }', {
      i: { apiaryId, name: 'Mine', install: { beehiveId, startedOn: '2023-05-01' } },
    });
    const queens = await put(me, 'Hive,Queen,Queen year\n1,Other,2025\n');
    await undo(me, queens.id);
    const end = await put(me, 'Hive,Date,Status,Notes\n1,2026-11-20,Dead,x\n');
    await undo(me, end.id);
  }),
  after('T06', 'two logs that were undone leave no hive', '', async (me) => {
    const [a, b] = [await put(me, `${LOG}2025-05-01,1,,a\n`), await put(me, `${LOG}2024-05-01,1,,b\n`)];
    await undo(me, b.id);
    await undo(me, a.id);
  }),
  after('T07', 'a day that a person has stated is not moved', 'SKIPPED 1 2025-04-01 visits 1', async (me) => {
    await put(me, `${LOG}2025-05-01,1,,a\n`);
    const { beehives } = await me.ask('{ beehives { nodes { placements { nodes { id } } } } }');
    await me.ask(
      'mutation($i: CorrectBeehivePlacementInput!) { correctBeehivePlacement(input: $i) { beehivePlacement { id } } }',
      {
        i: { id: beehives.nodes[0].placements.nodes[0].id, placedOn: '2025-04-01' },
      },
    );
    const { statuses } = await put(me, `${LOG}2024-05-01,1,,b\n`);
    return `${statuses} ${await told(me)}`;
  }),
  after(
    'T08',
    'an edit of a hive between the check and the run stays',
    'FAILED 1 2024-03-01 brood 8',
    async (me, apiaryId) => {
      const id = await hive(me, apiaryId, 1, { placedOn: '2024-03-01', broodFrames: 3 });
      const preview = await me.importFile('Hive,Apiary,Brood frames\n1,Home,5\n');
      await decide(me, preview, 'UPDATE');
      await me.ask('mutation($i: UpdateBeehiveInput!) { updateBeehive(input: $i) { beehive { id } } }', {
        i: { id, state: { broodFrames: 8 } },
      });
      const [{ status }] = (await me.runImport(preview.id)).rows;
      return `${status} ${await told(me)}`;
    },
  ),
  after(
    'T09',
    'a record that is gone since the check is written again',
    '1 2024-03-01, honey 10000',
    async (me, apiaryId) => {
      const beehiveId = await hive(me, apiaryId, 1, { placedOn: '2024-03-01' });
      await me.ask('mutation($i: RecordHarvestInput!) { recordHarvest(input: $i) { harvest { id } } }', {
        i: { apiaryId, harvestedOn: '2025-07-01', sources: [{ beehiveId, frames: 0, grams: 10000 }] },
      });
      const preview = await me.importFile('Date,Hive,Honey (kg)\n2025-07-01,1,10\n');
      const { harvests } = await me.ask(HIVES);
      await me.ask('mutation($i: VoidHarvestInput!) { voidHarvest(input: $i) { harvest { id } } }', {
        i: { id: harvests.nodes[0].id, reason: 'wrong' },
      });
      await me.runImport(preview.id);
      const { harvests: left } = await me.ask('{ harvests(first: 9) { nodes { status } } }');
      return left.nodes.some(({ status }) => status === 'CLOSED') ? '1 2024-03-01, honey 10000' : JSON.stringify(left);
    },
  ),
  after(
    'T10',
    'what a list says of hives that visits have named before',
    '1 2023-03-01 to 2025-09-01 brood 7 visits 1',
    async (me) => {
      await again(me, `${LOG}2025-05-01,1,7,ok\n`);
      await put(me, 'Hive,Placed on,Ended on,Notes\n1,2023-03-01,2025-09-01,green\n', 'UPDATE');
    },
  ),
];
