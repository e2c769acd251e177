// Who keeps the bees for the law: recorded, corrected and deleted, of a day, exported and restored, and gone with the account.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { addKeeper } from '../../support/keepers.js';
import { refusalOf, share } from '../../support/members.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { withToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const FIELDS = 'id validFrom legalName address taxId registerNumber country version';
const create = (who: Beekeeper, input: object) =>
  who.graphql(`mutation ($input: CreateKeeperInput!) { createKeeper(input: $input) { keeper { ${FIELDS} } } }`, {
    input,
  });
const update = (who: Beekeeper, input: object) =>
  who.graphql(`mutation ($input: UpdateKeeperInput!) { updateKeeper(input: $input) { keeper { ${FIELDS} } } }`, {
    input,
  });
const remove = (who: Beekeeper, input: object) =>
  who.graphql('mutation ($input: DeleteKeeperInput!) { deleteKeeper(input: $input) { deletedId } }', { input });
const nameOn = async (who: Beekeeper, on: string | null): Promise<string | undefined> =>
  (await who.ask('query ($on: LocalDate) { keeper(on: $on) { legalName } }', { on })).keeper?.legalName;

describe('a keeper', () => {
  beforeAll(async () => {
    ana = await beekeeper(app);
  });

  it('is that of its days, until the next one', async () => {
    await addKeeper(ana, '2025-06-01', 'Second');
    await addKeeper(ana, '2024-01-01', 'First');
    await addKeeper(ana, '2100-01-01', 'Third');
    const days = ['2023-12-31', '2024-01-01', '2025-05-31', '2025-06-01', null, '9999-12-31'];
    expect(await Promise.all(days.map((day) => nameOn(ana, day)))).toEqual([
      undefined,
      'First',
      'First',
      'Second',
      'Second',
      'Third',
    ]);
    const { keepers } = await ana.ask(
      '{ keepers(first: 2) { totalCount nodes { legalName } pageInfo { endCursor } } }',
    );
    expect(keepers).toMatchObject({ totalCount: 3, nodes: [{ legalName: 'Third' }, { legalName: 'Second' }] });
    const after = keepers.pageInfo.endCursor;
    const rest = await ana.ask('query ($after: String) { keepers(after: $after) { nodes { legalName } } }', { after });
    expect(rest.keepers.nodes).toEqual([{ legalName: 'First' }]);
  });

  it('has all that was stated, and corrections with a version', async () => {
    const bea = await beekeeper(app);
    const stated = { legalName: 'Bees', address: 'Mill 1', taxId: '900', registerNumber: 'R 1', country: 'ES' };
    const { data } = await create(bea, { validFrom: '2026-01-01', ...stated });
    const { id } = data.createKeeper.keeper;
    expect(data.createKeeper.keeper).toEqual({ id, validFrom: '2026-01-01', ...stated, version: 1 });
    const changed = await update(bea, { id, address: null, validFrom: '2026-02-01', expectedVersion: 1 });
    expect(changed.data.updateKeeper.keeper).toMatchObject({ address: null, validFrom: '2026-02-01', version: 2 });
    expect((await update(bea, { id, address: null })).data.updateKeeper.keeper.version).toBe(2);
    for (const refused of [
      await update(bea, { id, legalName: 'x', expectedVersion: 1 }),
      await remove(bea, { id, expectedVersion: 1 }),
    ])
      expect(refused.errors![0]!.extensions).toMatchObject({ reason: 'VERSION_CONFLICT', current: { id, version: 2 } });
    for (const input of [{ id, expectedVersion: 2 }, { id }, { id, expectedVersion: 1 }])
      expect((await remove(bea, input)).data).toEqual({ deleteKeeper: { deletedId: id } });
    expect(await nameOn(bea, null)).toBeUndefined();
  });

  it('is created once under an id that the client chose, which is taken after its deletion', async () => {
    const bea = await beekeeper(app);
    const input = { newId: randomUUID(), validFrom: '2026-01-01', legalName: 'Bees' };
    for (let i = 0; i < 2; i++) expect((await create(bea, input)).data.createKeeper.keeper.id).toBe(input.newId);
    expect(refusalOf(await create(bea, { ...input, legalName: 'Others' }))).toBe('CONFLICT ID_TAKEN');
    expect(refusalOf(await create(ana, { ...input, validFrom: '2001-01-01' }))).toBe('CONFLICT ID_TAKEN');
    await remove(bea, { id: input.newId });
    expect(refusalOf(await create(bea, input))).toBe('CONFLICT ID_TAKEN');
    expect(refusalOf(await remove(ana, { id: input.newId }))).toBe('NOT_FOUND');
  });

  it.each([
    ['legalName', { legalName: '  ' }],
    ['legalName', { legalName: 'x'.repeat(201) }],
    ['address', { address: 'x'.repeat(501) }],
    ['taxId', { taxId: 'x'.repeat(51) }],
    ['registerNumber', { registerNumber: 'x'.repeat(101) }],
    ['country', { country: 'XX' }],
    ['validFrom', { validFrom: '2026-02-30' }],
  ])('with a wrong %s is refused, and the error names the field', async (field, wrong) => {
    const { errors } = await create(ana, { validFrom: '2020-01-01', legalName: 'x', ...wrong });
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(JSON.stringify(errors)).toContain(field);
  });

  it('of a day that has one is refused', async () => {
    const bea = await beekeeper(app);
    await addKeeper(bea, '2026-01-01', 'One');
    const id = await addKeeper(bea, '2026-01-02', 'Two');
    for (const refused of [
      await create(bea, { validFrom: '2026-01-01', legalName: 'x' }),
      await update(bea, { id, validFrom: '2026-01-01' }),
    ])
      expect(refused.errors![0]!.extensions).toMatchObject({
        code: 'CONFLICT',
        reason: 'KEEPER_DAY_TAKEN',
        fields: [{ field: 'validFrom', message: 'is the first day of another keeper' }],
      });
    const input = { validFrom: '2026-03-01', legalName: 'x' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(bea, input)));
    expect(answers.map(refusalOf).sort()).toEqual([...Array(3).fill('CONFLICT KEEPER_DAY_TAKEN'), undefined]);
  });

  it('is one of at most a hundred, however they come', async () => {
    const bea = await beekeeper(app);
    const insert = (n: number) =>
      app.database.sql(
        `insert into keepers (id, created_at, updated_at, owner_id, valid_from, legal_name)
         select gen_random_uuid(), now(), now(), $1, '2000-01-01'::date + n, 'x' from generate_series(1, $2) n`,
        [bea.id, n],
      );
    await expect(insert(101)).rejects.toThrow('as many keepers as it can have');
    await insert(100);
    expect(refusalOf(await create(bea, { validFrom: '2026-01-01', legalName: 'x' }))).toBe('CONFLICT TOO_MANY_KEEPERS');
  });
});

