// Recording, ending and voiding treatments, who did it, and the treatments of other accounts.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { isOfRequest } from '../../support/client.js';
import { share } from '../../support/members.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { beekeeper, PASSWORD, treat } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  bea,
  change,
  hives,
  inDays,
  record,
  recordAnnounced,
  recordOne,
  rows,
  voidIt,
} from './treatments.fixture.js';

const treated = async (id = hives[0]): Promise<boolean> =>
  (await ana.ask('query ($id: ID!) { beehive(id: $id) { isTreated } }', { id })).beehive.isTreated;

describe('recordTreatment', () => {
  it('records one treatment for each hive, in their order, with frozen labels', async () => {
    const { data } = await record({ beehiveIds: [hives[1], hives[0]!.toUpperCase()], dose: '12.500' });
    const [second, first] = data.recordTreatment.treatments;
    expect(first).toMatchObject({
      beehiveId: hives[0],
      beehiveLabel: '1',
      apiaryLabel: 'El Roble',
      status: 'ACTIVE',
      dose: '12.5',
      revision: 1,
    });
    expect(second).toMatchObject({ beehiveId: hives[1], beehiveLabel: hives[1]!.slice(-8), courseId: first.courseId });
    const recorded = new Date(first.createdAt);
    recorded.setUTCFullYear(recorded.getUTCFullYear() + 5);
    expect(first.retainUntil).toBe(recorded.toISOString().slice(0, 10));
  });

  it('keeps the record a year longer than the product', async () => {
    const { data } = await record({ expiryDate: '2039-12-31' });
    expect(data.recordTreatment.treatments[0].retainUntil).toBe('2040-12-31');
  });

  it('doses add up exactly', async () => {
    for (const dose of ['0.1', '0.2', 0.3]) await record({ beehiveIds: [hives[0]], dose });
    const [sum] = await app.database.sql<{ sum: string }>(
      'select sum(dose)::text as sum from treatments where beehive_id = $1',
      [hives[0]],
    );
    expect(sum).toEqual({ sum: '0.600' });
  });

  it.each(['1.2345', '12345678', '-1', '1e2', 'two', '', true])('refuses the dose %j', async (dose) => {
    expectGraphqlRefused(await record({ dose }), { code: 'BAD_USER_INPUT', field: 'dose' });
  });

  it('a dose in words is a dose too, if it is a number', async () => {
    const doses = [];
    for (const doseText of ['2,5', '2 tiras'])
      doses.push((await record({ beehiveIds: [hives[0]], doseText })).data.recordTreatment.treatments[0]);
    expect(doses).toMatchObject([
      { dose: '2.5', doseText: '2,5' },
      { dose: null, doseText: '2 tiras' },
    ]);
  });

  it('a blank dose in words says nothing', async () => {
    const doses = [];
    for (const input of [{ dose: '2', doseText: '' }, { doseText: ' ' }])
      doses.push((await record({ beehiveIds: [hives[0]], ...input })).data.recordTreatment.treatments[0]);
    expect(doses).toMatchObject([
      { dose: '2', doseText: null },
      { dose: null, doseText: null },
    ]);
  });

  it('an end that has come completes it, one in the future announces it', async () => {
    const statuses = [];
    for (const endedOn of ['2026-05-20', inDays(0), inDays(30), null])
      statuses.push((await record({ endedOn })).data.recordTreatment.treatments[0].status);
    expect(statuses).toEqual(['COMPLETED', 'COMPLETED', 'ACTIVE', 'ACTIVE']);
  });

  it.each([
    ['beehiveIds', 'no hive', () => ({ beehiveIds: [] })],
    ['beehiveIds', 'too many', () => ({ beehiveIds: Array.from({ length: 501 }, () => randomUUID()) })],
    ['beehiveIds', 'a hive twice', () => ({ beehiveIds: [hives[0], hives[0]!.toUpperCase()] })],
    ['startedOn', 'a day in the future', () => ({ startedOn: inDays(3) })],
    ['endedOn', 'an end before the first day', () => ({ endedOn: '2026-04-30' })],
    ['productName', 'no product', () => ({ productName: ' ' })],
    ['withdrawalDays', 'a negative period', () => ({ withdrawalDays: -1 })],
    ['stock.itemId', 'a quantity without an item', () => ({ stock: { quantityPerHive: 1 } })],
    ['stock.quantityPerHive', 'an item without a quantity', () => ({ stock: { itemId: randomUUID() } })],
  ])('refuses %s: %s', async (field, _case, input) => {
    const before = await rows();
    expectGraphqlRefused(await record(input()), { code: 'BAD_USER_INPUT', field });
    expect(await rows()).toEqual(before);
  });

  it('a hive that cannot be treated leaves nothing, neither a record nor a movement', async () => {
    const item = await ana.item(apiary, { quantity: 10 });
    const foreign = await bea.beehive(await bea.apiary());
    const before = await rows();
    const answers = [];
    for (const id of [foreign, randomUUID()])
      answers.push(await record({ beehiveIds: [hives[0], id, hives[1]], stock: { itemId: item, quantityPerHive: 1 } }));
    expectGraphqlRefused(answers[0]!, { code: 'NOT_FOUND', message: 'Beehive not found' });
    expect(answers[0]!.errors).toEqual(answers[1]!.errors);
    expect(await rows()).toEqual(before);
    const { inventoryItem } = await ana.ask(
      `{ inventoryItem(id: "${item}") { quantity stockMovements { totalCount } } }`,
    );
    expect(inventoryItem).toEqual({ quantity: 10, stockMovements: { totalCount: 1 } });
  });
});

