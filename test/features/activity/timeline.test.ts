// What happened to a hive: its timeline.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { Beekeeper } from '../../support/world.js';
import { ana, apiary, app, bea, type Connection, hive } from './activity.fixture.js';

describe('Beehive.timeline', () => {
  interface Event {
    key: string;
    kind: string;
    occurredAt: string;
    actor: { name: string } | null;
    record: { id: string; notes: string | null } | null;
    changes: { field: string; from: string | null; to: string | null }[];
  }
  const timelineOf = async (who: Beekeeper, id: string, args = ''): Promise<Connection<Event>> =>
    (
      await who.ask(`{ beehive(id: "${id}") { timeline${args} {
        totalCount nodes { key kind occurredAt actor { name } record { ... on Inspection { id notes } } changes { field from to } } pageInfo { hasNextPage endCursor }
      } } }`)
    ).beehive.timeline;
  const inspect = async (fields: string): Promise<string> =>
    (
      await ana.ask(
        `mutation { i: recordInspection(input: { beehiveId: "${hive}", answers: [], ${fields} }) { inspection { id } } }`,
      )
    ).i.inspection.id;

  it('merges inspections, moves, changes and the creation, newest first', async () => {
    const inspection = await inspect('notes: "Calm", state: { broodFrames: 6 }');
    const draft = await inspect('draft: true');
    const elsewhere = await ana.apiary({ name: 'South' });
    await ana.rest('PUT', `/beehives/${hive}`, { apiary_id: elsewhere });
    const past = await inspect('notes: "Last year", occurredAt: "2020-05-01T08:00:00Z"');
    const { nodes, totalCount } = await timelineOf(ana, hive);
    expect(nodes.map(({ kind }) => kind)).toEqual([
      'MOVED',
      expect.any(String),
      expect.any(String),
      'CREATED',
      'INSPECTED',
    ]);
    expect(
      nodes
        .slice(1, 3)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['CHANGED', 'INSPECTED']);
    expect(totalCount).toBe(5);
    expect(nodes[0]!.changes).toEqual([{ field: 'apiaryId', from: apiary, to: elsewhere }]);
    expect(nodes.find(({ kind }) => kind === 'CHANGED')!.changes).toEqual([
      { field: 'broodFrames', from: null, to: '6' },
    ]);
    expect(nodes.flatMap((event) => (event.record ? [event.record] : []))).toEqual([
      { id: inspection, notes: 'Calm' },
      { id: past, notes: 'Last year' },
    ]);
    expect(JSON.stringify(nodes)).not.toContain(draft);
    expect(nodes.map(({ actor }) => actor)).toEqual(Array(5).fill({ name: 'Ana' }));
    expect(nodes.at(-1)!.occurredAt).toBe('2020-05-01T08:00:00.000Z');
  });

  it('has an inspection once, in its latest revision', async () => {
    const inspection = await inspect('notes: "Wrong"');
    const { amended } = await ana.ask(
      `mutation { amended: amendInspection(input: { id: "${inspection}", answers: [], notes: "Right", reason: "Typo" }) { inspection { id } } }`,
    );
    const { nodes } = await timelineOf(ana, hive, '(filter: { kinds: [INSPECTED] })');
    expect(nodes.map((event) => event.record)).toEqual([{ id: amended.inspection.id, notes: 'Right' }]);
  });

  it('has a treatment on its first day, but no voided one', async () => {
    const treat = async (startedOn: string): Promise<string> =>
      (
        await ana.ask(`mutation { recordTreatment(input: { beehiveIds: ["${hive}"], kind: "Acaricide", productName: "Oxalic acid",
          startedOn: "${startedOn}" }) { treatments { id } } }`)
      ).recordTreatment.treatments[0].id;
    const [kept, voided] = [await treat('2026-03-01'), await treat('2026-04-01')];
    await ana.ask(`mutation { voidTreatment(input: { id: "${voided}", reason: "Not given" }) { treatment { id } } }`);
    const read = `{ beehive(id: "${hive}") { timeline(filter: { kinds: [TREATED] }) { totalCount nodes { key occurredAt actor { name } record { __typename ... on Treatment { productName } } } } } }`;
    expect((await ana.ask(read)).beehive.timeline).toEqual({
      totalCount: 1,
      nodes: [
        {
          key: kept,
          occurredAt: '2026-03-01T00:00:00.000Z',
          actor: { name: 'Ana' },
          record: { __typename: 'Treatment', productName: 'Oxalic acid' },
        },
      ],
    });
  });

  it('has a count of mites on its day', async () => {
    const { recordMiteCount } = await ana.ask(
      'mutation ($input: RecordMiteCountInput!) { recordMiteCount(input: $input) { miteCount { id } } }',
      { input: { beehiveId: hive, countedOn: '2026-03-01', method: 'ALCOHOL_WASH', bees: 300, mites: 6 } },
    );
    const { id } = recordMiteCount.miteCount;
    const read = `{ beehive(id: "${hive}") { timeline(filter: { kinds: [MITES_COUNTED] }) { nodes { key occurredAt actor { name } changes { field }
      record { __typename ... on MiteCount { id per100 } } } } } }`;
    expect((await ana.ask(read)).beehive.timeline.nodes).toEqual([
      {
        key: id,
        occurredAt: '2026-03-01T00:00:00.000Z',
        actor: { name: 'Ana' },
        changes: [],
        record: { __typename: 'MiteCount', id, per100: 2 },
      },
    ]);
    expect((await timelineOf(ana, hive)).nodes.map(({ kind }) => kind)).toContain('MITES_COUNTED');
  });

  it('has the wanted kinds only, and all if none are named', async () => {
    await inspect('notes: "Calm"');
    await ana.rest('PUT', `/beehives/${hive}`, { food_frames: 3 });
    const kinds = async (args: string) => (await timelineOf(ana, hive, args)).nodes.map(({ kind }) => kind);
    expect(await kinds('(filter: { kinds: [CREATED, CHANGED] })')).toEqual(['CHANGED', 'CREATED']);
    expect(await kinds('(filter: { kinds: [MOVED] })')).toEqual([]);
    expect(await kinds('(filter: { kinds: [] })')).toEqual([]);
    expect(await kinds('(filter: { kinds: null })')).toEqual(['CHANGED', 'INSPECTED', 'CREATED']);
    expect((await timelineOf(ana, hive, '(filter: { kinds: [CHANGED] }, first: 1)')).totalCount).toBe(1);
  });

  it('is paged by time and id, also while events are added and with equal times', async () => {
    for (let i = 0; i < 5; i++) await inspect('occurredAt: "2024-05-01T08:00:00Z"');
    await app.database.sql(`update changes set at = '2024-05-01T08:00:00Z' where row_id = $1`, [hive]);
    for (let i = 0; i < 5; i++) await ana.rest('PUT', `/beehives/${hive}`, { food_frames: i });
    await app.database.sql(`update changes set at = '2024-05-01T08:00:00Z' where row_id = $1`, [hive]);
    const whole = (await timelineOf(ana, hive)).nodes.map(({ key }) => key);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Connection<Event> = await timelineOf(ana, hive, `(first: 2${after ? `, after: "${after}"` : ''})`);
      seen.push(...page.nodes.map(({ key }) => key));
      expect(page.totalCount).toBeGreaterThanOrEqual(11);
      await ana.rest('PUT', `/beehives/${hive}`, { brood_frames: seen.length });
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(seen).toEqual(whole);
    expect(new Set(seen).size).toBe(11);
  });

  it('begins with the creation also where the log does not', async () => {
    await app.database.sql('delete from changes where row_id = $1', [hive]);
    const { nodes } = await timelineOf(ana, hive);
    expect(nodes).toMatchObject([{ kind: 'CREATED', key: hive, actor: null }]);
    await app.database.sql(
      `insert into changes (owner_id, apiary_id, entity, row_id, action, version, label) values ($1, $2, 'Beehive', $3, 'CREATED', 1, '7')`,
      [ana.id, apiary, hive],
    );
  });

  it('refuses wrong arguments, and shows nothing of a hive to another account', async () => {
    const read = (args: string, id = hive) => `{ beehive(id: "${id}") { timeline${args} { nodes { key } } } }`;
    for (const args of ['(first: 0)', '(first: 501)', '(after: "bm9uZQ")']) {
      const { errors } = await ana.graphql(read(args));
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    }
    const { data, errors } = await bea.graphql(read(''));
    expect({ data, errors }).toEqual({ ...(await bea.graphql(read('', uuidv7()))), status: undefined });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
});

it('events and changes have a sentence, in the language of the account or another', async () => {
  const place = await ana.apiary();
  const beehive = await ana.beehive(place, { beehiveNumber: 12 });
  await ana.ask(`mutation { recordTreatment(input: { beehiveIds: ["${beehive}"], kind: "Acaricide", productName: "Thymol",
    startedOn: "2026-03-01" }) { treatments { id } } }`);
  await ana.ask(
    `mutation { deleteBeehive(input: { id: "${await ana.beehive(place, { name: 'Maple' })}" }) { deletedId } }`,
  );
  const titles = 'nodes { en: title(language: EN) es: title(language: ES) }';
  const read = await ana.ask(
    `{ beehive(id: "${beehive}") { timeline(filter: { kinds: [TREATED, CREATED] }) { ${titles} } }
       apiary(id: "${place}") { changeLog(filter: { kinds: [BEEHIVE] }) { ${titles} } } }`,
  );
  expect(read.beehive.timeline.nodes).toEqual([
    { en: 'The hive was recorded', es: 'Se registró la colmena' },
    { en: 'Treated with Thymol', es: 'Tratamiento con Thymol' },
  ]);
  const log = read.apiary.changeLog.nodes;
  expect(log[0]).toMatchObject({ en: 'Deleted: Beehive “Maple”', es: 'Se eliminó la colmena «Maple»' });
  expect(log).toContainEqual({ en: 'Created: Beehive “12”', es: 'Se creó la colmena «12»' });
});
