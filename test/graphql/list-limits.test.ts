// Lists that are read whole are bounded: each, and those of all records together. A firm with 300 apiaries stays below.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

interface Page {
  nodes: { id: string; startedOn: string; followUps: object[] }[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Inserts rows without triggers, which would write the log. */
const insert = (text: string): Promise<unknown> =>
  app.database.sql(`set local session_replication_role = replica; ${text}`);
const insertApiaries = ({ id }: Beekeeper, n: number): Promise<unknown> =>
  insert(`insert into apiaries (id, created_at, updated_at, owner_id, name, location)
    select gen_random_uuid(), now(), now(), '${id}', 'Apiary ' || n, '' from generate_series(1, ${n}) n`);
const insertHives = ({ id }: Beekeeper, hives: number): Promise<unknown> =>
  insert(`insert into beehives (id, created_at, updated_at, owner_id, apiary_id, beehive_number)
    select gen_random_uuid(), now(), now(), owner_id, id, n from apiaries, generate_series(1, ${hives}) n where owner_id = '${id}'`);

describe('the lists of several records', () => {
  const HIVES = '{ apiaries { nodes { beehives { nodes { id } } } } }';

  it('are read whole, above 10,000 rows together', async () => {
    const firm = await beekeeper(app);
    await insertApiaries(firm, 300);
    await insertHives(firm, 100);
    const { apiaries } = await firm.ask(HIVES);
    const lists = apiaries.nodes.map(({ beehives }: { beehives: { nodes: object[] } }) => beehives.nodes.length);
    expect(lists).toEqual(Array(300).fill(100));
  });

  it('are refused above 100,000 rows together, with what to do', async () => {
    const firm = await beekeeper(app);
    await insertApiaries(firm, 11);
    await insertHives(firm, 9100);
    const refusal = (message: string): object => ({
      extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'first', message }] },
    });
    const { errors } = await firm.graphql(HIVES);
    expect(errors![0]).toMatchObject(refusal('is required: the lists have more than 100000 rows together'));
    const inSpanish = await firm.graphql(HIVES, {}, { 'accept-language': 'es' });
    expect(inSpanish.errors![0]).toMatchObject(
      refusal('es obligatorio: las listas tienen en total más de 100000 filas'),
    );
    const paged = await firm.ask(
      '{ apiaries { nodes { beehives(first: 500) { totalCount nodes { beehiveNumber } } } } }',
    );
    expect(
      paged.apiaries.nodes.map(({ beehives }: { beehives: { totalCount: number } }) => beehives.totalCount),
    ).toEqual(Array(11).fill(9100));
  }, 60_000);

  it('are refused above 10,000 rows of one of them', async () => {
    const firm = await beekeeper(app);
    await insertApiaries(firm, 2);
    await insertHives(firm, 10_000);
    expect((await firm.ask(HIVES)).apiaries.nodes).toHaveLength(2);
    await firm.beehive((await firm.ask('{ apiaries { nodes { id } } }')).apiaries.nodes[0].id);
    const { errors } = await firm.graphql(HIVES);
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field: 'first' }] });
  });
});

it('the register of a year of a firm with 30,000 hives is read page by page, with its reviews', async () => {
  const firm = await beekeeper(app);
  const apiary = await firm.apiary();
  await insert(`
    insert into treatments (id, created_at, updated_at, owner_id, kind, product_name, started_on, treated_beehive_id, beehive_label, apiary_id,
      apiary_label, course_id, status, actor_id, series_id, revision, current)
    select id, now(), now(), '${firm.id}', 'Varroa', 'Apivar', date '2026-01-01' + n % 300, gen_random_uuid(), n::text, '${apiary}', 'Apiary',
      gen_random_uuid(), 'ACTIVE', '${firm.id}', id, 1, true
    from generate_series(1, 30000) n, lateral (select md5('register ' || n)::uuid as id) t;
    insert into treatment_follow_ups (id, created_at, updated_at, owner_id, treatment_id, reviewed_on, notes, actor_id)
    select gen_random_uuid(), now(), now(), '${firm.id}', id, '2026-11-01', 'Reviewed', '${firm.id}'
    from treatments, generate_series(1, 25) where owner_id = '${firm.id}' and started_on < '2026-01-06'`);
  const PAGE = `query ($after: String) { treatmentRegister(filter: { from: "2026-01-01", to: "2026-12-31" }, first: 500, after: $after) {
    nodes { id startedOn followUps { notes } } pageInfo { endCursor hasNextPage } } }`;
  const readPage = async (after: string | null): Promise<Page> => (await firm.ask(PAGE, { after })).treatmentRegister;
  const seen = new Set<string>();
  let reviews = 0;
  let days = '';
  let after: string | null = null;
  for (let hasNext = true; hasNext; ) {
    const { nodes, pageInfo }: Page = await readPage(after);
    for (const { id, startedOn, followUps } of nodes) {
      seen.add(id);
      reviews += followUps.length;
      expect(startedOn >= days).toBe(true);
      days = startedOn;
    }
    ({ endCursor: after, hasNextPage: hasNext } = pageInfo);
  }
  expect([seen.size, reviews]).toEqual([30_000, 500 * 25]);
}, 60_000);

it('a treatment is one of up to 500 hives', async () => {
  const firm = await beekeeper(app);
  await insertApiaries(firm, 1);
  await insertHives(firm, 501);
  const { apiaries } = await firm.ask('{ apiaries { nodes { beehives { nodes { id } } } } }');
  const ids: string[] = apiaries.nodes[0].beehives.nodes.map(({ id }: { id: string }) => id);
  const record = (beehiveIds: string[]) =>
    firm.graphql(
      'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { beehiveId } } }',
      { input: { beehiveIds, kind: 'Varroa', productName: 'Apivar', startedOn: '2026-05-01' } },
    );
  const { errors } = await record(ids);
  expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  expect((await firm.ask(`{ treatments { totalCount } }`)).treatments.totalCount).toBe(0);
  const { data } = await record(ids.slice(1));
  const treated = data.recordTreatment.treatments.map(({ beehiveId }: { beehiveId: string }) => beehiveId);
  expect(treated).toEqual(ids.slice(1));
});

it('an account has at most 100,000 queens', async () => {
  const firm = await beekeeper(app);
  const home = await firm.apiary();
  await insert(`insert into queens (id, created_at, updated_at, owner_id, apiary_id, actor_id)
    select gen_random_uuid(), now(), now(), '${firm.id}', '${home}', '${firm.id}' from generate_series(1, 99999)`);
  const create = (headers = {}) =>
    firm.graphql(`mutation { createQueen(input: { apiaryId: "${home}" }) { queen { id } } }`, {}, headers);
  const answers = await Promise.all([create(), create(), create()]);
  expect(answers.flatMap(({ errors = [] }) => errors.map(({ message }) => message))).toEqual(
    Array(2).fill('An account can have at most 100000 queens'),
  );
  const { errors } = await create({ 'accept-language': 'es' });
  expect(errors![0]).toMatchObject({
    message: 'Una cuenta puede tener 100000 reinas como máximo',
    extensions: { code: 'CONFLICT', reason: 'TOO_MANY_QUEENS' },
  });
});
