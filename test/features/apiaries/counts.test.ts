// A connection of which only the total is selected is counted and not read.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { queriesOf, startTestApp, type TestApp } from '../../support/client.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

/** More than a list without `first` may have. */
const HIVES = 10_001;

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  await app.database.sql(
    `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number, health)
     select gen_random_uuid(), now(), now(), $1, n, (array['HEALTHY', 'AT_RISK'])[1 + n % 2] from generate_series(1, ${HIVES}) n`,
    [apiary],
  );
});
afterAll(() => app.close());

it('counts lists that are too long to be read whole', async () => {
  const data = await ana.ask(
    `query ($id: ID!) {
      all: beehives { totalCount }
      atRisk: beehives(filter: { health: [AT_RISK] }) { ...Total }
      apiary(id: $id) { beehives { totalCount __typename } }
      apiaries { nodes { healthy: beehives(filter: { health: [HEALTHY] }) { totalCount } } }
    }
    fragment Total on BeehiveConnection { totalCount }`,
    { id: apiary },
  );
  expect(data).toEqual({
    all: { totalCount: HIVES },
    atRisk: { totalCount: 5001 },
    apiary: { beehives: { totalCount: HIVES, __typename: 'BeehiveConnection' } },
    apiaries: { nodes: [{ healthy: { totalCount: 5000 } }] },
  });
});

it('reads no row', async () => {
  await ana.ask('{ me { id } }');
  const queries = await queriesOf(app.app, () => ana.ask(`{ beehives(apiaryId: "${apiary}") { totalCount } }`));
  const texts = queries.map(({ text }) => text).filter((text) => /from "?beehives/.test(text));
  expect(texts).toEqual([expect.stringMatching(/count\(/)]);
});

it('reads rows of which only the type is selected', async () => {
  const list = `beehives(filter: { beehiveNumbers: [1, 2] })`;
  const typename = { __typename: 'Beehive' };
  expect(await ana.ask(`{ ${list} { totalCount nodes { __typename } } }`)).toEqual({
    beehives: { totalCount: 2, nodes: [typename, typename] },
  });
  expect(
    await ana.ask(`{ ${list} { totalCount ...E } } fragment E on BeehiveConnection { edges { node { __typename } } }`),
  ).toEqual({
    beehives: { totalCount: 2, edges: [{ node: typename }, { node: typename }] },
  });
});

it('still refuses what a list refuses', async () => {
  const missing = '00000000-0000-4000-8000-000000000000';
  expectGraphqlRefused(await ana.graphql(`{ beehives(apiaryId: "${missing}") { totalCount } }`), { code: 'NOT_FOUND' });
  expectGraphqlRefused(await ana.graphql('{ beehives(after: "x") { totalCount } }'), { code: 'BAD_USER_INPUT' });
  expectGraphqlRefused(await ana.graphql('{ beehives { totalCount nodes { id } } }'), { code: 'BAD_USER_INPUT' });
  const eve = await beekeeper(app);
  expect((await eve.ask('{ beehives { totalCount } }')).beehives.totalCount).toBe(0);
  expectGraphqlRefused(await eve.graphql(`{ beehives(apiaryId: "${apiary}") { totalCount } }`), { code: 'NOT_FOUND' });
});
