// A token that is limited to an apiary sees what a member of that apiary alone sees, through every field that reads more than one record.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { expectEqual, Phone, readChanges } from '../../support/phone.js';
import { CHANGED, SocketClient } from '../../support/socket.js';
import { insertToken, withToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, treat } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let inside: string;
let outside: string;
let hive: string;
/** With a token of the owner that is limited to the apiary. */
let limited: Client;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  [inside, outside] = [await ana.apiary({ name: 'Inside' }), await ana.apiary({ name: 'Outside' })];
  for (const apiary of [outside, inside]) {
    hive = await ana.beehive(apiary, { beehiveNumber: 1 });
    await treat(ana, hive);
    await crown(ana, { apiary, beehive: hive });
    await harvestFrom(ana, apiary, hive);
    await ana.item(apiary, { itemName: 'Frames', quantity: 1, minimumStock: 5 });
    await ana.ask(
      `mutation { createTask(input: { apiaryId: "${apiary}", title: "Look", kind: INSPECT, dueOn: "2026-01-01" }) { task { id } } }`,
    );
  }
  limited = await withToken(app, ana, { scope: 'MANAGE', apiaryIds: [inside] });
});
afterAll(() => app.close());

/** What reads the records of all apiaries. */
const READS = [
  '{ apiaries(filter: { includeShared: true }) { totalCount nodes { name beehivesCount } } }',
  '{ statistics { beehivesCount inventoryItemsCount lowStockItemsCount activeTreatmentsCount } }',
  '{ worklist { totalCount nodes { kind apiary { name } } } }',
  '{ search(text: "Frames") { nodes { __typename ... on InventoryItem { apiaryId } } } }',
  '{ search(text: "side") { nodes { ... on Apiary { name } } } }',
  '{ tasks { totalCount nodes { apiary { id } } } }',
  '{ lowStockItems { totalCount nodes { id } } }',
  '{ apiaries(filter: { includeShared: true }) { nodes { stockMovements(first: 5) { totalCount nodes { item { apiaryId } } } } } }',
];

/** Lists of what belongs to the account itself, which a member has not. */
const OWN = ['queens', 'harvests', 'lots', 'treatmentRegister'];

it('reads of what the account owns only what is in the apiary', async () => {
  for (const list of OWN) {
    const operation = `{ ${list} { totalCount nodes { apiaryId } } }`;
    const [ofToken, ofAccount] = [(await limited.ask(operation))[list], (await ana.ask(operation))[list]];
    expect(new Set(ofToken.nodes.map(({ apiaryId }: { apiaryId: string }) => apiaryId))).toEqual(new Set([inside]));
    expect(ofAccount.totalCount).toBe(2 * ofToken.totalCount);
  }
  const honey = '{ honeyYield(by: APIARY) { nodes { label } } }';
  expect(await limited.ask(honey)).toEqual({ honeyYield: { nodes: [{ label: 'Inside' }] } });
});

it('reads as a member of the apiary alone does', async () => {
  const bea = await beekeeper(app);
  await share(ana, inside, bea, 'MANAGER');
  for (const operation of READS) {
    const [ofToken, ofMember] = [await limited.graphql(operation), await bea.graphql(operation)];
    if (ofMember.errors?.[0]?.extensions.code === 'GRAPHQL_VALIDATION_FAILED')
      throw new Error(ofMember.errors[0].message);
    expect({ operation, data: ofToken.data, errors: ofToken.errors }).toEqual({
      operation,
      data: ofMember.data,
      errors: ofMember.errors,
    });
    expect((await ana.graphql(operation)).data).not.toEqual(ofToken.data);
  }
  for (const path of ['/treatments/register/csv', '/treatments/register/html']) {
    const [ofToken, ofAccount] = [await limited.rest('GET', path), await ana.rest('GET', path)];
    expect([path, ofToken.status, String(ofToken.body).includes('Outside')]).toEqual([path, 200, false]);
    expect([path, String(ofAccount.body).includes('Outside')]).toEqual([path, true]);
  }
});

