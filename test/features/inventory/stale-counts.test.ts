// Two people change one item: what a client counts, or saves with the whole form, undoes no movement that it has not seen.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/client.js';
import { refusalOf, share } from '../../support/members.js';
import { below, createRandom, pick, type Random } from '../../support/random.js';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { ana, apiary, app, quantity } from './inventory.fixture.js';

let ben: Beekeeper;
beforeAll(async () => {
  ben = await beekeeper(app);
  await share(ana, apiary, ben, 'MANAGER');
});

const UPDATE =
  'mutation ($input: UpdateInventoryItemInput!) { updateInventoryItem(input: $input) { inventoryItem { itemName version quantity } } }';
const PUSH =
  'mutation ($operations: [SyncOperation!]!) { executeOperations(input: { operations: $operations }) { results { status error { reason } } } }';
const DELETE = 'mutation ($input: DeleteInventoryItemInput!) { deleteInventoryItem(input: $input) { deletedId } }';
const update = (input: object) => ana.graphql(UPDATE, { input });
const push = async (mutation: object) => {
  const operations = [{ key: randomUUID(), mutation }];
  return (await ana.ask(PUSH, { operations })).executeOperations.results[0];
};
const exit = (id: string, amount: number) =>
  ben.rest('POST', `/inventory/${id}/exit`, { quantity: amount, person: 'Ben' });
const read = (id: string) => ana.rest('GET', `/inventory/items/${id}`);
const tagOf = ({ headers }: Answer<unknown>) => ({ 'if-match': headers.get('etag')! });
const movementsOf = async (id: string): Promise<{ kind: string; quantity: number }[]> =>
  (await ana.rest('GET', `/inventory/${id}/movements`)).body;

describe('Ana reads an item, Ben takes 4 of 10, and Ana renames it with her whole form', () => {
  const start = async () => {
    const id = await ana.item(apiary, { quantity: 10 });
    const seen = await read(id);
    expect((await exit(id, 4)).status).toBe(200);
    return { id, seen, form: { ...seen.body, name: 'Cera nueva' } };
  };
  const expectExitKept = async (id: string) => {
    expect(await quantity(id)).toBe(6);
    expect(await movementsOf(id)).toHaveLength(2);
  };

  it('over REST with If-Match: 412, in both languages, and nothing has changed', async () => {
    const { id, seen, form } = await start();
    const stale = await ana.rest('PUT', `/inventory/${id}`, form, { ...tagOf(seen), 'accept-language': 'es' });
    const message = 'La cantidad en existencia es 6 (kg), no la que su cambio espera';
    expectRefused(stale, { status: 412, code: 'VERSION_CONFLICT', message });
    await expectExitKept(id);
    // Read again, it can be saved.
    const now = await read(id);
    expect((await ana.rest('PUT', `/inventory/${id}`, { ...form, quantity: 6 }, tagOf(now))).status).toBe(200);
    await expectExitKept(id);
  });

  it.each(['"1"', '"1-nonsense"', '"1.7-nonsense"', 'W/"1"', '"1.99999999999"'])(
    'over REST with the tag %s, which no response had: 412',
    async (tag) => {
      const { id, form } = await start();
      const stale = await ana.rest('PUT', `/inventory/${id}`, form, { 'if-match': tag });
      expectRefused(stale, { status: 412, code: 'VERSION_CONFLICT' });
      await expectExitKept(id);
    },
  );

  it('over REST without the quantity, which needs the version alone', async () => {
    const { id, seen } = await start();
    expect((await ana.rest('PUT', `/inventory/${id}`, { name: 'Cera nueva' }, tagOf(seen))).status).toBe(200);
    await expectExitKept(id);
  });

  it('over REST without If-Match, as the released app: the last one wins, and the ledger has an adjustment', async () => {
    const { id, form } = await start();
    expect((await ana.rest('PUT', `/inventory/${id}`, form)).status).toBe(200);
    expect((await movementsOf(id))[0]).toMatchObject({ kind: 'ADJUSTMENT', quantity: 4, stock_before: 6 });
    expect((await ana.rest('PUT', `/inventory/${id}`, form, { 'if-match': '*' })).status).toBe(200);
  });

  it('over GraphQL: the conflict says what has changed and who changed it', async () => {
    const { id } = await start();
    const input = { id, itemName: 'Cera nueva', quantity: 10, expectedVersion: 1, expectedQuantity: 10 };
    const { errors } = await update(input);
    expect(errors![0]!.extensions).toMatchObject({
      code: 'CONFLICT',
      reason: 'VERSION_CONFLICT',
      current: { id, version: 1, changedFields: ['quantity'], changedBy: [{ id: ben.id, name: 'bee' }] },
    });
    await expectExitKept(id);
    const { data } = await update({ ...input, expectedQuantity: 6, quantity: 6 });
    expect(data.updateInventoryItem.inventoryItem).toEqual({ itemName: 'Cera nueva', version: 2, quantity: 6 });
  });

  it('over GraphQL with the version alone: the quantity that it knows is demanded', async () => {
    const { id } = await start();
    const alone = { id, quantity: 10, expectedVersion: 1 };
    expectGraphqlRefused(await update(alone), { code: 'BAD_USER_INPUT', field: 'expectedQuantity' });
    await expectExitKept(id);
    // An expectation is compared, whatever is changed.
    const renamed = await update({ id, itemName: 'Cera', expectedQuantity: 10 });
    expect(refusalOf(renamed)).toBe('CONFLICT VERSION_CONFLICT');
    // Who renames needs no quantity.
    expect((await update({ id, itemName: 'Cera', expectedVersion: 1 })).errors).toBeUndefined();
    // Who has counted what is there, whatever was known before.
    expect((await update({ id, quantity: 5 })).errors).toBeUndefined();
    expect(await quantity(id)).toBe(5);
  });

  it('deletes it: it is refused with the quantity that has changed, over both APIs and with a push', async () => {
    const { id, seen } = await start();
    const stale = await ana.rest('DELETE', `/inventory/${id}`, undefined, tagOf(seen));
    expectRefused(stale, { status: 412, code: 'VERSION_CONFLICT' });
    const input = { id, expectedVersion: 1, expectedQuantity: 10 };
    expect(refusalOf(await ana.graphql(DELETE, { input }))).toBe('CONFLICT VERSION_CONFLICT');
    expect(await push({ deleteInventoryItem: input })).toMatchObject({ status: 'CONFLICT' });
    await expectExitKept(id);
    // The version alone, and the whole tag of what is there.
    expect((await ana.rest('DELETE', `/inventory/${id}`, undefined, { 'if-match': '"9"' })).status).toBe(412);
    expect((await ana.rest('DELETE', `/inventory/${id}`, undefined, tagOf(await read(id)))).status).toBe(204);
    // Again, it is gone, whatever is expected.
    expect((await ana.rest('DELETE', `/inventory/${id}`, undefined, tagOf(seen))).status).toBe(204);
    expect((await ana.ask(DELETE, { input })).deleteInventoryItem).toEqual({ deletedId: id });
  });

  it('with a push', async () => {
    const { id } = await start();
    const input = { id, itemName: 'Cera nueva', quantity: 10, expectedVersion: 1, expectedQuantity: 10 };
    expect(await push({ updateInventoryItem: input })).toMatchObject({
      status: 'CONFLICT',
      error: { reason: 'VERSION_CONFLICT' },
    });
    await expectExitKept(id);
    const right = { ...input, quantity: 6, expectedQuantity: 6 };
    expect(await push({ updateInventoryItem: right })).toMatchObject({ status: 'APPLIED' });
  });
});

