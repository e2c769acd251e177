// Where a queen is, when hives and apiaries move and end.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { share, transfer } from '../../support/members.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { beekeeper, createQueen } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  bea,
  hives,
  install,
  installOne,
  type Json,
  reignsOf,
  spanish,
  updateQueen,
} from './queens.fixture.js';

describe('where a queen is', () => {
  const apiaryOf = async (queen: string, who = ana) =>
    (await who.ask(`{ queen(id: "${queen}") { apiaryId } }`)).queen.apiaryId;
  const move = (hive: string, apiaryId: string, who = ana) =>
    who.ask(
      'mutation ($id: ID!, $apiaryId: ID!) { updateBeehive(input: { id: $id, apiaryId: $apiaryId }) { beehive { id } } }',
      {
        id: hive,
        apiaryId,
      },
    );

  it('she goes along with the hive in which she was installed last, and outlives it and its apiary', async () => {
    const [queen, elsewhere] = [await createQueen(ana, apiary), await createQueen(ana, apiary)];
    await installOne(hives[0]!, elsewhere, { startedOn: '2026-01-01' });
    await installOne(hives[1]!, elsewhere, { startedOn: '2026-02-01' });
    await installOne(hives[0]!, queen, { startedOn: '2026-03-01' });
    const other = await ana.apiary();
    await move(hives[0]!, other);
    expect([await apiaryOf(queen), await apiaryOf(elsewhere)]).toEqual([other, apiary]);
    await installOne(hives[1]!, queen, { startedOn: '2026-04-01' });
    expect(await apiaryOf(queen)).toBe(apiary);
    await ana.ask(`mutation { deleteBeehive(input: { id: "${hives[1]}" }) { deletedId } }`);
    expect(await apiaryOf(queen)).toBe(apiary);
    await ana.ask(`mutation { deleteApiary(input: { id: "${apiary}" }) { deletedId } }`);
    expect(await apiaryOf(queen)).toBeNull();
    const { queens } = await ana.ask('{ queens(first: 2) { nodes { id apiary { id } beehive { id } } } }');
    expect(queens.nodes).toEqual([elsewhere, queen].map((id) => ({ id, apiary: null, beehive: null })));
    await installOne(hives[0]!, queen);
    expect(await apiaryOf(queen)).toBe(other);
  });

  it('a reign of one day, recorded late, does not hide the one that began on that day', async () => {
    const queen = await createQueen(ana, apiary);
    const [other, third] = [await ana.apiary(), await ana.apiary()];
    await installOne(hives[0]!, queen, { startedOn: '2026-03-01' });
    const day = { startedOn: '2026-03-01', endedOn: '2026-03-01', endReason: 'MOVED' };
    await installOne(await ana.beehive(other), queen, day);
    expect(await apiaryOf(queen)).toBe(apiary);
    await move(hives[0]!, third);
    expect(await apiaryOf(queen)).toBe(third);
  });

  it('members of her apiary see her; a worker installs, a viewer does not', async () => {
    const queen = await createQueen(ana, apiary, { name: 'R1' });
    const cleo = await beekeeper(app);
    await share(ana, apiary, cleo, 'VIEWER');
    await until(async () => (await cleo.graphql(`{ queen(id: "${queen}") { id } }`)).errors === undefined);
    const refused = await install({ beehiveId: hives[0], queenId: queen }, cleo);
    expect(refused.errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' });
    await share(ana, apiary, bea, 'WORKER');
    await until(async () => (await bea.graphql(`{ queen(id: "${queen}") { id } }`)).errors === undefined);
    expect((await install({ beehiveId: hives[0], queenId: queen }, bea)).errors).toBeUndefined();
    // Her queen would come to the hive of another account.
    const own = await createQueen(bea, await bea.apiary());
    const { errors } = await install({ beehiveId: hives[0], queenId: own }, bea);
    expect(errors![0]).toMatchObject({
      message: 'queenId must be a queen of the owner of the hive',
      extensions: { code: 'BAD_USER_INPUT' },
    });
    const inSpanish = await install({ beehiveId: hives[0], queenId: own }, spanish(bea));
    expect(inSpanish.errors![0]!.message).toBe('queenId debe ser una reina del propietario de la colmena');
    const motherOf = await updateQueen(own, { motherId: queen }, bea);
    expectGraphqlRefused(motherOf, { code: 'BAD_USER_INPUT', field: 'motherId' });
    // Moved to where the viewer sees nothing, she leaves a reign without a queen.
    await installOne(await ana.beehive(await ana.apiary()), queen);
    const { beehive } = await cleo.ask(
      `{ beehive(id: "${hives[0]}") { queen { id } queenReigns { nodes { queenId queen { id } } } } }`,
    );
    expect(beehive).toEqual({ queen: null, queenReigns: { nodes: [{ queenId: queen, queen: null }] } });
  });

  it('a hive that is given away takes its queens along, and refers to none that stays', async () => {
    const mother = await createQueen(ana, apiary, { name: 'mother' });
    const [queen, stays] = [await createQueen(ana, apiary, { motherId: mother }), await createQueen(ana, apiary)];
    const daughter = await createQueen(ana, apiary, { motherId: queen });
    await installOne(hives[0]!, stays, { startedOn: '2026-01-01' });
    await installOne(hives[1]!, queen, { startedOn: '2026-01-01' });
    await installOne(hives[1]!, stays, { startedOn: '2026-02-01' });
    await installOne(hives[0]!, queen, { startedOn: '2026-03-01' });
    const home = await bea.apiary();
    await share(bea, home, ana, 'MANAGER');
    await until(async () => (await ana.graphql(`{ apiary(id: "${home}") { id } }`)).errors === undefined);
    await move(hives[0]!, home);
    const { beehive } = await bea.ask(
      `{ beehive(id: "${hives[0]}") { queen { id apiaryId motherId ancestors { id } reigns { nodes { beehive { id } } } performance { reignsCount } }
         queenReigns { nodes { queenId } } } }`,
    );
    expect(beehive).toEqual({
      queen: {
        id: queen,
        apiaryId: home,
        motherId: null,
        ancestors: [],
        reigns: { nodes: [{ beehive: { id: hives[0] } }] },
        performance: { reignsCount: 1 },
      },
      queenReigns: { nodes: [{ queenId: queen }, { queenId: null }] },
    });
    const { a, b } = await ana.ask(
      `{ a: queen(id: "${stays}") { apiaryId reigns { nodes { beehive { id } } } } b: queen(id: "${daughter}") { motherId } }`,
    );
    expect([a, b]).toEqual([
      { apiaryId: apiary, reigns: { nodes: [{ beehive: { id: hives[1] } }] } },
      { motherId: null },
    ]);
    expect((await reignsOf(hives[1]!)).map(({ queenId }: { queenId: string | null }) => queenId)).toEqual([
      stays,
      null,
    ]);
  });

  it('apiaries that are given away in one transaction keep what leads from one to another', async () => {
    const [one, two] = [await ana.apiary(), await ana.apiary()];
    const [mother, hive] = [await createQueen(ana, two), await ana.beehive(two)];
    const queen = await createQueen(ana, one, { motherId: mother });
    await installOne(await ana.beehive(one), queen, { startedOn: '2026-01-01' });
    await installOne(hive, mother, { startedOn: '2026-01-01' });
    const give = (id: string): string => `update apiaries set owner_id = '${bea.id}' where id = '${id}';`;
    await app.database.sql(`${give(one)} ${give(two)}`);
    expect((await bea.ask(`{ queen(id: "${queen}") { motherId } }`)).queen).toEqual({ motherId: mother });
  });

  it('an apiary that is transferred takes its queens along, with their reigns and mothers in it', async () => {
    const other = await ana.apiary();
    const away = await ana.beehive(other);
    const mother = await createQueen(ana, apiary);
    const queen = await createQueen(ana, apiary, { motherId: mother });
    const daughter = await createQueen(ana, other, { motherId: queen });
    await installOne(hives[0]!, mother, { startedOn: '2026-01-01' });
    await installOne(away, queen, { startedOn: '2026-01-01' });
    await installOne(hives[1]!, queen, { startedOn: '2026-02-01' });
    await installOne(away, mother, { startedOn: '2026-02-01' });
    await installOne(hives[0]!, mother, { startedOn: '2026-03-01' });
    await share(ana, apiary, bea, 'WORKER');
    await until(async () => (await bea.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    expect((await transfer(ana, apiary, bea.id, false)).errors).toBeUndefined();
    const { apiary: given } = await bea.ask(
      `{ apiary(id: "${apiary}") { queens { nodes { id motherId beehive { id } } } beehives { nodes { queenReigns { nodes { queenId } } } } } }`,
    );
    expect(given.queens.nodes).toEqual([
      { id: queen, motherId: mother, beehive: { id: hives[1] } },
      { id: mother, motherId: null, beehive: { id: hives[0] } },
    ]);
    expect(given.beehives.nodes).toEqual([
      { queenReigns: { nodes: [{ queenId: mother }, { queenId: mother }] } },
      { queenReigns: { nodes: [{ queenId: queen }] } },
    ]);
    const { beehive, left } = await ana.ask(
      `{ beehive(id: "${away}") { queenReigns { nodes { queenId } } } left: queen(id: "${daughter}") { motherId } }`,
    );
    expect(beehive.queenReigns.nodes).toEqual([{ queenId: null }, { queenId: null }]);
    expect(left.motherId).toBeNull();
    expect((await ana.graphql(`{ queen(id: "${queen}") { id } }`)).errors).toHaveLength(1);
  });

  it('an id that is no UUID is refused, and one that another account has is taken', async () => {
    const id = randomUUID();
    const create = (input: Json, who = ana) =>
      who.graphql('mutation ($input: CreateQueenInput!) { createQueen(input: $input) { queen { id } } }', { input });
    expect((await create({ newId: id, apiaryId: apiary })).data.createQueen.queen.id).toBe(id);
    expect((await create({ newId: id, apiaryId: apiary })).data.createQueen.queen.id).toBe(id);
    const taken = await create({ newId: id, apiaryId: await bea.apiary() }, bea);
    expect(taken.errors![0]!.extensions).toMatchObject({ code: 'CONFLICT', reason: 'ID_TAKEN' });
  });
});
