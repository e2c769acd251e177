// Who did what: the activity of an apiary.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { until } from '../../process/service.js';
import { isOfRequest, statementsOf } from '../../support/client.js';
import { share } from '../../support/members.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { ana, apiary, app, bea, type Connection, hive } from './activity.fixture.js';

interface Entry {
  key: string;
  changedAt: string;
  action: string;
  kind: string;
  recordId: string;
  label: string | null;
  actor: { userId: string; name: string } | null;
  changes: { field: string; from: string | null; to: string | null }[];
}

const activityOf = async (who: Beekeeper, id: string, args = ''): Promise<Connection<Entry>> =>
  (
    await who.ask(`{ apiary(id: "${id}") { changeLog${args} {
      totalCount nodes { key changedAt action kind recordId label actor { userId name } changes { field from to } } pageInfo { hasNextPage endCursor }
    } } }`)
  ).apiary.changeLog;

describe('Apiary.changeLog', () => {
  it('lists changes over both APIs, newest first, with the names of fields of the schema', async () => {
    await ana.rest('PUT', `/beehives/${hive}`, { hive_number: 8, bee_population: 'Alta' });
    const item = await ana.item(apiary, { itemName: 'Sugar', quantity: 5 });
    await ana.rest('POST', `/inventory/${item}/exit`, { quantity: 2, person: 'Ana' });
    await ana.rest('PUT', `/apiaries/${apiary}`, { treatments: true, location: 'Hill' });
    await ana.rest('DELETE', `/inventory/${item}`);
    const { nodes, totalCount, pageInfo } = await activityOf(ana, apiary);
    const changed = (field: string, from: string | null, to: string | null) => ({ field, from, to });
    expect(nodes.map(({ action, kind, label, changes }) => ({ action, kind, label, changes }))).toEqual([
      { action: 'DELETED', kind: 'INVENTORY_ITEM', label: 'Sugar', changes: [] },
      {
        action: 'UPDATED',
        kind: 'APIARY',
        label: 'North',
        changes: [changed('location', null, 'Hill'), changed('treatments', 'false', 'true')],
      },
      {
        action: 'CREATED',
        kind: 'STOCK_MOVEMENT',
        label: 'Sugar',
        changes: [changed('kind', null, 'EXIT'), changed('amount', null, '-2')],
      },
      {
        action: 'CREATED',
        kind: 'STOCK_MOVEMENT',
        label: 'Sugar',
        changes: [changed('kind', null, 'INITIAL'), changed('amount', null, '5')],
      },
      { action: 'CREATED', kind: 'INVENTORY_ITEM', label: 'Sugar', changes: [] },
      {
        action: 'UPDATED',
        kind: 'BEEHIVE',
        label: '8',
        changes: [changed('beehiveNumber', '7', '8'), changed('beePopulation', null, 'Alta')],
      },
      { action: 'CREATED', kind: 'BEEHIVE', label: '7', changes: [] },
      { action: 'CREATED', kind: 'APIARY', label: 'North', changes: [] },
    ]);
    expect(new Set(nodes.map(({ actor }) => JSON.stringify(actor)))).toEqual(
      new Set([JSON.stringify({ userId: ana.id, name: 'Ana' })]),
    );
    expect(nodes[0]!.recordId).toBe(item);
    expect(nodes.map(({ changedAt }) => changedAt).every((at) => !Number.isNaN(Date.parse(at)))).toBe(true);
    expect([totalCount, pageInfo.hasNextPage]).toEqual([8, false]);
  });

  it('lists neither bookkeeping nor what is deleted with another record', async () => {
    const question = async (text: string): Promise<string> => {
      const input = `{ apiaryId: "${apiary}", text: "${text}" }`;
      return (await ana.ask(`mutation { q: createQuestion(input: ${input}) { question { id } } }`)).q.question.id;
    };
    const [first] = [await question('One'), await question('Two')];
    await ana.rest('POST', '/questions/hive', { hive_id: hive, apiary_question_id: first });
    const record = `recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } }`;
    const { id } = (await ana.ask(`mutation { ${record} }`)).recordInspection.inspection;
    const amendment = `{ id: "${id}", answers: [], reason: "Wrong day" }`;
    await ana.ask(`mutation { amendInspection(input: ${amendment}) { inspection { id } } }`);
    const before = (await activityOf(ana, apiary)).nodes;
    await ana.rest('DELETE', `/questions/${first}`);
    await ana.rest('DELETE', `/beehives/${hive}`);
    const { nodes } = await activityOf(ana, apiary);
    expect(nodes.slice(0, -before.length).map(({ action, kind, label }) => [action, kind, label])).toEqual([
      ['DELETED', 'BEEHIVE', '7'],
      ['DELETED', 'QUESTION', 'One'],
    ]);
    expect(before.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'CREATED INSPECTION',
      'CREATED INSPECTION',
      'CREATED BEEHIVE_QUESTION',
      'CREATED QUESTION',
      'CREATED QUESTION',
      'CREATED BEEHIVE',
      'CREATED APIARY',
    ]);
  });

  it('is paged, also while changes are added', async () => {
    for (let i = 0; i < 6; i++) await ana.rest('PUT', `/beehives/${hive}`, { food_frames: i });
    const whole = (await activityOf(ana, apiary)).nodes.map(({ key }) => key);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Connection<Entry> = await activityOf(ana, apiary, `(first: 3${after ? `, after: "${after}"` : ''})`);
      seen.push(...page.nodes.map(({ key }) => key));
      await ana.rest('PUT', `/beehives/${hive}`, { brood_frames: seen.length });
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(seen).toEqual(whole);
  });

  it('refuses a text that is no cursor of it', async () => {
    for (const cursor of [{ id: 'x' }, { id: 7 }, { id: '99999999999999999999' }, { seq: '7' }]) {
      const after = Buffer.from(JSON.stringify(cursor)).toString('base64url');
      const { errors } = await ana.graphql(
        `{ apiary(id: "${apiary}") { changeLog(first: 2, after: "${after}") { nodes { key } } } }`,
      );
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'after' }] } }]);
    }
  });

  it('shows nothing of an apiary to another account', async () => {
    const read = (id: string) => `{ apiary(id: "${id}") { changeLog { nodes { key } } } }`;
    const { data, errors } = await bea.graphql(read(apiary));
    expect({ data, errors }).toEqual({ ...(await bea.graphql(read(uuidv7()))), status: undefined });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    const { apiaries } = await bea.ask('{ apiaries { nodes { changeLog { nodes { key } } } } }');
    expect(JSON.stringify(apiaries)).not.toContain(apiary);
  });

  it('names nobody for a change without an account, or of an account that is gone', async () => {
    await app.database.sql(`update beehives set observations = 'x' where id = $1`, [hive]);
    expect((await activityOf(ana, apiary, '(first: 1)')).nodes[0]!.actor).toBeNull();
    await app.database.sql('update changes set actor_id = $1 where apiary_id = $2', [uuidv7(), apiary]);
    expect((await activityOf(ana, apiary)).nodes.map(({ actor }) => actor)).toEqual([null, null, null]);
  });

  it('is part of the export of the account', async () => {
    await ana.rest('PUT', `/beehives/${hive}`, { food_frames: 3 });
    const { body } = await ana.rest('GET', '/users/me/export');
    expect(body.activity.filter(({ recordId }: { recordId: string }) => recordId === hive)).toMatchObject([
      { kind: 'Beehive', action: 'CREATED' },
      { kind: 'Beehive', action: 'UPDATED', fields: { food_frames: [null, 3] }, actorId: ana.id },
    ]);
    expect((await bea.rest('GET', '/users/me/export')).body.activity).toEqual([]);
  });

  it('shows members who did what, by name, and nothing any more after the removal', async () => {
    const dora = await beekeeper(app);
    await dora.ask('mutation { updateProfile(input: { username: "Dora" }) { user { id } } }');
    await share(ana, apiary, dora, 'MANAGER');
    const read = `{ apiary(id: "${apiary}") { changeLog { nodes { key } } } }`;
    await until(async () => (await dora.graphql(read)).errors === undefined);
    await dora.rest('PUT', `/beehives/${hive}`, { food_frames: 2 });
    for (let times = 2; times > 0; times--) expect((await dora.rest('DELETE', `/beehives/${hive}`)).status).toBe(204);
    expect((await ana.rest('DELETE', `/beehives/${hive}`)).status).toBe(204);
    for (const who of [ana, dora])
      expect((await activityOf(who, apiary)).nodes.map(({ action, actor }) => `${actor!.name} ${action}`)).toEqual([
        'Dora DELETED',
        'Dora UPDATED',
        'Dora CREATED',
        'Ana CREATED',
        'Ana CREATED',
        'Ana CREATED',
      ]);
    expect(await app.database.sql('select distinct owner_id from changes where apiary_id = $1', [apiary])).toEqual([
      { owner_id: ana.id },
    ]);
    await app.database.sql('delete from apiary_members where user_id = $1', [dora.id]);
    expect((await dora.graphql(read)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  it('stays with an apiary that gets another owner, also when the account of the old one is deleted', async () => {
    const cleo = await beekeeper(app);
    const transferred = await cleo.apiary();
    const kept = await cleo.beehive(transferred);
    await app.database.sql('update apiaries set owner_id = $1 where id = $2', [bea.id, transferred]);
    await cleo.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
    await allRemoved(app);
    expect((await activityOf(bea, transferred)).nodes.map(({ recordId, actor }) => [recordId, actor])).toEqual([
      [transferred, null],
      [kept, null],
      [transferred, null],
    ]);

    await app.database.sql('update apiaries set owner_id = $1 where id = $2', [bea.id, apiary]);
    const { nodes } = await activityOf(bea, apiary);
    expect(nodes.map(({ action, kind, changes }) => [action, kind, changes])).toEqual([
      ['UPDATED', 'APIARY', [{ field: 'userId', from: ana.id, to: bea.id }]],
      ['CREATED', 'BEEHIVE', []],
      ['CREATED', 'APIARY', []],
    ]);
    expect((await ana.graphql(`{ apiary(id: "${apiary}") { changeLog { nodes { key } } } }`)).errors).toHaveLength(1);
  });
});

it('inspections and movements name their actor', async () => {
  const item = await ana.item(apiary, { quantity: 2 });
  await ana.ask(`mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`);
  const { inventoryItem, inspections } = await ana.ask(
    `{ inventoryItem(id: "${item}") { stockMovements { nodes { actor { userId name } } } } inspections(beehiveId: "${hive}") { nodes { actor { userId name } } } }`,
  );
  const actor = { userId: ana.id, name: 'Ana' };
  expect([inventoryItem.stockMovements.nodes, inspections.nodes]).toEqual([[{ actor }], [{ actor }]]);
});

it('the activity is that of a person, of some kinds of records, or of a time', async () => {
  await share(ana, apiary, bea, 'WORKER');
  const item = await ana.item(apiary, { quantity: 2 });
  await bea.rest('PUT', `/beehives/${hive}`, { food_frames: 3 });
  await bea.ask(`mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`);
  const filtered = async (args: string): Promise<string[]> => {
    const { apiary: read } = await ana.ask(
      `{ apiary(id: "${apiary}") { changeLog(filter: { ${args} }) { totalCount nodes { kind recordId changedAt actor { userId } } } } }`,
    );
    expect(read.changeLog.totalCount).toBe(read.changeLog.nodes.length);
    return read.changeLog.nodes.map(({ kind }: { kind: string }) => kind);
  };
  expect(await filtered(`actorId: "${bea.id}"`)).toEqual(['INSPECTION', 'BEEHIVE', 'APIARY_MEMBER']);
  expect(await filtered(`actorId: "${bea.id.toUpperCase()}", kinds: [BEEHIVE]`)).toEqual(['BEEHIVE']);
  expect(await filtered('kinds: [BEEHIVE, INVENTORY_ITEM]')).toEqual(['BEEHIVE', 'INVENTORY_ITEM', 'BEEHIVE']);
  expect(await filtered('kinds: []')).toEqual([]);
  expect(await filtered('actorId: null, kinds: null, from: null, to: null')).toEqual(await filtered(''));

  const { nodes } = await activityOf(ana, apiary);
  const change = nodes.find(({ recordId }) => recordId === item)!;
  await app.database.sql(`update changes set at = '2026-05-01T21:59:59Z' where seq = $1`, [change.key]);
  const on = (from: string, to: string): Promise<string[]> => filtered(`from: "${from}", to: "${to}"`);
  expect(await on('2026-05-01', '2026-05-01')).toEqual(['INVENTORY_ITEM']);
  expect(await on('2026-05-02', '2026-05-02')).toEqual([]);
  await ana.ask(
    `mutation { updateApiary(input: { id: "${apiary}", timeZone: "Pacific/Kiritimati" }) { apiary { id } } }`,
  );
  expect(await on('2026-05-01', '2026-05-01')).toEqual([]);
  expect(await on('2026-05-02', '2026-05-02')).toEqual(['INVENTORY_ITEM']);
});

it('the activity and the timelines of many records are a fixed number of statements', async () => {
  const query = `{ apiaries { nodes { changeLog(first: 5) { totalCount nodes { actor { name } person { name } changes { field } } }
    beehives { nodes { timeline(first: 5) { totalCount nodes { kind actor { name } record { ... on Inspection { notes } } } } } } } } }`;
  const many = await beekeeper(app);
  const statements = async (): Promise<string[]> =>
    (await statementsOf(app.app, () => many.ask(query))).filter(isOfRequest).sort();
  const addApiary = async (): Promise<void> => {
    const place = await many.apiary();
    for (const beehiveNumber of [1, 2]) {
      const id = await many.beehive(place, { beehiveNumber });
      await many.ask(`mutation { recordInspection(input: { beehiveId: "${id}", answers: [] }) { inspection { id } } }`);
      for (let i = 0; i < 8; i++) await many.rest('PUT', `/beehives/${id}`, { food_frames: i });
    }
  };
  await addApiary();
  await statements(); // caches the session
  const few = await statements();
  for (let i = 0; i < 6; i++) await addApiary();
  expect(await statements()).toEqual(few);
  // Apiaries, their hives, the activity, its total, the timelines, their totals, the people, the inspections.
  expect(few.length).toBeLessThanOrEqual(9);
});