it('nobody else sees it: no member, no stranger, no administrator, and its token reads only', async () => {
  const [owner, member, stranger] = [await beekeeper(app), await beekeeper(app), await beekeeper(app)];
  const id = await addKeeper(owner, '2020-01-01', 'Owner', { taxId: 'CANARY-TAX', address: 'CANARY-ADDRESS' });
  const apiary = await owner.apiary();
  await share(owner, apiary, member, 'MANAGER');
  for (const who of [member, stranger]) {
    const seen = await who.ask('{ keepers { totalCount } keeper(on: "2026-01-01") { id } }');
    expect(seen).toEqual({ keepers: { totalCount: 0 }, keeper: null });
    await expectLikeMissing((one, keeper) => one.graphql(`{ node(id: "${keeper}") { id } }`), who, id);
    await expectLikeMissing((one, keeper) => remove(one as Beekeeper, { id: keeper }), who, id);
    await expectLikeMissing((one, keeper) => update(one as Beekeeper, { id: keeper, legalName: 'x' }), who, id);
  }
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [stranger.id]);
  expect((await stranger.ask(`{ keepers { totalCount } }`)).keepers.totalCount).toBe(0);
  const token = await withToken(app, owner, { scope: 'MANAGE' });
  expect((await token.ask('{ keeper { taxId } }')).keeper).toEqual({ taxId: 'CANARY-TAX' });
  const refused = await token.graphql(
    `mutation { updateKeeper(input: { id: "${id}", legalName: "x" }) { keeper { id } } }`,
  );
  expect(refusalOf(refused)).toBe('FORBIDDEN SESSION_REQUIRED');
  const logged = await app.database.sql('select * from changes where fields::text like $1 or label like $1', [
    '%CANARY%',
  ]);
  expect(logged).toEqual([]);
});

it('is in the export, and gone with the account', async () => {
  const bea = await beekeeper(app);
  await addKeeper(bea, '2026-01-01', 'Bees', { taxId: 'CANARY' });
  const { body } = await bea.rest('GET', '/users/me/export');
  expect(body.keepers).toMatchObject([{ validFrom: '2026-01-01', legalName: 'Bees', taxId: 'CANARY' }]);
  await bea.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
  expect(await app.database.sql('select 1 from keepers where owner_id = $1', [bea.id])).toEqual([]);
});
