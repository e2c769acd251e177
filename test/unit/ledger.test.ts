// Under any sequence of requests and any concurrency, the quantity is the sum of the acknowledged movements, and never negative.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import * as fc from '../support/fast-check.js';
import { expectOwnersTrue } from '../support/owners.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

interface Ledger {
  quantity: number;
  sum: number;
  movements: number;
  /** Whether each balance and sequence number follows from the previous movement. */
  unbroken: boolean;
}
async function ledger(item: string): Promise<Ledger> {
  const [row] = await app.database.sql<Ledger>(
    `select i.quantity, coalesce(sum(m.amount), 0)::int as sum, count(m.id)::int as movements, coalesce(bool_and(m.ok), true) as unbroken
     from inventory_items i left join (
       select *, balance_after = amount + lag(balance_after, 1, 0) over w and sequence = row_number() over w as ok
       from stock_movements where item_id = $1 window w as (order by sequence)) m on m.item_id = i.id
     where i.id = $1 group by i.id`,
    [item],
  );
  return row!;
}
const exact = (quantity: number, movements: number): Ledger => ({ quantity, sum: quantity, movements, unbroken: true });

describe('sequential operations', () => {
  interface Step {
    kind: 'adjust' | 'exit' | 'entry' | 'set' | 'correct';
    n: number;
  }
  const kind = fc.constantFrom<Step['kind']>('adjust', 'exit', 'entry', 'set', 'correct');
  const steps = fc.array(fc.record({ kind, n: fc.integer({ min: -30, max: 30 }) }), { minLength: 1, maxLength: 8 });

  /** The model: returns the change of the quantity, or undefined if the step is refused. */
  function predict(
    { kind, n }: Step,
    stock: number,
    last?: { amount: number; corrected: boolean },
  ): number | undefined {
    const size = Math.abs(n);
    if (kind === 'set') return size - stock;
    if (kind === 'correct') return last && !last.corrected && stock >= last.amount ? -last.amount : undefined;
    const change = { adjust: n, exit: -size, entry: size }[kind];
    return change !== 0 && stock + change >= 0 ? change : undefined;
  }

  async function perform(
    { kind, n }: Step,
    item: string,
    last?: string,
  ): Promise<{ done: boolean; movement?: string }> {
    if (kind === 'correct') {
      const { errors } = await ana.graphql(
        `mutation { reverseStockMovement(input: { id: "${last ?? item}", reason: "x" }) { stockMovement { id } } }`,
      );
      return { done: !errors };
    }
    const quantity = Math.abs(n);
    const [method, path, body] = {
      adjust: ['PUT', `/inventory/${item}/adjust`, { amount: n }],
      exit: ['POST', '/inventory/movement', { inventory_id: item, movement_type: 'exit', quantity }],
      entry: ['POST', '/inventory/movement', { inventory_id: item, movement_type: 'entry', quantity }],
      set: ['PUT', `/inventory/${item}`, { quantity }],
    }[kind] as [string, string, object];
    const answer = await ana.rest(method, path, body);
    return { done: answer.status < 300, ...(answer.status === 201 && { movement: answer.body.id }) };
  }

  it('any sequence of operations agrees with the model after every step, including refused ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(40), steps, async (initial, plan) => {
        const item = await ana.item(apiary, { quantity: initial });
        let last: { id: string; amount: number; corrected: boolean } | undefined;
        let stock = initial;
        let movements = initial > 0 ? 1 : 0;
        for (const step of plan) {
          const change = predict(step, stock, last);
          const { done, movement } = await perform(step, item, last?.id);
          expect(done).toBe(change !== undefined);
          if (change) {
            stock += change;
            movements += 1;
            if (step.kind === 'correct') last!.corrected = true;
            if (movement) last = { id: movement, amount: change, corrected: false };
          }
          expect(await ledger(item)).toEqual(exact(stock, movements));
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('concurrent operations', () => {
  it('of 100 exits of 1 from 50, on both APIs, exactly 50 succeed, and no read returns a negative quantity', async () => {
    const item = await ana.item(apiary, { quantity: 50 });
    let over = false;
    const reads: number[] = [];
    const watcher = (async () => {
      while (!over) reads.push((await ana.rest('GET', `/inventory/${item}`)).body.quantity);
    })();
    const exits = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const person = `Person ${i}`;
        if (i % 2) return (await ana.rest('POST', `/inventory/${item}/exit`, { quantity: 1, person })).status === 200;
        const input = `{ id: "${item}", quantity: 1, person: "${person}" }`;
        return !(await ana.graphql(`mutation { recordExit(input: ${input}) { inventoryItem { quantity } } }`)).errors;
      }),
    );
    over = true;
    await watcher;
    expect(exits.filter(Boolean)).toHaveLength(50);
    expect(Math.min(...reads)).toBeGreaterThanOrEqual(0);
    expect(await ledger(item)).toEqual(exact(0, 51));
  });

  it('200 mixed changes end in the exact sum of the acknowledged ones', async () => {
    const item = await ana.item(apiary, { quantity: 20 });
    const acknowledged = await Promise.all(
      Array.from({ length: 200 }, async (_, i): Promise<number> => {
        const amount = (i % 7) - 3 || 2;
        const { status } = await ana.rest('PUT', `/inventory/${item}/adjust`, { amount });
        expect([200, 409]).toContain(status);
        return status === 200 ? amount : 0;
      }),
    );
    const sum = acknowledged.reduce((a, b) => a + b, 20);
    expect(await ledger(item)).toEqual(exact(sum, 1 + acknowledged.filter((amount) => amount !== 0).length));
  });

  it('concurrent recounts, renames and adjustments neither deadlock nor lose a movement', async () => {
    const items = await Promise.all([1, 2, 3].map(() => ana.item(apiary, { quantity: 60 })));
    const statuses = await Promise.all(
      Array.from({ length: 90 }, async (_, i) => {
        const item = items[i % 3]!;
        const recount = { quantity: 60 + i, name: `Counted ${i}` };
        if (i % 4 === 0) return (await ana.rest('PUT', `/inventory/${item}`, recount)).status;
        return (await ana.rest('PUT', `/inventory/${item}/adjust`, { amount: i % 2 ? 1 : -1 })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const item of items) {
      const found = await ledger(item);
      expect(found).toEqual(exact(found.quantity, found.movements));
    }
  });
});

describe('in the database', () => {
  it('a movement cannot be updated, and is deleted only with its item', async () => {
    const item = await ana.item(apiary, { quantity: 3 });
    const { sql } = app.database;
    await expect(sql('update stock_movements set amount = 5 where item_id = $1', [item])).rejects.toThrow(
      'never changed',
    );
    await expect(sql('delete from stock_movements where item_id = $1', [item])).rejects.toThrow('never changed');
    expect(await ledger(item)).toEqual(exact(3, 1));
  });

  it('deleting an apiary deletes its items and their movements, unless that can be undone', async () => {
    const deleted = await ana.apiary();
    const item = await ana.item(deleted, { quantity: 3 });
    await app.database.sql('delete from apiaries where id = $1', [deleted]);
    expect(await app.database.sql('select 1 from stock_movements where item_id = $1', [item])).toEqual([]);
  });
});