describe('a copy of the records', () => {
  it('has those of its apiary alone, also of hives that come and go', async () => {
    const phone = new Phone(app, limited, undefined, 3);
    await phone.sync();
    await expectEqual(phone, app);
    expect(phone.records.size).toBeGreaterThan(8);
    const move = (beehive: string, apiary: string) =>
      ana.ask(`mutation { moveBeehive(input: { id: "${beehive}", apiaryId: "${apiary}" }) { beehive { id } } }`);
    const other = await ana.beehive(outside, { beehiveNumber: 9 });
    await treat(ana, other);
    await phone.sync();
    await expectEqual(phone, app);
    await move(other, inside);
    await phone.sync();
    await expectEqual(phone, app);
    expect(phone.records.has(other)).toBe(true);
    await move(other, outside);
    await phone.sync();
    await expectEqual(phone, app);
    expect(phone.records.has(other)).toBe(false);
    const third = await ana.apiary({ name: 'Third' });
    await ana.beehive(third);
    expect(await phone.sync()).toEqual([]);
  });

  it('goes on only with the token that began it', async () => {
    const { endCursor } = await readChanges(limited);
    const others = [ana, await withToken(app, ana, { apiaryIds: [outside] }), await withToken(app, ana)];
    for (const other of others) await expect(readChanges(other, endCursor)).rejects.toThrow(/cursor/);
    await expect(readChanges(limited, (await readChanges(ana)).endCursor)).rejects.toThrow(/cursor/);
  });
});

describe('a write', () => {
  it('outside of its apiary finds nothing, and no apiary is created', async () => {
    const elsewhere = await ana.beehive(outside);
    const refusals = await Promise.all([
      limited.graphql(
        `mutation { updateBeehive(input: { id: "${elsewhere}", state: { observations: "x" } }) { beehive { id } } }`,
      ),
      limited.graphql(`mutation { moveBeehive(input: { id: "${hive}", apiaryId: "${outside}" }) { beehive { id } } }`),
      limited.graphql(`mutation { createBeehive(input: { apiaryId: "${outside}" }) { beehive { id } } }`),
      limited.graphql('mutation { createApiary(input: { name: "New" }) { apiary { id } } }'),
    ]);
    expect(refusals.map(({ errors }) => errors?.[0]?.extensions.reason ?? errors?.[0]?.extensions.code)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
      'TOKEN_LIMITED',
    ]);
    expect((await limited.rest('POST', '/apiaries', { name: 'New' })).body.error_code).toBe('TOKEN_LIMITED');
    const pushed = await limited.ask(
      `mutation { executeOperations(input: { operations: [
        { key: "a", mutation: { updateBeehive: { id: "${elsewhere}", state: { observations: "x" } } } },
        { key: "b", mutation: { updateBeehive: { id: "${hive}", state: { observations: "pushed" } } } }] }) { results { status } } }`,
    );
    expect(pushed.executeOperations.results).toEqual([{ status: 'REJECTED' }, { status: 'APPLIED' }]);
  });

  it('does not change a treatment of a hive that has left its apiary, although it reads it', async () => {
    const moved = await ana.beehive(inside);
    const { treatment } = await treat(ana, moved);
    await ana.ask(`mutation { moveBeehive(input: { id: "${moved}", apiaryId: "${outside}" }) { beehive { id } } }`);
    expect((await limited.ask(`{ node(id: "${treatment}") { id } }`)).node).toEqual({ id: treatment });
    const { errors } = await limited.graphql(
      `mutation { voidTreatment(input: { id: "${treatment}", reason: "x" }) { treatment { id } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('does not learn that a record outside of its apiary was deleted', async () => {
    const remove = (who: Client, id: string) =>
      who.graphql(`mutation { deleteBeehive(input: { id: "${id}" }) { deletedId } }`);
    const [there, here] = [await ana.beehive(outside), await ana.beehive(inside)];
    for (const id of [there, here]) await remove(ana, id);
    expect((await remove(limited, there)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await remove(limited, here)).data).toEqual({ deleteBeehive: { deletedId: here } });
  });

  it('is not answered with what a session was answered under the same key', async () => {
    const send = (who: Client) =>
      who.rest('POST', '/beehives', { apiary_id: outside }, { 'idempotency-key': 'of-the-session' });
    expect((await send(ana)).status).toBe(201);
    expect((await send(limited)).body.error_code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('a subscription', () => {
  it('tells of its apiary alone, and ends with the token', async () => {
    const { id, token } = await insertToken(app, ana, { apiaryIds: [inside] });
    const socket = await SocketClient.connect({ url: app.url, token });
    socket.subscribe('1', undefined, CHANGED);
    const rename = (apiary: string, name: string) =>
      ana.ask(`mutation { updateApiary(input: { id: "${apiary}", name: "${name}" }) { apiary { id } } }`);
    const events = () =>
      socket.received.filter(({ type }) => type === 'next').map((one) => one.payload.data.apiaryChanged.apiaryId);
    for (let tries = 0; tries < 50 && events().length === 0; tries++) {
      await rename(outside, `Outside ${tries}`);
      await rename(inside, `Inside ${tries}`);
      await new Promise((done) => setTimeout(done, 200));
    }
    expect(new Set(events())).toEqual(new Set([inside]));
    await ana.ask(`mutation { revokePersonalAccessToken(input: { id: "${id}" }) { deletedId } }`);
    expect(await socket.closed).toMatch(/^44/);
  });
});