/** What a client has read of an item. */
interface Copy {
  tag: string;
  version: number;
  quantity: number;
  name: string;
}

describe('random histories of stale writers', () => {
  it.each([1, 2, 3, 4, 5, 6])('lose no movement and no word (seed %d)', async (seed) => {
    const random = createRandom(seed);
    const id = await ana.item(apiary, { quantity: 50, itemName: 'Wax 0' });
    /** What is true, and what each of three clients has read. */
    const model = { version: 1, quantity: 50, name: 'Wax 0', movements: 1 };
    const copies: Copy[] = [];
    const readCopy = async (): Promise<Copy> => {
      const { body, headers } = await read(id);
      return { tag: headers.get('etag')!, version: model.version, quantity: body.quantity, name: body.name };
    };
    for (let n = 0; n < 3; n++) copies.push(await readCopy());
    for (let step = 1; step <= 25; step++) {
      const at = below(random, 3);
      const copy = copies[at]!;
      const act = pick(random, ['read', 'move', 'rename', 'save', 'save', 'count'] as const)!;
      if (act === 'read') copies[at] = await readCopy();
      else if (act === 'move') await move(id, model, random);
      else {
        const change: { name?: string; quantity?: number } = {};
        if (act !== 'count') change.name = `Wax ${step}`;
        // A form that is saved has the quantity that was read.
        if (act !== 'rename') change.quantity = act === 'save' ? copy.quantity : below(random, 100);
        const isCurrent =
          copy.version === model.version && (change.quantity === undefined || copy.quantity === model.quantity);
        const done = await write(id, copy, change, random);
        expect({ step, act, done }).toEqual({ step, act, done: isCurrent });
        if (!done) continue;
        if (change.name !== undefined) Object.assign(model, { name: change.name, version: model.version + 1 });
        if (change.quantity !== undefined && change.quantity !== model.quantity)
          Object.assign(model, { quantity: change.quantity, movements: model.movements + 1 });
      }
      const { body } = await read(id);
      expect([step, body.name, body.quantity]).toEqual([step, model.name, model.quantity]);
    }
    expect(await movementsOf(id)).toHaveLength(model.movements);
  });

  async function move(id: string, model: { quantity: number; movements: number }, random: Random): Promise<void> {
    const amount = 1 + below(random, 5);
    const isExit = random() < 0.5;
    const fields = { inventory_id: id, movement_type: isExit ? 'exit' : 'entry', quantity: amount };
    const { status } = await ben.rest('POST', '/inventory/movement', fields);
    expect(status).toBe(isExit && amount > model.quantity ? 409 : 201);
    if (status === 201)
      Object.assign(model, { quantity: model.quantity + (isExit ? -amount : amount), movements: model.movements + 1 });
  }

  /** Changes an item as one of the clients that send what they have read. @returns false if it was refused for that */
  async function write(
    id: string,
    { tag, version, quantity }: Copy,
    { name: itemName, ...change }: { name?: string; quantity?: number },
    random: Random,
  ): Promise<boolean> {
    const counted = change.quantity !== undefined && { expectedQuantity: quantity };
    const input = { id, ...change, ...(itemName && { itemName }), expectedVersion: version, ...counted };
    const way = pick(random, ['rest', 'graphql', 'push'] as const)!;
    if (way === 'rest') {
      const { status } = await ana.rest('PUT', `/inventory/${id}`, { ...change, name: itemName }, { 'if-match': tag });
      expect([200, 412]).toContain(status);
      return status === 200;
    }
    if (way === 'push') return (await push({ updateInventoryItem: input })).status === 'APPLIED';
    const { errors } = await update(input);
    if (errors) expect(errors[0]!.extensions.reason).toBe('VERSION_CONFLICT');
    return !errors;
  }
});