it('a hundred hives take as many statements as one', async () => {
  const many = await ana.ask(
    'mutation ($inputs: [CreateBeehiveInput!]!) { createBeehives(input: { beehives: $inputs }) { beehives { id } } }',
    {
      inputs: Array.from({ length: 100 }, () => ({ apiaryId: apiary })),
    },
  );
  const item = await ana.item(apiary, { quantity: 1000 });
  const ids: string[] = many.createBeehives.beehives.map(({ id }: { id: string }) => id);
  const sent = async (beehiveIds: string[]): Promise<number> => {
    let count = 0;
    const pool = app.app.pool as unknown as NodeJS.EventEmitter;
    const wrap = (client: { query: (...args: unknown[]) => unknown }): void => {
      const { query } = client;
      client.query = (...args) => {
        const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
        if (isOfRequest(text)) count += 1;
        return query.apply(client, args);
      };
      const unwrap = (released: unknown, other: unknown): void => {
        if (released !== client && other !== client) return;
        client.query = query;
        pool.removeListener('release', unwrap);
      };
      pool.on('release', unwrap);
    };
    pool.on('acquire', wrap);
    expect((await record({ beehiveIds, stock: { itemId: item, quantityPerHive: 1 } })).errors).toBeUndefined();
    pool.removeListener('acquire', wrap);
    return count;
  };
  const one = await sent(ids.slice(0, 1));
  expect(one).toBeGreaterThan(3);
  expect(await sent(ids)).toBe(one);
});

describe('isTreated', () => {
  it('follows from active treatments', async () => {
    expect(await treated()).toBe(false);
    const [first, second] = [await recordOne(), await recordOne()];
    expect(await treated()).toBe(true);
    await change('endTreatment', first, {});
    expect(await treated()).toBe(true);
    await voidIt(second);
    expect(await treated()).toBe(false);
    await change('correctTreatment', first, { status: 'ACTIVE', reason: 'It goes on' });
    expect(await treated()).toBe(true);
    await change('correctTreatment', first, { endedOn: '2026-06-01', reason: 'It has ended' });
    expect(await treated()).toBe(false);
  });

  it('a treatment that is recorded after its end does not set it', async () => {
    await recordOne({ endedOn: '2026-05-02' });
    expect(await treated()).toBe(false);
  });

  it('may be set by the app, which cannot deny an active treatment', async () => {
    const put = async (treatments: boolean): Promise<boolean> =>
      (await ana.rest('PUT', `/beehives/${hives[0]}`, { treatments })).body.treatments;
    expect([await put(true), await put(false)]).toEqual([true, false]);
    const id = await recordOne();
    expect([await put(false), await treated()]).toEqual([true, true]);
    await change('endTreatment', id, {});
    expect(await put(false)).toBe(false);
  });
});

