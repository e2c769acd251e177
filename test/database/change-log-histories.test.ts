// The change log has exactly what random histories changed.
import { describe, expect, it } from '@jest/globals';
import { expectLogExact } from '../support/change-log.js';
import * as fc from '../support/fast-check.js';
import { ana, app, log } from './change-log.fixture.js';

describe('random histories', () => {
  interface Step {
    kind:
      | 'change'
      | 'same'
      | 'visit'
      | 'badVisit'
      | 'stock'
      | 'overdraw'
      | 'taken'
      | 'rename'
      | 'rolledBack'
      | 'remove';
    hive: number;
    n: number;
  }
  const step = fc.record({
    kind: fc.constantFrom<Step['kind']>(
      'change',
      'same',
      'visit',
      'badVisit',
      'stock',
      'overdraw',
      'taken',
      'rename',
      'rolledBack',
      'remove',
    ),
    hive: fc.integer({ min: 0, max: 2 }),
    n: fc.integer({ min: 0, max: 3 }),
  });
  /** Three people's histories at the same time; those of one hive follow each other, so that a model can count its changes. */
  const histories = fc.array(fc.array(step, { minLength: 5, maxLength: 15 }), { minLength: 3, maxLength: 3 });

  class Model {
    readonly versions = new Map<string, number>();
    readonly frames = new Map<string, number>();
    movements = 0;
    inspections = 0;

    constructor(
      readonly apiary: string,
      readonly hives: string[],
      readonly item: string,
    ) {
      for (const id of [apiary, item, ...hives]) this.versions.set(id, 1);
      for (const hive of hives) this.frames.set(hive, 0);
    }

    changed(id: string): void {
      this.versions.set(id, this.versions.get(id)! + 1);
    }
  }

  async function perform(model: Model, { kind, hive: index, n }: Step): Promise<void> {
    const hive = model.hives[index]!;
    const isGone = !model.frames.has(hive);
    const put = (body: object) => ana.rest('PUT', `/beehives/${hive}`, body);
    const visited = (answers: string) =>
      ana.graphql(
        `mutation { recordVisit(input: { answers: ${answers}, beehives: [{ beehiveId: "${hive}", state: { foodFrames: ${n} } }] }) { inspections { id } } }`,
      );
    const setFrames = (): void => {
      if (!isGone && model.frames.get(hive) !== n) {
        model.changed(hive);
        model.frames.set(hive, n);
      }
    };
    switch (kind) {
      case 'change':
        await put({ food_frames: n });
        return setFrames();
      case 'same':
        return void (await put({ food_frames: model.frames.get(hive) ?? 0 }));
      case 'visit':
        await visited('[]');
        model.inspections += isGone ? 0 : 1;
        return setFrames();
      case 'badVisit':
        return void (await visited(`[{ questionId: "${model.apiary}", text: "x" }]`));
      case 'stock':
        expect((await ana.rest('PUT', `/inventory/${model.item}/adjust`, { amount: n + 1 })).status).toBe(200);
        model.movements += 1;
        return;
      case 'overdraw':
        expect(
          (await ana.rest('POST', `/inventory/${model.item}/exit`, { quantity: 1_000_000, person: 'Ana' })).status,
        ).toBe(409);
        return;
      case 'taken':
        expect((await ana.rest('POST', '/beehives', { apiary_id: model.apiary, hive_number: 77 })).status).toBe(409);
        return;
      case 'rename':
        await ana.rest('PUT', `/apiaries/${model.apiary}`, { name: `${model.versions.get(model.apiary)} ${n}` });
        return model.changed(model.apiary);
      case 'rolledBack': {
        const body = JSON.stringify({
          query: `mutation { a: updateApiary(input: { id: "${model.apiary}", name: "Never" }) { apiary { id } } b: recordExit(input: { id: "${model.item}", quantity: 1000000, person: "Ana" }) { inventoryItem { id } } }`,
        });
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${ana.token}`,
          'idempotency-key': `${model.apiary}`,
        };
        expect(await (await fetch(`${ana.url}/graphql`, { method: 'POST', headers, body })).json()).toHaveProperty(
          'errors',
        );
        return;
      }
      case 'remove':
        await ana.rest('DELETE', `/beehives/${hive}`);
        if (!isGone) model.changed(hive);
        model.frames.delete(hive);
    }
  }

  it('leave one entry for each committed change, and none for what was refused or rolled back', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (all) => {
        const models = await Promise.all(
          all.map(async (steps) => {
            const apiary = await ana.apiary({ name: 'First' });
            const hives = await Promise.all(
              [75, 76, 77].map((beehiveNumber) => ana.beehive(apiary, { beehiveNumber, foodFrames: 0 })),
            );
            const model = new Model(apiary, hives, await ana.item(apiary));
            // The number 77 stays taken: that hive is not removed.
            for (const one of steps)
              await perform(model, one.kind === 'remove' && one.hive === 2 ? { ...one, hive: 1 } : one);
            return model;
          }),
        );
        for (const model of models) {
          for (const [id, version] of model.versions)
            expect((await log(id)).map((entry) => entry.version)).toEqual(
              Array.from({ length: version }, (_, i) => i + 1),
            );
          const [counts] = await app.database.sql(
            `select count(*) filter (where entity = 'StockMovement')::int as movements,
               count(*) filter (where entity = 'Inspection' and action = 'CREATED')::int as inspections from changes where apiary_id = $1`,
            [model.apiary],
          );
          expect(counts).toEqual({ movements: model.movements, inspections: model.inspections });
        }
        await expectLogExact(app.database);
      }),
      { numRuns: 5 },
    );
  }, 120_000);

  it('concurrent changes of one row are counted one by one', async () => {
    const apiary = await ana.apiary();
    const hive = await ana.beehive(apiary, { foodFrames: 0 });
    const item = await ana.item(apiary, { quantity: 10 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => [
        await ana.rest('PUT', `/beehives/${hive}`, { food_frames: i + 1 }),
        await ana.rest('POST', `/inventory/${item}/exit`, { quantity: 1, person: 'Ana' }),
      ]),
    );
    expect(responses.filter(([, exit]) => exit!.status === 200)).toHaveLength(10);
    const entries = await log(hive);
    expect(entries.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    // Each begins where the one before it ended.
    for (const [i, { fields }] of entries.entries())
      if (i > 1) expect(fields!.food_frames![0]).toBe(entries[i - 1]!.fields!.food_frames![1]);
  });
});
