// What a deletion returns, for the screen that shows the apiary of what was deleted.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary({ name: 'Home' });
});
afterAll(() => app.close());

const remove = (mutation: string, id: string, who = ana) =>
  who.graphql(
    `mutation ($id: ID!) { gone: ${mutation}(input: { id: $id }) { deletedId apiary { id name beehivesCount } } }`,
    { id },
  );

it('the apiary of a hive, with its hives counted anew, also when the deletion is repeated', async () => {
  const [beehive] = [await ana.beehive(apiary), await ana.beehive(apiary)];
  const expected = { gone: { deletedId: beehive, apiary: { id: apiary, name: 'Home', beehivesCount: 1 } } };
  expect((await remove('deleteBeehive', beehive)).data).toEqual(expected);
  expect((await remove('deleteBeehive', beehive)).data).toEqual(expected);
});

it('the apiary of what belongs to a hive, and of an item', async () => {
  const { miteCount, followUp } = await treat(ana, await ana.beehive(apiary));
  for (const [mutation, id] of [
    ['deleteMiteCount', miteCount],
    ['deleteTreatmentFollowUp', followUp],
    ['deleteInventoryItem', await ana.item(apiary)],
  ] as const)
    expect((await remove(mutation, id)).data.gone).toMatchObject({ deletedId: id, apiary: { id: apiary } });
});

it('no apiary for an apiary', async () => {
  const eva = await beekeeper(app);
  const gone = await eva.apiary();
  const { errors } = await remove('deleteApiary', gone, eva);
  expect(errors![0]!.message).toContain('Cannot query field "apiary"');
});

it('the apiary of an invitation that is revoked, whose record is kept', async () => {
  const { inviteToApiary } = await ana.ask(
    'mutation ($id: ID!) { inviteToApiary(input: { apiaryId: $id, role: VIEWER }) { apiaryInvitation { id } } }',
    { id: apiary },
  );
  const { id } = inviteToApiary.apiaryInvitation;
  expect((await remove('revokeInvitation', id)).data.gone).toMatchObject({ deletedId: id, apiary: { id: apiary } });
});

it('nothing of what is not yours', async () => {
  const bea = await beekeeper(app);
  const dora = await beekeeper(app);
  const other = await dora.apiary();
  const beehive = await dora.beehive(other);
  await share(dora, other, bea, 'VIEWER');
  for (const id of [beehive, randomUUID()]) {
    const { data, errors } = await remove('deleteBeehive', id, bea);
    expect(data).toEqual({ gone: null });
    expect(errors).toHaveLength(1);
  }
});
