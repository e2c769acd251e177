// What members of an apiary see and may do. The role that each field and route needs is tested by authorization/.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { queriesOf, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
/** Ana's; Bea is a member. */
let shared: string;
/** Bea's own. */
let own: string;

beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  bea = await beekeeper(app);
  shared = await ana.apiary({ name: 'Shared' });
  own = await bea.apiary({ name: 'Own' });
  await grant(bea, 'WORKER');
  await until(async () => (await bea.graphql(`{ apiary(id: "${shared}") { id } }`)).errors === undefined);
});
afterAll(() => app.close());

async function grant({ id }: Beekeeper, role: string, apiary = shared): Promise<void> {
  await app.database.sql(
    `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role) values (gen_random_uuid(), now(), now(), $1, $2, $3)
     on conflict (user_id, apiary_id) do update set role = excluded.role`,
    [apiary, id, role],
  );
}
const remove = ({ id }: Beekeeper): Promise<unknown> =>
  app.database.sql('delete from apiary_members where user_id = $1', [id]);

const names = async (who: Beekeeper, args = ''): Promise<string[]> =>
  (await who.ask(`{ apiaries${args} { nodes { name } totalCount } }`)).apiaries.nodes.map(
    ({ name }: { name: string }) => name,
  );

describe('lists', () => {
  it('apiaries contain the shared ones, unless they are excluded, and can be limited to a role', async () => {
    expect(await names(bea)).toEqual(['Shared', 'Own']);
    expect(await names(bea, '(filter: { includeShared: false })')).toEqual(['Own']);
    expect(await names(bea, '(filter: { role: OWNER })')).toEqual(['Own']);
    expect(await names(bea, '(filter: { role: WORKER })')).toEqual(['Shared']);
    expect(await names(bea, '(filter: { role: MANAGER })')).toEqual([]);
    expect(await names(bea, '(filter: { role: WORKER, includeShared: false })')).toEqual([]);
    expect(await names(ana)).toEqual(['Shared']);
  });

  it('over REST, apiaries are the own ones, and with ?shared=true also the shared ones', async () => {
    const list = async (query: string): Promise<{ name: string; user_id: string }[]> =>
      (await bea.rest('GET', `/apiaries${query}`)).body;
    expect(await list('')).toMatchObject([{ name: 'Own', user_id: bea.id }]);
    expect(await list('?shared=false')).toHaveLength(1);
    expect(await list('?shared=true')).toMatchObject([{ name: 'Shared', user_id: ana.id }, { name: 'Own' }]);
  });

  it('tell the role of the viewer, for many apiaries in one statement', async () => {
    const query = '{ apiaries { nodes { name userId viewerRole } } }';
    const queries = await queriesOf(app.app, async () => {
      expect((await bea.ask(query)).apiaries.nodes).toEqual([
        { name: 'Shared', userId: ana.id, viewerRole: 'WORKER' },
        { name: 'Own', userId: bea.id, viewerRole: 'OWNER' },
      ]);
    });
    expect(queries.filter(({ text }) => !text.includes('session_changes'))).toHaveLength(2);
    expect((await ana.ask(query)).apiaries.nodes).toMatchObject([{ viewerRole: 'OWNER' }]);
  });

  it('of all apiaries contain the rows of shared ones', async () => {
    const beehive = await ana.beehive(shared, { beehiveNumber: 7, observations: 'Calm colony' });
    const item = await ana.item(shared, { itemName: 'Frames', quantity: 1, minimumStock: 5 });
    await ana.ask(
      `mutation { recordInspection(input: { beehiveId: "${beehive}", answers: [], draft: true }) { inspection { id } } }`,
    );
    const seen = await bea.ask(`{
      beehives { nodes { id } } inspections { nodes { beehive { id } } } lowStockItems { nodes { id } }
      search(text: "calm") { nodes { id } } node(id: "${item}") { id }
    }`);
    expect(seen).toEqual({
      beehives: { nodes: [{ id: beehive }] },
      inspections: { nodes: [{ beehive: { id: beehive } }] },
      lowStockItems: { nodes: [{ id: item }] },
      search: { nodes: [{ id: beehive }] },
      node: { id: item },
    });
    expect((await bea.rest('GET', '/inspections/drafts')).body).toHaveLength(1);
  });

  it('of the export contain only what belongs to the account', async () => {
    const { body } = await bea.rest('GET', '/users/me/export');
    expect(body.apiaries.map(({ id }: { id: string }) => id)).toEqual([own]);
    expect(body.beehives).toEqual([]);
    expect(body.inventoryItems).toEqual([]);
  });
});