describe('endTreatment', () => {
  it('ends today, also if an end was announced for another day', async () => {
    const [open, announced] = [await recordOne(), await recordOne({ endedOn: inDays(10) })];
    expect((await change('endTreatment', open, { finalResult: 'Good' })).data.endTreatment.treatment).toMatchObject({
      status: 'COMPLETED',
      endedOn: inDays(0),
      revision: 2,
      reason: null,
    });
    expect((await change('endTreatment', announced, {})).data.endTreatment.treatment.endedOn).toBe(inDays(0));
  });

  it('an announced day that has passed is the end only if the client says so', async () => {
    const ends = [];
    for (const endedOn of [undefined, null, '2026-05-20']) {
      const id = await recordAnnounced('2026-05-20');
      ends.push(
        (await change('endTreatment', id, { ...(endedOn !== undefined && { endedOn }) })).data.endTreatment.treatment,
      );
    }
    const today = { status: 'COMPLETED', endedOn: inDays(0) };
    expect(ends).toMatchObject([today, today, { status: 'COMPLETED', endedOn: '2026-05-20' }]);
  });

  it('keeps what was stated before as an earlier revision', async () => {
    const id = await recordOne({ withdrawalDays: 7, finalResult: 'Few mites' });
    await change('endTreatment', id, { withdrawalDays: 0, finalResult: 'None' });
    const { treatment } = await ana.ask(
      `{ treatment(id: "${id}") { revisions { revision status withdrawalDays finalResult } } }`,
    );
    expect(treatment.revisions).toEqual([
      { revision: 2, status: 'COMPLETED', withdrawalDays: 0, finalResult: 'None' },
      { revision: 1, status: 'ACTIVE', withdrawalDays: 7, finalResult: 'Few mites' },
    ]);
  });

  it('where the next day has begun, a treatment begins and ends on that day', async () => {
    const day = inDays(1);
    const { data } = await record({ startedOn: day, endedOn: day });
    expect(data.recordTreatment.treatments[0]).toMatchObject({ status: 'COMPLETED', endedOn: day });
    const id = await recordOne({ startedOn: day });
    expect((await change('endTreatment', id, {})).data.endTreatment.treatment).toMatchObject({
      status: 'COMPLETED',
      endedOn: day,
    });
    // An app that sends every field again does not begin it again.
    expect(
      (await change('correctTreatment', id, { endedOn: day, reason: 'x' })).data.correctTreatment.treatment.status,
    ).toBe('COMPLETED');
    const earlier = await recordOne();
    await change('endTreatment', earlier, { endedOn: day });
    const again = await change('correctTreatment', earlier, { endedOn: day, reason: 'x' });
    expect(again.data.correctTreatment.treatment).toMatchObject({ status: 'COMPLETED', endedOn: day });
    expect(
      (await change('correctTreatment', earlier, { endedOn: inDays(9), reason: 'x' })).data.correctTreatment.treatment
        .status,
    ).toBe('ACTIVE');
  });

  it('refuses a day before the first, one in the future, and a treatment that has ended', async () => {
    const id = await recordOne();
    for (const endedOn of ['2026-04-30', inDays(3)])
      expectGraphqlRefused(await change('endTreatment', id, { endedOn }), { code: 'BAD_USER_INPUT', field: 'endedOn' });
    await change('endTreatment', id, { endedOn: '2026-05-30' });
    const again = await change('endTreatment', id, {});
    expect(again.errors![0]!.extensions.reason).toBe('TREATMENT_ENDED');
  });
});

describe('voidTreatment', () => {
  it('never deletes; again, it changes nothing; then the record cannot be changed', async () => {
    const id = await recordOne();
    expect((await voidIt(id)).data.voidTreatment.treatment).toEqual({ id, status: 'VOIDED', revision: 2 });
    expect((await voidIt(id, 'Again')).data.voidTreatment.treatment).toEqual({ id, status: 'VOIDED', revision: 2 });
    for (const refused of [
      await change('correctTreatment', id, { reason: 'x' }),
      await change('endTreatment', id, {}),
      await ana.graphql(
        `mutation { recordTreatmentFollowUp(input: { treatmentId: "${id}", reviewedOn: "2026-06-01" }) { treatmentFollowUp { id } } }`,
      ),
    ])
      expect(refused.errors![0]!.extensions.reason).toBe('TREATMENT_VOIDED');
    expect((await ana.rest('PUT', `/treatments/${id}`, { final_result: 'x' })).body.error_code).toBe(
      'TREATMENT_VOIDED',
    );
    const lists = await ana.ask(
      `{ treatments(beehiveId: "${hives[0]}") { totalCount } voided: treatments(beehiveId: "${hives[0]}", filter: { statuses: [VOIDED] }) { totalCount } }`,
    );
    expect(lists).toEqual({ treatments: { totalCount: 0 }, voided: { totalCount: 1 } });
  });
});

