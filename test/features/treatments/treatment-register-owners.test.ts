// The register when hives and apiaries get another owner, and how long the withdrawal period of a hive is.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import * as fc from '../../support/fast-check.js';
import { share, transfer } from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD, treat } from '../../support/world.js';
import { addDays, ana, app, NOBODY, register, sql, today } from './treatment-register.fixture.js';

describe('withdrawalUntil', () => {
  const OPEN = '9999-12-31';
  const days = fc.option(fc.nat(100), { nil: null });
  const treatment = fc.record({
    startedOn: fc.oneof(fc.nat(100), fc.nat(500)).map((n) => addDays(today(), -n)),
    length: days,
    plannedDays: days,
    withdrawalDays: days,
    isVoided: fc.nat(4).map((n) => n === 0),
  });

  it('agrees with the formula, for many hives in one statement', async () => {
    const apiary = await ana.apiary();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(treatment, { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        async (hives) => {
          const expected: { withdrawalUntil: string | null; withdrawalUnknown: boolean }[] = [];
          const ids: string[] = [];
          for (const treatments of hives) {
            const id = await ana.beehive(apiary);
            ids.push(id);
            const ends: string[] = [];
            let withdrawalUnknown = false;
            for (const { length, isVoided, ...fields } of treatments) {
              const endedOn = length === null ? null : addDays(fields.startedOn, length);
              const input = { beehiveIds: [id], kind: 'a', productName: 'b', ...fields, endedOn };
              const {
                recordTreatment: { treatments: recordTreatment },
              } = await ana.ask(
                'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }',
                { input },
              );
              if (isVoided) await ana.rest('DELETE', `/treatments/${recordTreatment[0].id}`);
              if (isVoided) continue;
              const announced =
                endedOn ?? (fields.plannedDays === null ? OPEN : addDays(fields.startedOn, fields.plannedDays));
              // Until somebody ends the treatment, the product is in the hive.
              const isActive = endedOn === null || endedOn > today();
              const end = isActive && announced < today() ? today() : announced;
              if (fields.withdrawalDays !== null) ends.push(end === OPEN ? OPEN : addDays(end, fields.withdrawalDays));
              else withdrawalUnknown ||= isActive || addDays(end, 365) >= today();
            }
            expected.push({ withdrawalUntil: ends.sort().at(-1) ?? null, withdrawalUnknown });
          }
          const { nodes } = await ana.ask(
            'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Beehive { withdrawalUntil withdrawalUnknown } } }',
            { ids },
          );
          expect(nodes).toEqual(expected);
          // That of a hive is the last one of its treatments: one of them that was voided has none.
          const ofTreatments = await ana.ask(
            `query ($ids: [ID!]!) {
              nodes(ids: $ids) { ... on Beehive { treatments(filter: { statuses: [ACTIVE, COMPLETED, VOIDED] }) { nodes { withdrawalUntil } } } }
            }`,
            { ids },
          );
          const last = ofTreatments.nodes.map(
            ({ treatments }: { treatments: { nodes: { withdrawalUntil: string | null }[] } }) =>
              treatments.nodes
                .flatMap(({ withdrawalUntil }) => withdrawalUntil ?? [])
                .sort()
                .at(-1) ?? null,
          );
          expect(last).toEqual(expected.map(({ withdrawalUntil }) => withdrawalUntil));
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);

  const read = async (beehive: string) =>
    (await ana.ask(`{ beehive(id: "${beehive}") { withdrawalUntil withdrawalUnknown } }`)).beehive;
  const unknown = { withdrawalUntil: null, withdrawalUnknown: true };
  const none = { withdrawalUntil: null, withdrawalUnknown: false };

  it('a treatment of the app, which states no period, says so while it is active and for a year after its end', async () => {
    const beehive = await ana.beehive(await ana.apiary());
    expect(await read(beehive)).toEqual(none);
    const form = {
      hive_id: beehive,
      treatment_type: 'Varroa',
      product_name: 'Amitraz',
      start_date: addDays(today(), -800),
    };
    const { body } = await ana.rest('POST', '/treatments', form);
    expect(await read(beehive)).toEqual(unknown);
    await ana.ask(`mutation { endTreatment(input: { id: "${body.id}" }) { treatment { id } } }`);
    expect(await read(beehive)).toEqual(unknown);
    const end = (days: number) => ana.rest('PUT', `/treatments/${body.id}`, { end_date: addDays(today(), -days) });
    await end(365);
    expect(await read(beehive)).toEqual(unknown);
    await end(366);
    expect(await read(beehive)).toEqual(none);
    await end(10);
    await ana.rest('PUT', `/treatments/${body.id}`, { withdrawal_days: 0 });
    expect(await read(beehive)).toEqual({ ...none, withdrawalUntil: addDays(today(), -10) });
  });

  it('the period of an active treatment does not begin before somebody ends it', async () => {
    const beehive = await ana.beehive(await ana.apiary());
    const { body } = await ana.rest('POST', '/treatments', {
      hive_id: beehive,
      treatment_type: 'Varroa',
      product_name: 'Amitraz',
      start_date: addDays(today(), -80),
      estimated_duration_days: 42,
      withdrawal_days: 7,
    });
    expect(await read(beehive)).toEqual({ ...none, withdrawalUntil: addDays(today(), 7) });
    const readTable = async (): Promise<string> =>
      (await ana.rest('GET', '/treatments/register/csv')).body
        .split('\r\n')
        .find((line: string) => line.includes(body.id));
    expect(await readTable()).toContain(`"7","${addDays(today(), 7)}"`);
    const endedOn = addDays(today(), -30);
    await ana.ask(`mutation { endTreatment(input: { id: "${body.id}", endedOn: "${endedOn}" }) { treatment { id } } }`);
    expect(await read(beehive)).toEqual({ ...none, withdrawalUntil: addDays(today(), -23) });
    expect(await readTable()).toContain(`"7","${addDays(today(), -23)}"`);
  });
});

it('an apiary with another owner takes along the treatments of its hives, living and deleted, and their follow-ups', async () => {
  const [from, to] = [await beekeeper(app), await beekeeper(app)];
  const apiary = await from.apiary();
  const [living, deleted] = [await from.beehive(apiary), await from.beehive(apiary)];
  for (const beehive of [living, deleted]) await treat(from, beehive);
  await from.rest('DELETE', `/beehives/${deleted}`);
  await sql('update apiaries set owner_id = $1 where id = $2', [to.id, apiary]);
  expect(await register(from)).toEqual([]);
  expect((await register(to, apiary)).map(({ beehiveId }) => beehiveId).sort()).toEqual([living, deleted].sort());
  const { treatmentRegister } = await to.ask('{ treatmentRegister { nodes { followUps { notes } } } }');
  expect(treatmentRegister.nodes.map(({ followUps }: { followUps: object[] }) => followUps.length)).toEqual([1, 1]);
});

describe('a hive that is given to another owner', () => {
  let giver: Beekeeper;
  let taker: Beekeeper;
  let member: Beekeeper;
  let left: string;
  let entered: string;
  let hive: string;
  const REFERENCES =
    '{ apiaryId apiaryLabel itemId stockMovementId stockQuantity apiary { id } item { id } stockMovement { id } }';
  beforeEach(async () => {
    [giver, taker, member] = [await beekeeper(app), await beekeeper(app), await beekeeper(app)];
    [left, entered] = [await giver.apiary({ name: 'Left' }), await taker.apiary()];
    await share(giver, left, member, 'MANAGER');
    await share(taker, entered, giver, 'MANAGER');
    hive = await giver.beehive(left);
  });
  const giveHive = async (): Promise<void> => {
    await until(async () => (await giver.graphql(`{ apiary(id: "${entered}") { id } }`)).errors === undefined);
    expect((await giver.rest('PUT', `/beehives/${hive}`, { apiary_id: entered })).status).toBe(200);
  };
  const recordFromStock = async (who: Beekeeper, beehive: string, apiary: string): Promise<string> => {
    const input = { beehiveIds: [beehive], kind: 'a', productName: 'P', startedOn: '2026-05-01' };
    const stock = { itemId: await who.item(apiary, { quantity: 9 }), quantityPerHive: 2 };
    const {
      recordTreatment: { treatments: recordTreatment },
    } = await who.ask(
      'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }',
      { input: { ...input, stock } },
    );
    return recordTreatment[0].id;
  };
  const readBy = async (who: Beekeeper, id: string): Promise<unknown> => {
    const { data, errors } = await who.graphql(`{ treatment(id: "${id}") ${REFERENCES} }`);
    return errors ? errors[0]!.extensions.code : data.treatment;
  };
  const references = {
    apiaryId: null,
    apiaryLabel: 'Left',
    itemId: null,
    stockMovementId: null,
    stockQuantity: 2,
    apiary: null,
    item: null,
    stockMovement: null,
  };

  it('takes its records along; the members of the old apiary do not see them, also when the hive is deleted', async () => {
    const id = await recordFromStock(giver, hive, left);
    await treat(giver, hive);
    await giver.rest('PUT', `/treatments/${id}`, { product_name: 'New' });
    await giveHive();
    expect(await readBy(taker, id)).toEqual(references);
    const { treatment } = await taker.ask(`{ treatment(id: "${id}") { revisions ${REFERENCES} } }`);
    expect(treatment.revisions).toEqual([references, references]);
    const { beehive } = await taker.ask(`{ beehive(id: "${hive}") { miteCounts { nodes { apiaryId } } } }`);
    expect(beehive.miteCounts.nodes).toEqual([{ apiaryId: null }]);
    expect((await taker.rest('DELETE', `/beehives/${hive}`)).status).toBe(204);
    for (const other of [giver, member]) expect(await readBy(other, id)).toBe('NOT_FOUND');
    expect(await register(giver, left)).toEqual([]);
    expect((await register(taker)).map(({ productName }) => productName).sort()).toEqual(['New', 'Thymol']);
  });

  it('takes along what somebody records at the same moment, or refuses it', async () => {
    await until(async () => (await giver.graphql(`{ apiary(id: "${entered}") { id } }`)).errors === undefined);
    await until(async () => (await member.graphql(`{ apiary(id: "${left}") { id } }`)).errors === undefined);
    const COUNT = `mutation ($id: ID!) { recordMiteCount(input: { beehiveId: $id, method: CO2, bees: 100, mites: 1 }) { miteCount { id } } }`;
    const RECORD = `mutation ($id: ID!) {
      recordTreatment(input: { beehiveIds: [$id], kind: "a", productName: "P", startedOn: "2026-05-01" }) { treatments { id } } }`;
    for (let i = 0; i < 10; i++) {
      const id = await giver.beehive(left);
      const [moved] = await Promise.all([
        giver.rest('PUT', `/beehives/${id}`, { apiary_id: entered }),
        ...[COUNT, RECORD, COUNT].map((document) => member.graphql(document, { id })),
      ]);
      expect(moved.status).toBe(200);
    }
    await expectOwnersTrue(app.database);
  });

  it('leaves no record to a later owner of the old apiary', async () => {
    const id = await recordFromStock(giver, hive, left);
    await giveHive();
    await taker.rest('DELETE', `/beehives/${hive}`);
    expect((await transfer(giver, left, member.id)).errors).toBeUndefined();
    expect(await register(member)).toEqual([]);
    expect((await register(taker)).map((entry) => entry.id)).toEqual([id]);
  });

  it('leaves no reference when the account of its new owner is deleted', async () => {
    const id = await recordFromStock(giver, hive, left);
    await giveHive();
    await taker.ask(
      `mutation { deleteMyAccount(input: { password: "${PASSWORD}", deleteSharedApiaries: true }) { success } }`,
    );
    await allRemoved(app);
    const [row] = await sql(
      'select owner_id, apiary_id, item_id, stock_movement_id, beehive_id from treatments where id = $1',
      [id],
    );
    expect(row).toEqual({
      owner_id: NOBODY,
      apiary_id: null,
      item_id: null,
      stock_movement_id: null,
      beehive_id: null,
    });
  });
});

describe('an apiary that is transferred', () => {
  it.each(['over the API', 'in SQL'])(
    'takes along its hives’ records and no others; each record refers only to what its owner has (%s)',
    async (path) => {
      const [from, to] = [await beekeeper(app), await beekeeper(app)];
      const [given, kept] = [await from.apiary({ name: 'Given' }), await from.apiary({ name: 'Kept' })];
      const [movedAway, movedIn, stays] = [
        await from.beehive(given),
        await from.beehive(kept),
        await from.beehive(given),
      ];
      for (const hive of [movedAway, movedIn, stays]) await treat(from, hive);
      await from.rest('PUT', `/beehives/${movedAway}`, { apiary_id: kept });
      await from.rest('PUT', `/beehives/${movedIn}`, { apiary_id: given });
      if (path === 'in SQL') await sql('update apiaries set owner_id = $1 where id = $2', [to.id, given]);
      else {
        await share(from, given, to, 'VIEWER');
        expect((await transfer(from, given, to.id)).errors).toBeUndefined();
      }
      const READ = '{ treatmentRegister { nodes { beehiveId apiaryId apiaryLabel } } }';
      const linesOf = async (who: Beekeeper) =>
        new Set((await who.ask(READ)).treatmentRegister.nodes.map((node: object) => JSON.stringify(node)));
      const line = (beehiveId: string, apiaryId: string | null, apiaryLabel: string): string =>
        JSON.stringify({ beehiveId, apiaryId, apiaryLabel });
      expect(await linesOf(from)).toEqual(new Set([line(movedAway, null, 'Given')]));
      expect(await linesOf(to)).toEqual(new Set([line(movedIn, null, 'Kept'), line(stays, given, 'Given')]));
      const counts = await sql('select beehive_id, apiary_id from mite_counts where beehive_id = any($1)', [
        [movedAway, movedIn, stays],
      ]);
      expect(new Set(counts.map((count) => JSON.stringify(count)))).toEqual(
        new Set(
          [
            { beehive_id: movedAway, apiary_id: null },
            { beehive_id: movedIn, apiary_id: null },
            { beehive_id: stays, apiary_id: given },
          ].map((count) => JSON.stringify(count)),
        ),
      );
    },
  );
});