describe('what a member writes', () => {
  it('belongs to the owner of the apiary, and names the member', async () => {
    const beehive = await ana.beehive(shared);
    const item = await ana.item(shared, { quantity: 5 });
    const {
      inspection: { inspection },
      movement: { stockMovement: movement },
    } = await bea.ask(`mutation {
      inspection: recordInspection(input: { beehiveId: "${beehive}", answers: [] }) { inspection { id actor { userId } } }
      movement: recordStockMovement(input: { id: "${item}", direction: OUT, quantity: 2 }) { stockMovement { id actor { userId } } }
    }`);
    expect([inspection.actor.userId, movement.actor.userId]).toEqual([bea.id, bea.id]);
    const owners = await app.database.sql(
      `select owner_id from inspections where id = $1 union all select owner_id from stock_movements where id = $2`,
      [inspection.id, movement.id],
    );
    expect(owners).toEqual([{ owner_id: ana.id }, { owner_id: ana.id }]);
    expect((await ana.ask(`{ inspection(id: "${inspection.id}") { id } }`)).inspection).toEqual({ id: inspection.id });
  });

  it('is refused by the next statement after the removal, although the session is not new', async () => {
    const cleo = await beekeeper(app);
    await grant(cleo, 'WORKER');
    const beehive = await ana.beehive(shared);
    const read = `{ beehive(id: "${beehive}") { id } }`;
    await until(async () => (await cleo.graphql(read)).errors === undefined);
    await remove(cleo);
    expect((await cleo.graphql(read)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    const write = `mutation { updateBeehive(input: { id: "${beehive}", state: { observations: "Mine" } }) { beehive { id } } }`;
    expect((await cleo.graphql(write)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect((await cleo.rest('GET', '/apiaries?shared=true')).body).toEqual([]);
  });
});

it('a draft belongs to who wrote it last', async () => {
  await grant(bea, 'WORKER');
  const beehive = await ana.beehive(shared);
  const draft = `mutation { recordInspection(input: { beehiveId: "${beehive}", answers: [], draft: true }) { inspection { id } } }`;
  const [first, second] = [
    (await ana.ask(draft)).recordInspection.inspection.id,
    (await ana.ask(draft)).recordInspection.inspection.id,
  ];
  await bea.ask(`mutation { updateInspectionDraft(input: { id: "${first}", answers: [] }) { inspection { id } } }`);
  await bea.ask(`mutation { completeInspection(input: { id: "${second}" }) { inspection { id } } }`);
  const read = `{ a: inspection(id: "${first}") { actor { userId } } b: inspection(id: "${second}") { actor { userId } } }`;
  expect(await ana.ask(read)).toEqual({ a: { actor: { userId: bea.id } }, b: { actor: { userId: bea.id } } });
});

describe('a hive that moves', () => {
  const move = (who: Beekeeper, beehive: string, to: string) =>
    who.graphql(
      `mutation { updateBeehive(input: { id: "${beehive}", apiaryId: "${to}", beehiveNumber: 99 }) { beehive { apiaryId } } }`,
    );
  const forbidden = [{ extensions: { code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' } }];

  it('between apiaries of one owner needs a manager of both', async () => {
    const second = await ana.apiary({ name: 'Second' });
    const beehive = await ana.beehive(shared);
    expect((await move(bea, beehive, second)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    await grant(bea, 'MANAGER', second);
    expect((await move(bea, beehive, second)).errors).toMatchObject(forbidden);
    await grant(bea, 'MANAGER');
    expect((await move(bea, beehive, second)).data.updateBeehive.beehive).toEqual({ apiaryId: second });
    await grant(bea, 'WORKER', second);
    expect((await move(bea, beehive, shared)).errors).toMatchObject(forbidden);
    expect((await ana.ask(`{ beehive(id: "${beehive}") { beehiveNumber } }`)).beehive.beehiveNumber).toBe(99);
    await ana.ask(`mutation { deleteApiary(input: { id: "${second}" }) { deletedId } }`);
  });

  it('leaves behind the overrides of questions of its old apiary, also of the same owner', async () => {
    const second = await ana.apiary({ name: 'Second' });
    const beehive = await ana.beehive(shared);
    const {
      question: { question },
    } = await ana.ask(
      `mutation { question: createQuestion(input: { apiaryId: "${shared}", text: "Wax moths?" }) { question { id } } }`,
    );
    await ana.ask(
      `mutation { overrideQuestion(input: { beehiveId: "${beehive}", questionId: "${question.id}", active: false }) { beehiveQuestion { id } } }`,
    );
    await move(ana, beehive, second);
    await grant(bea, 'VIEWER', second);
    const overrides = `{ beehive(id: "${beehive}") { questionOverrides { question { text } } } }`;
    for (const who of [ana, bea]) expect((await who.ask(overrides)).beehive.questionOverrides).toEqual([]);
    expect((await bea.rest('GET', `/questions/hive/${beehive}`)).body).toEqual([]);
    // A part of the move, which is the entry.
    const newestOf = async (apiary: string): Promise<string[]> => {
      const { changeLog } = (await ana.ask(`{ apiary(id: "${apiary}") { changeLog { nodes { action kind } } } }`))
        .apiary;
      const entries = changeLog.nodes.map(({ action, kind }: { action: string; kind: string }) => `${action} ${kind}`);
      return entries.filter((entry: string) => !entry.endsWith('MEMBER')).slice(0, 2);
    };
    expect(await newestOf(second)).toEqual(['UPDATED BEEHIVE', 'CREATED APIARY']);
    expect(await newestOf(shared)).toEqual(['MOVED_AWAY BEEHIVE', 'CREATED BEEHIVE_QUESTION']);
    await ana.ask(`mutation { deleteApiary(input: { id: "${second}" }) { deletedId } }`);
  });

  it('to an apiary of another owner needs its own owner; its records go with it', async () => {
    await grant(bea, 'MANAGER');
    const beehive = await ana.beehive(shared);
    const {
      question: { question },
      inspection: { inspection },
    } = await ana.ask(`mutation {
      question: createQuestion(input: { apiaryId: "${shared}", text: "Mites?" }) { question { id } }
      inspection: recordInspection(input: { beehiveId: "${beehive}", answers: [], notes: "Strong" }) { inspection { id } }
    }`);
    await ana.ask(
      `mutation { overrideQuestion(input: { beehiveId: "${beehive}", questionId: "${question.id}", active: false }) { beehiveQuestion { id } } }`,
    );
    expect((await move(bea, beehive, own)).errors).toMatchObject(forbidden);
    expect((await move(ana, beehive, own)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);

    await grant(ana, 'MANAGER', own);
    await until(async () => (await ana.graphql(`{ apiary(id: "${own}") { id } }`)).errors === undefined);
    expect((await move(ana, beehive, own)).data.updateBeehive.beehive).toEqual({ apiaryId: own });
    await remove(ana);
    expect((await bea.ask(`{ inspection(id: "${inspection.id}") { notes beehive { apiaryId } } }`)).inspection).toEqual(
      {
        notes: 'Strong',
        beehive: { apiaryId: own },
      },
    );
    expect(
      (await bea.ask(`{ beehive(id: "${beehive}") { questionOverrides { id } } }`)).beehive.questionOverrides,
    ).toEqual([]);
    expect((await ana.graphql(`{ inspection(id: "${inspection.id}") { id } }`)).errors).toHaveLength(1);
    await grant(bea, 'WORKER');
  });

  it('keeps its points in the old apiary for who sees where it stands now, and for nobody else', async () => {
    const [from, to] = [await ana.apiary(), await ana.apiary()];
    const ben = await beekeeper(app);
    await grant(ben, 'VIEWER', from);
    const hive = await ana.beehive(from);
    await treat(ana, hive);
    await ana.ask(`mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`);
    const read = async (who: Beekeeper) => {
      const { apiary } = await who.ask(
        `{ apiary(id: "${from}") { miteCounts { totalCount } miteTrend { points { miteCountsCount } } inspections { totalCount } } }`,
      );
      return [apiary.miteCounts.totalCount, apiary.miteTrend.points.length, apiary.inspections.totalCount];
    };
    await until(async () => (await ben.graphql(`{ apiary(id: "${from}") { id } }`)).errors === undefined);
    expect(await read(ben)).toEqual([1, 1, 1]);
    await ana.ask(`mutation { updateBeehive(input: { id: "${hive}", apiaryId: "${to}" }) { beehive { id } } }`);
    expect([await read(ana), await read(ben)]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ]);
    await grant(ben, 'VIEWER', to);
    expect(await read(ben)).toEqual([1, 1, 1]);
  });

  it('over REST, the app sends the apiary with every update, which does not need more than a worker', async () => {
    const beehive = await ana.beehive(shared);
    const { status, body } = await bea.rest('PUT', `/beehives/${beehive}`, {
      apiary_id: shared.toUpperCase(),
      hive_number: 41,
    });
    expect({ status, number: body.hive_number }).toEqual({ status: 200, number: 41 });
  });
});