describe('who did it', () => {
  it('is named by each revision, and by follow-ups and mite counts, to the owner and to members', async () => {
    const [worker, other] = [await beekeeper(app), await beekeeper(app)];
    await worker.ask(`mutation { updateProfile(input: { username: "Luz" }) { user { id } } }`);
    await other.ask(`mutation { updateProfile(input: { username: "Pau" }) { user { id } } }`);
    await share(ana, apiary, worker, 'WORKER');
    await share(ana, apiary, other, 'WORKER');
    await until(async () => (await worker.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    const { treatment: id } = await treat(worker, hives[0]!);
    await change('correctTreatment', id, { productName: 'X', reason: 'Ana corrects' });
    await until(async () => (await other.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    await other.ask(`mutation { endTreatment(input: { id: "${id}" }) { treatment { id } } }`);
    await worker.ask(`mutation { voidTreatment(input: { id: "${id}", reason: "Luz voids" }) { treatment { id } } }`);
    const READ = `{ treatment(id: "${id}") {
      actor { userId name } revisions { revision status reason actor { userId name } } followUps { actor { name } } beehive { miteCounts { nodes { actor { name } } } }
    } }`;
    for (const who of [ana, worker, other]) {
      const { treatment } = await who.ask(READ);
      expect(treatment).toEqual({
        actor: { userId: worker.id, name: 'Luz' },
        revisions: [
          { revision: 4, status: 'VOIDED', reason: 'Luz voids', actor: { userId: worker.id, name: 'Luz' } },
          { revision: 3, status: 'COMPLETED', reason: null, actor: { userId: other.id, name: 'Pau' } },
          { revision: 2, status: 'ACTIVE', reason: 'Ana corrects', actor: { userId: ana.id, name: 'bee' } },
          { revision: 1, status: 'ACTIVE', reason: null, actor: { userId: worker.id, name: 'Luz' } },
        ],
        followUps: [{ actor: { name: 'Luz' } }],
        beehive: { miteCounts: { nodes: [{ actor: { name: 'Luz' } }] } },
      });
    }
    await worker.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
    expect((await ana.ask(`{ treatment(id: "${id}") { actor { name } } }`)).treatment.actor).toBeNull();
  });
});

describe('the ids of others look like missing ids', () => {
  it('of a hive, a treatment, a follow-up, an item, an apiary', async () => {
    const their = await bea.apiary();
    const beehive = await bea.beehive(their);
    const { treatment, followUp, miteCount } = await treat(bea, beehive);
    const item = await bea.item(their, { quantity: 5 });
    await expectLikeMissing((who, id) => who.rest('GET', `/treatments/hive/${encodeURIComponent(id)}`), ana, beehive);
    await expectLikeMissing((who, id) => who.rest('DELETE', `/treatments/${encodeURIComponent(id)}`), ana, treatment);
    await expectLikeMissing(
      (who, id) => who.rest('DELETE', `/treatments/followup/${encodeURIComponent(id)}`),
      ana,
      followUp,
    );
    await expectLikeMissing(
      (who, id) => who.graphql('mutation ($id: ID!) { deleteMiteCount(input: { id: $id }) { deletedId } }', { id }),
      ana,
      miteCount,
    );
    await expectLikeMissing((_who, id) => record({ stock: { itemId: id, quantityPerHive: 1 } }), ana, item);
    await expectLikeMissing(
      (who, id) => who.rest('GET', `/treatments/register/csv?apiary_id=${encodeURIComponent(id)}`),
      ana,
      their,
    );
  });
});
