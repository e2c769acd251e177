// Search: what is found, of whom, in which order, in pages.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { beforeQuery, isOfRequest, startTestApp, statementsOf, type TestApp } from '../../support/client.js';
import { expectPagesOfWhole } from '../../support/connections.js';
import { share } from '../../support/members.js';
import { nodes as nodesOf, plansOfOperation } from '../../support/plans.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => app.close());

const SEARCH = `query ($text: String!, $kinds: [RecordKind!], $first: Int, $after: String) {
  search(text: $text, filter: { kinds: $kinds }, first: $first, after: $after) {
    totalCount nodes { ...found } edges { cursor node { ...found } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}
fragment found on SearchRecord { __typename id ... on Apiary { text: name } ... on Beehive { number: beehiveNumber }
  ... on InventoryItem { text: itemName } ... on Inspection { notes } ... on Queen { name } ... on Lot { text: code } ... on Treatment { text: productName } }`;

interface Found {
  __typename: string;
  id: string;
}
interface Page {
  totalCount: number;
  nodes: Found[];
  edges: { cursor: string; node: Found }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
const search = async (text: string, more: object = {}, who = ana): Promise<Page> =>
  (await who.ask(SEARCH, { text, ...more })).search;
const withoutIds = ({ nodes }: Page): object[] => nodes.map(({ id: _, ...rest }) => rest);

/** One record of each type that contains the text. */
async function fill(who: Beekeeper, text: string, beehiveNumber = 505): Promise<{ apiary: string; hive: string }> {
  const apiary = await who.apiary({ name: `${text} meadow`, location: 'Cerro 5%' });
  const hive = await who.beehive(apiary, { beehiveNumber, observations: `Under the ${text.toUpperCase()}` });
  await who.item(apiary, { itemName: `Míel de ${text}` });
  await who.ask(
    `mutation ($hive: ID!, $text: String!, $queen: CreateQueenInput!) {
      recordInspection(input: { beehiveId: $hive, notes: $text, answers: [] }) { inspection { id } }
      createQueen(input: $queen) { queen { id } }
      recordTreatment(input: { beehiveIds: [$hive], kind: "Acaricide", productName: $text, startedOn: "2026-03-01" }) { treatments { id } }
    }`,
    { hive, text, queen: { apiaryId: apiary, race: text, name: 'R1' } },
  );
  await app.database.sql(
    `insert into lots (id, created_at, updated_at, owner_id, apiary_id, code, grams, actor_id)
     select gen_random_uuid(), now(), now(), $1, $2, $3, 1, $1`,
    [who.id, apiary, `${text.toUpperCase()}-1`],
  );
  return { apiary, hive };
}

const TYPES = ['Apiary', 'Beehive', 'InventoryItem', 'Inspection', 'Queen', 'Lot', 'Treatment'];
const typesOf = ({ nodes }: Page): string[] => nodes.map(({ __typename }) => __typename);

describe('a text', () => {
  it('is found in records of each type, whatever its case, and only in those of the viewer', async () => {
    await fill(ana, 'almendro');
    await fill(bea, 'almendro');
    const found = await search('Almendro');
    expect(withoutIds(found)).toEqual([
      { __typename: 'Apiary', text: 'almendro meadow' },
      { __typename: 'Beehive', number: 505 },
      { __typename: 'InventoryItem', text: 'Míel de almendro' },
      { __typename: 'Inspection', notes: 'almendro' },
      { __typename: 'Queen', name: 'R1' },
      { __typename: 'Lot', text: 'ALMENDRO-1' },
      { __typename: 'Treatment', text: 'almendro' },
    ]);
    expect(found.totalCount).toBe(7);
    expect(withoutIds(await search(' Almendro '))).toEqual(withoutIds(found));
    const others = (await search('almendro', {}, bea)).nodes.map(({ id }) => id);
    expect(found.nodes.filter(({ id }) => others.includes(id))).toEqual([]);
  });

  it('is literal; a number is that of a hive; an item is found without accents', async () => {
    expect(typesOf(await search('5%'))).toEqual(['Apiary']);
    expect(typesOf(await search('_____'))).toEqual([]);
    expect(typesOf(await search('505'))).toEqual(['Beehive']);
    expect(typesOf(await search('505 '))).toEqual(['Beehive']);
    expect(typesOf(await search('miel'))).toEqual(['InventoryItem']);
  });

  it('of the wanted types only, and of all if none is named', async () => {
    expect(typesOf(await search('almendro', { kinds: ['LOT', 'BEEHIVE'] }))).toEqual(['Beehive', 'Lot']);
    expect(typesOf(await search('almendro', { kinds: null }))).toEqual(TYPES);
    expect(typesOf(await search('almendro', { kinds: [] }))).toEqual([]);
  });

  it('is not found in what lists leave out: hives that ended, replaced revisions, voided treatments', async () => {
    const cleo = await beekeeper(app);
    const { hive } = await fill(cleo, 'tomillo');
    const { inspections, treatments } = await cleo.ask('{ inspections { nodes { id } } treatments { nodes { id } } }');
    await cleo.ask(
      `mutation ($inspection: ID!, $treatment: ID!) {
        amendInspection(input: { id: $inspection, answers: [], notes: "brezo", reason: "Typo" }) { inspection { id } }
        voidTreatment(input: { id: $treatment, reason: "Not given" }) { treatment { id } }
      }`,
      { inspection: inspections.nodes[0].id, treatment: treatments.nodes[0].id },
    );
    await app.database.sql(`update beehives set ended_on = current_date, end_cause = 'ROBBED' where id = $1`, [hive]);
    expect(typesOf(await search('tomillo', {}, cleo))).toEqual(['Apiary', 'InventoryItem', 'Queen', 'Lot']);
  });

  it('is found by a member in what is shared, also in treatments of hives that came later', async () => {
    const [owner, member] = [await beekeeper(app), await beekeeper(app)];
    const { apiary } = await fill(owner, 'romero');
    const elsewhere = await fill(owner, 'salvia', 506);
    await share(owner, apiary, member, 'VIEWER');
    await until(async () => (await member.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    expect(await search('romero', {}, member)).toEqual(await search('romero', {}, owner));
    expect(await search('salvia', {}, member)).toMatchObject({ totalCount: 0, nodes: [] });
    await owner.ask('mutation ($input: MoveBeehiveInput!) { moveBeehive(input: $input) { beehive { id } } }', {
      input: { id: elsewhere.hive, apiaryId: apiary },
    });
    expect(typesOf(await search('salvia', { kinds: ['TREATMENT', 'BEEHIVE'] }, member))).toEqual([
      'Beehive',
      'Treatment',
    ]);
  });
});

describe('pages', () => {
  let dan: Beekeeper;
  beforeAll(async () => {
    dan = await beekeeper(app);
    const { apiary, hive } = await fill(dan, 'tilo');
    for (const name of ['Tilo B', 'tilo a', 'Tilo ñ']) await dan.apiary({ name });
    for (const beehiveNumber of [12, 7, null]) await dan.beehive(apiary, { beehiveNumber, observations: 'tilo' });
    for (const day of ['2026-01-02', '2026-05-01'])
      await dan.ask(
        `mutation { recordInspection(input: { beehiveId: "${hive}", notes: "tilo ${day}", answers: [], occurredAt: "${day}T08:00:00Z" }) { inspection { id } } }`,
      );
  });

  it('are a connection like every other, in the order of the kinds, then by name, number or day', async () => {
    await expectPagesOfWhole((paging) => search('tilo', { first: 500, ...paging }, dan), 3, 15);
    const { nodes } = await search('tilo', {}, dan);
    expect(nodes.map((node) => Object.values(node).at(-1)).slice(0, 11)).toEqual([
      ...['tilo a', 'Tilo B', 'tilo meadow', 'Tilo ñ'],
      7,
      12,
      505,
      null,
      'Míel de tilo',
      'tilo',
      'tilo 2026-05-01',
    ]);
  });

  it('have 20 records unless another size is requested', async () => {
    const eve = await beekeeper(app);
    for (let i = 0; i < 21; i++) await eve.apiary({ name: `Brezo ${i}` });
    for (const args of [{}, { first: null }]) {
      const { nodes, totalCount, pageInfo } = await search('brezo', args, eve);
      expect([nodes.length, totalCount, pageInfo.hasNextPage]).toEqual([20, 21, true]);
    }
  });

  it('are filled from the first kinds: the others are not read', async () => {
    const readTables = async (first: number): Promise<string[]> => {
      const [plan] = await plansOfOperation(
        app,
        dan,
        `{ search(text: "tilo", first: ${first}) { nodes { __typename } } }`,
      );
      const read = nodesOf(plan!).filter((node) => node['Actual Loops']! > 0);
      return read.flatMap((node) => node['Relation Name'] ?? []);
    };
    expect(await readTables(3)).not.toEqual(expect.arrayContaining(['treatments']));
    expect(await readTables(3)).toContain('apiaries');
    expect(await readTables(20)).toEqual(expect.arrayContaining(['inspections', 'treatments']));
  });

  it('are a statement for the page, and one for each type of which more than the id is selected', async () => {
    const types = ['Apiary', 'Beehive', 'Inspection', 'InventoryItem', 'Lot', 'Queen', 'Treatment'];
    const more = types.map((type) => `... on ${type} { createdAt }`).join(' ');
    const count = async (text: string): Promise<number> =>
      (
        await statementsOf(app.app, () =>
          dan.ask(`{ search(text: "${text}") { nodes { id ${more} ... on Beehive { apiary { name } } } } }`),
        )
      ).filter(isOfRequest).length;
    await fill(dan, 'haya');
    expect(await count('haya')).toBe(9);
    expect(await count('tilo')).toBe(9);
    const total = await statementsOf(app.app, () => dan.ask('{ search(text: "tilo") { totalCount } }'));
    expect(total.filter(isOfRequest)).toEqual([expect.stringMatching(/^select count/)]);
  });
});

describe('refusals', () => {
  it.each([
    ['text', { text: '' }],
    ['text', { text: 'x'.repeat(201) }],
    ['first', { first: 0 }],
    ['first', { first: 501 }],
    ['after', { after: 'bm9uc2Vuc2U' }],
  ])('%s: %j', async (field, args) => {
    expectGraphqlRefused(await ana.graphql(SEARCH, { text: 'almendro', ...args }), { code: 'BAD_USER_INPUT', field });
  });

  it('a cursor of another list', async () => {
    const { apiaries } = await ana.ask('{ apiaries { pageInfo { endCursor } } }');
    const response = await ana.graphql(SEARCH, { text: 'almendro', after: apiaries.pageInfo.endCursor });
    expectGraphqlRefused(response, { code: 'BAD_USER_INPUT', field: 'after' });
  });

  it('no token', async () => {
    expectGraphqlRefused(await app.anyone.graphql('{ search(text: "a") { totalCount } }'), { code: 'UNAUTHENTICATED' });
  });
});

it('leaves out what is deleted while the page is read, and goes on after it', async () => {
  const cleo = await beekeeper(app);
  for (const name of ['Fern 1', 'Fern 2', 'Fern 3']) await cleo.apiary({ name });
  const all = (await search('fern', {}, cleo)).nodes;
  const remove = () => cleo.ask(`mutation { deleteApiary(input: { id: "${all[1]!.id}" }) { deletedId } }`);
  // The ids, and then the apiaries.
  const page = await beforeQuery(app.app, 2, remove, () => search('fern', { first: 2 }, cleo));
  expect(page.nodes).toEqual([all[0]]);
  expect(page.pageInfo.hasNextPage).toBe(true);
  const next = await search('fern', { after: page.pageInfo.endCursor }, cleo);
  expect(next.nodes).toEqual([all[2]]);
});
