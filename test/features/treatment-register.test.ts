// The register of treatments: complete under any history, kept on every path, readable as a table and as a page.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { until } from '../process/service.js';
import { type Client, startTestApp, type TestApp } from '../support/client.js';
import { share, transfer } from '../support/members.js';
import { expectOwnersTrue } from '../support/owners.js';
import { type Beekeeper, beekeeper, PASSWORD, treat } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => app.database.sql<R>(text, values);
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Entry {
  id: string;
  beehiveId: string | null;
  treatedBeehiveId: string;
  /** The apiary in which the hive stood; null if it has been deleted. */
  apiaryId: string | null;
  productName: string;
  status: string;
  revision: number;
}
const today = (): string => new Date().toISOString().slice(0, 10);
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
async function register(who: Beekeeper, apiaryId?: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let after: string | null = null;
  do {
    const {
      treatmentRegister,
    }: { treatmentRegister: { nodes: Entry[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } = await who.ask(
      `query ($apiaryId: ID, $after: String) { treatmentRegister(apiaryId: $apiaryId, first: 3, after: $after) {
          nodes { id beehiveId treatedBeehiveId apiaryId productName status revision } pageInfo { hasNextPage endCursor }
        } }`,
      { apiaryId: apiaryId ?? null, after },
    );
    entries.push(...treatmentRegister.nodes);
    after = treatmentRegister.pageInfo.hasNextPage ? treatmentRegister.pageInfo.endCursor : null;
  } while (after);
  return entries;
}

describe('under random histories', () => {
  type Step = {
    kind: 'record' | 'correct' | 'end' | 'void' | 'deleteBeehive' | 'moveBeehive' | 'deleteApiary' | 'deleteItem';
    n: number;
  };
  const kinds = [
    'record',
    'record',
    'record',
    'correct',
    'end',
    'void',
    'deleteBeehive',
    'moveBeehive',
    'deleteApiary',
    'deleteItem',
  ] as const;
  const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), n: fc.nat(1000) }), {
    minLength: 3,
    maxLength: 14,
  });

  interface World {
    keeper: Beekeeper;
    apiaries: string[];
    beehives: { id: string; apiary: string }[];
    items: { id: string; apiary: string }[];
    entries: Entry[];
    rows: number;
  }
  const at = <T>(list: T[], n: number): T | undefined => list[n % list.length];

  async function perform(world: World, { kind, n }: Step): Promise<void> {
    const { keeper, apiaries, beehives, items, entries } = world;
    const [apiary, beehive, item, entry] = [at(apiaries, n), at(beehives, n), at(items, n), at(entries, n)];
    if (kind === 'record' && beehive) {
      const others = beehives.filter((one, i) => one !== beehive && (n >> i) % 2 === 0).slice(0, 2);
      const treated = [beehive, ...others].map(({ id }) => id);
      const stock = item && n % 3 === 0 ? { itemId: item.id, quantityPerHive: 1 } : {};
      const input = {
        beehiveIds: treated,
        kind: 'a',
        productName: `P${n}`,
        startedOn: `2026-0${1 + (n % 9)}-11`,
        ...stock,
      };
      const { recordTreatment } = await keeper.ask(
        'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { id } }',
        { input },
      );
      for (const [i, id] of treated.entries())
        entries.push({
          id: recordTreatment[i].id,
          beehiveId: id,
          treatedBeehiveId: id,
          apiaryId: beehives.find((one) => one.id === id)!.apiary,
          productName: `P${n}`,
          status: 'ACTIVE',
          revision: 1,
        });
      world.rows += treated.length;
    } else if (kind === 'correct' && entry && entry.status !== 'VOIDED') {
      await keeper.rest('PUT', `/treatments/${entry.id}`, { product_name: `C${n}` });
      Object.assign(entry, { productName: `C${n}`, revision: entry.revision + 1 });
      world.rows += 1;
    } else if (kind === 'end' && entry?.status === 'ACTIVE') {
      await keeper.ask('mutation ($id: ID!) { endTreatment(id: $id, input: {}) { id } }', { id: entry.id });
      Object.assign(entry, { status: 'COMPLETED', revision: entry.revision + 1 });
      world.rows += 1;
    } else if (kind === 'void' && entry) {
      await keeper.rest('DELETE', `/treatments/${entry.id}`);
      if (entry.status === 'VOIDED') return;
      Object.assign(entry, { status: 'VOIDED', revision: entry.revision + 1 });
      world.rows += 1;
    } else if (kind === 'deleteBeehive' && beehive) {
      await keeper.rest('DELETE', `/beehives/${beehive.id}`);
      forget(world, [beehive.id]);
    } else if (kind === 'moveBeehive' && beehive && apiary) {
      await keeper.rest('PUT', `/beehives/${beehive.id}`, { apiary_id: apiary });
      beehive.apiary = apiary;
    } else if (kind === 'deleteApiary' && apiary) {
      await keeper.rest('DELETE', `/apiaries/${apiary}`);
      world.apiaries = apiaries.filter((id) => id !== apiary);
      world.items = items.filter((one) => one.apiary !== apiary);
      for (const one of entries) if (one.apiaryId === apiary) one.apiaryId = null;
      forget(
        world,
        beehives.filter((one) => one.apiary === apiary).map(({ id }) => id),
      );
    } else if (kind === 'deleteItem' && item) {
      await keeper.rest('DELETE', `/inventory/${item.id}`);
      world.items = items.filter((one) => one !== item);
    }
  }

  function forget(world: World, gone: string[]): void {
    world.beehives = world.beehives.filter(({ id }) => !gone.includes(id));
    for (const entry of world.entries) if (entry.beehiveId && gone.includes(entry.beehiveId)) entry.beehiveId = null;
  }

  it('it contains exactly the current revisions, of deleted hives too, as does that of each apiary, and no row is ever lost', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const keeper = await beekeeper(app);
        const apiaries = [await keeper.apiary(), await keeper.apiary()];
        const world: World = { keeper, apiaries, beehives: [], items: [], entries: [], rows: 0 };
        for (const apiary of apiaries) {
          for (let i = 0; i < 2; i++) world.beehives.push({ id: await keeper.beehive(apiary), apiary });
          world.items.push({ id: await keeper.item(apiary, { quantity: 1000 }), apiary });
        }
        for (const step of history) await perform(world, step);
        const byId = (a: Entry, b: Entry): number => (a.id < b.id ? -1 : 1);
        expect((await register(keeper)).sort(byId)).toEqual(world.entries.sort(byId));
        for (const apiary of world.apiaries)
          expect((await register(keeper, apiary)).sort(byId)).toEqual(
            world.entries.filter(({ apiaryId }) => apiaryId === apiary),
          );
        const [{ n }] = (await sql('select count(*)::int as n from treatments where owner_id = $1', [keeper.id])) as [
          { n: number },
        ];
        expect(n).toBe(world.rows);
        // A hive is treated if it has an active treatment.
        const { beehives } = await keeper.ask('{ beehives { nodes { id isTreated } } }');
        for (const { id, isTreated } of beehives.nodes)
          expect(isTreated).toBe(world.entries.some((one) => one.beehiveId === id && one.status === 'ACTIVE'));
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

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
              const { recordTreatment } = await ana.ask(
                'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { id } }',
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
    await ana.ask(`mutation { endTreatment(id: "${body.id}", input: {}) { id } }`);
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
    await ana.ask(`mutation { endTreatment(id: "${body.id}", input: { endedOn: "${endedOn}" }) { id } }`);
    expect(await read(beehive)).toEqual({ ...none, withdrawalUntil: addDays(today(), -23) });
    expect(await readTable()).toContain(`"7","${addDays(today(), -23)}"`);
  });
});

describe('a record is kept until its day', () => {
  const insert = (owner: string, beehive: string | null, recorded: string): Promise<{ id: string }[]> =>
    sql(
      `insert into treatments (id, created_at, updated_at, owner_id, kind, product_name, started_on, beehive_id, treated_beehive_id,
         beehive_label, apiary_label, course_id, actor_id, series_id, applied_by)
       select id, now() - $3::interval, now(), $1, 'a', 'Old', '2010-01-01', $2, id, '1', 'Here', id, $1, id, 'Ana'
       from (select gen_random_uuid() as id) n returning id`,
      [owner, beehive, recorded],
    );
  const productsOf = async (owner: string): Promise<string[]> =>
    (
      await sql<{ name: string }>('select product_name as name from treatments where owner_id = $1 order by 1', [owner])
    ).map(({ name }) => name);

  it('the database refuses to delete it, to change an earlier revision, and to make it older', async () => {
    const beehive = await ana.beehive(await ana.apiary());
    const { treatment } = await treat(ana, beehive);
    await ana.rest('PUT', `/treatments/${treatment}`, { product_name: 'New' });
    for (const [text, message] of [
      ['delete from treatments where series_id = $1', 'is kept until'],
      [`update treatments set product_name = 'X' where series_id = $1 and not current`, 'never changed'],
      [`update treatments set created_at = now() - interval '9 years' where series_id = $1`, 'never changed'],
    ])
      await expect(sql(text!, [treatment])).rejects.toThrow(message);
  });

  it('the database refuses to truncate the table, alone and with those that it refers to', async () => {
    await treat(ana, await ana.beehive(await ana.apiary()));
    const before = await sql('select count(*) from treatments');
    for (const text of ['truncate treatments cascade', 'truncate beehives cascade', 'truncate users cascade'])
      await expect(sql(text)).rejects.toThrow('are kept until their day');
    expect(await sql('select count(*) from treatments')).toEqual(before);
  });

  it.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('its day is one in UTC, also in a session in %s', async (zone) => {
    // PostgreSQL adds whole years to a day, as the generated column does.
    const days = async (more: number): Promise<string> => {
      const [row] = await sql<{ ago: string }>(
        `select (now() - ((now() at time zone 'UTC')::date + $1::int - interval '5 years') at time zone 'UTC')::text as ago`,
        [more],
      );
      return row!.ago;
    };
    // Five years after no day is a 29 February.
    const isLeapDay = new Date().toISOString().slice(5, 10) === '02-29';
    const [kept] = await insert(NOBODY, null, await days(isLeapDay ? 1 : 0));
    const [due] = await insert(NOBODY, null, await days(-1));
    const remove = (id: string) => sql(`set local timezone to '${zone}'; delete from treatments where id = '${id}'`);
    await expect(remove(kept!.id)).rejects.toThrow('is kept until');
    await remove(due!.id);
    expect(await sql('select id from treatments where id = any($1)', [[kept!.id, due!.id]])).toEqual([
      { id: kept!.id },
    ]);
  });

  it('when its follow-ups, its hive, its item and its apiary are deleted, in SQL too', async () => {
    const keeper = await beekeeper(app);
    const apiary = await keeper.apiary();
    const beehives = [await keeper.beehive(apiary), await keeper.beehive(apiary), await keeper.beehive(apiary)];
    const item = await keeper.item(apiary, { quantity: 5 });
    await keeper.ask('mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { id } }', {
      input: {
        beehiveIds: beehives,
        kind: 'a',
        productName: 'P',
        startedOn: '2026-05-01',
        itemId: item,
        quantityPerHive: 1,
      },
    });
    await sql('delete from beehives where id = $1', [beehives[0]]);
    expect((await keeper.rest('DELETE', `/beehives/${beehives[1]}`)).status).toBe(204);
    expect((await keeper.rest('DELETE', `/inventory/${item}`)).status).toBe(204);
    expect((await keeper.rest('DELETE', `/apiaries/${apiary}`)).status).toBe(204);
    const { treatmentRegister } = await keeper.ask(
      '{ treatmentRegister { nodes { beehiveId treatedBeehiveId apiaryId apiaryLabel itemId movementId stockQuantity beehive { id } apiary { id } } } }',
    );
    expect(treatmentRegister.nodes.map(({ treatedBeehiveId }: Entry) => treatedBeehiveId).sort()).toEqual(
      beehives.sort(),
    );
    for (const { treatedBeehiveId: _id, ...node } of treatmentRegister.nodes)
      expect(node).toEqual({
        beehiveId: null,
        apiaryId: null,
        apiaryLabel: 'An apiary',
        itemId: null,
        movementId: null,
        stockQuantity: 1,
        beehive: null,
        apiary: null,
      });
  });

  it.each(['over the API', 'in SQL'])(
    'when the account is deleted %s: without anything about a person',
    async (path) => {
      const keeper = await beekeeper(app);
      const beehive = await keeper.beehive(await keeper.apiary());
      const { treatment } = await treat(keeper, beehive, 'Secret');
      await keeper.rest('PUT', `/treatments/${treatment}`, { product_name: 'Kept', prescriber: 'Dr. Secret' });
      await insert(keeper.id, beehive, '10 years');
      if (path === 'in SQL') await sql('delete from users where id = $1', [keeper.id]);
      else await keeper.ask(`mutation { deleteMyAccount(password: "${PASSWORD}") }`);
      expect(await productsOf(keeper.id)).toEqual([]);
      const left = await sql<Record<string, unknown>>(
        'select * from treatments where series_id = $1 order by revision',
        [treatment],
      );
      expect(left.map(({ product_name, revision }) => [product_name, revision])).toEqual([
        ['Secret', 1],
        ['Kept', 2],
      ]);
      for (const { product_name: _product, kind: _kind, ...row } of left) {
        expect(JSON.stringify(row)).not.toContain('Secret');
        expect(JSON.stringify(row)).not.toContain(keeper.id);
        expect(row).toMatchObject({ owner_id: NOBODY, actor_id: NOBODY, beehive_id: null, apiary_label: null });
      }
      expect(await sql('select 1 from treatment_follow_ups where owner_id = $1', [keeper.id])).toEqual([]);
      expect(await sql('select 1 from changes where owner_id = any($1)', [[keeper.id, NOBODY]])).toEqual([]);
      await expect(sql('delete from treatments where series_id = $1', [treatment])).rejects.toThrow('is kept until');
    },
  );

  it('the background job deletes those of deleted accounts afterwards, and nothing else', async () => {
    const [due] = await insert(NOBODY, null, '10 years');
    const [kept] = await insert(NOBODY, null, '4 years');
    const beehive = await ana.beehive(await ana.apiary());
    const [own] = await insert(ana.id, beehive, '10 years');
    expect((await app.app.expiredRows.remove()).treatments).toBe(1);
    const left = await sql<{ id: string }>('select id from treatments where id = any($1)', [
      [due!.id, kept!.id, own!.id],
    ]);
    expect(left.map(({ id }) => id).sort()).toEqual([kept!.id, own!.id].sort());
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
  expect((await register(to, apiary)).map(({ treatedBeehiveId }) => treatedBeehiveId).sort()).toEqual(
    [living, deleted].sort(),
  );
  const { treatmentRegister } = await to.ask('{ treatmentRegister { nodes { followUps { notes } } } }');
  expect(treatmentRegister.nodes.map(({ followUps }: { followUps: object[] }) => followUps.length)).toEqual([1, 1]);
});

describe('members of an apiary', () => {
  let keeper: Beekeeper;
  let apiary: string;
  let beehive: string;
  const member = async (role: string): Promise<Beekeeper> => {
    const account = await beekeeper(app);
    await sql(
      `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role, expires_at)
       values (gen_random_uuid(), now(), now(), $1, $2, $3, case $3 when 'INSPECTOR' then now() + interval '1 day' end)`,
      [apiary, account.id, role],
    );
    await until(async () => (await account.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    return account;
  };
  beforeAll(async () => {
    keeper = await beekeeper(app);
    apiary = await keeper.apiary({ name: 'Shared' });
    beehive = await keeper.beehive(apiary);
  });

  it('a worker records treatments, which belong to the owner; a viewer and an inspector read the register', async () => {
    const [worker, viewer, inspector] = [await member('WORKER'), await member('VIEWER'), await member('INSPECTOR')];
    const { treatment } = await treat(worker, beehive);
    expect((await register(keeper)).map(({ id }) => id)).toEqual([treatment]);
    for (const reader of [worker, viewer, inspector]) {
      expect((await register(reader, apiary)).map(({ id }) => id)).toEqual([treatment]);
      expect(await register(reader)).toEqual([]);
      const { status, body } = await reader.rest('PUT', `/treatments/${treatment}`, { product_name: 'X' });
      if (reader === worker) expect(status).toBe(200);
      else expect([status, body.error_code]).toEqual([403, 'ROLE_TOO_LOW']);
    }
    const page = await inspector.rest('GET', `/treatments/register/html?apiary_id=${apiary}`);
    expect(page.body).toContain('<td>X</td>');
    expect(page.body).not.toContain(keeper.email);
  });

  it('see the records of hives that were deleted there, with their follow-ups; of hives that have moved away, only the records', async () => {
    const worker = await member('WORKER');
    const [deleted, moved] = [await keeper.beehive(apiary), await keeper.beehive(apiary)];
    const records = [await treat(worker, deleted), await treat(worker, moved)];
    await keeper.rest('DELETE', `/beehives/${deleted}`);
    await keeper.rest('PUT', `/beehives/${moved}`, { apiary_id: await keeper.apiary() });
    const read = (id: string) => worker.graphql('query ($id: ID!) { treatment(id: $id) { followUps { id } } }', { id });
    expect((await read(records[0]!.treatment)).data.treatment.followUps).toEqual([{ id: records[0]!.followUp }]);
    expect((await read(records[1]!.treatment)).data.treatment.followUps).toEqual([]);
  });
});

describe('the register of an apiary', () => {
  it('is the same for the owner and for members, who change only records of hives that they see', async () => {
    const [owner, worker] = [await beekeeper(app), await beekeeper(app)];
    const [spring, summer] = [await owner.apiary({ name: 'Spring' }), await owner.apiary({ name: 'Summer' })];
    await share(owner, spring, worker, 'WORKER');
    const [stays, moves, comes] = [
      await owner.beehive(spring),
      await owner.beehive(spring),
      await owner.beehive(summer),
    ];
    const there = [await treat(owner, stays), await treat(owner, moves)].map(({ treatment }) => treatment);
    const { treatment: elsewhere } = await treat(owner, comes);
    await owner.rest('PUT', `/beehives/${moves}`, { apiary_id: summer });
    await owner.rest('PUT', `/beehives/${comes}`, { apiary_id: spring });
    for (const reader of [owner, worker])
      expect((await register(reader, spring)).map(({ id }) => id)).toEqual(there.sort());
    expect((await register(owner, summer)).map(({ id }) => id)).toEqual([elsewhere]);
    const lines = await worker.rest('GET', `/treatments/register/csv?apiary_id=${spring}`);
    for (const id of there) expect(lines.body).toContain(id);
    // The record of the hive that has moved away is read only, and the hive is not seen.
    const { treatment } = await worker.ask(`{ treatment(id: "${there[1]}") { apiaryLabel beehive { id } } }`);
    expect(treatment).toEqual({ apiaryLabel: 'Spring', beehive: null });
    expect((await worker.rest('GET', `/treatments/hive/${moves}`)).status).toBe(404);
    const refused = await worker.rest('PUT', `/treatments/${there[1]}`, { product_name: 'X' });
    expect([refused.status, refused.body.error_code]).toEqual([403, 'ROLE_TOO_LOW']);
    expect((await worker.rest('PUT', `/treatments/${elsewhere}`, { product_name: 'X' })).status).toBe(200);
    // Those of another apiary are still as absent as missing ones.
    const other = await treat(owner, await owner.beehive(summer));
    expect((await worker.rest('GET', `/treatments/${other.treatment}`)).status).toBe(404);
    expect(
      (await worker.graphql(`{ treatmentRegister(apiaryId: "${summer}") { totalCount } }`)).errors![0]!.message,
    ).toBe('Apiary not found');
    expect((await worker.rest('GET', `/treatments/register/csv?apiary_id=${summer}`)).status).toBe(404);
  });
});

it('a member may take their own product: the record of the owner does not refer to it', async () => {
  const [owner, worker] = [await beekeeper(app), await beekeeper(app)];
  const shared = await owner.apiary();
  const beehive = await owner.beehive(shared);
  await share(owner, shared, worker, 'WORKER');
  await until(async () => (await worker.graphql(`{ apiary(id: "${shared}") { id } }`)).errors === undefined);
  const item = await worker.item(await worker.apiary(), { quantity: 5, batchNumber: 'L-1' });
  const { recordTreatment } = await worker.ask(
    `mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { id itemId movementId stockQuantity batchNumber } }`,
    {
      input: {
        beehiveIds: [beehive],
        kind: 'a',
        productName: 'P',
        startedOn: '2026-05-01',
        itemId: item,
        quantityPerHive: 2,
      },
    },
  );
  expect(recordTreatment).toMatchObject([{ itemId: null, movementId: null, stockQuantity: 2, batchNumber: 'L-1' }]);
  expect((await worker.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem.quantity).toBe(3);
  expect((await register(owner, shared)).map(({ id }) => id)).toEqual([recordTreatment[0].id]);
});

describe('a hive that is given to another owner', () => {
  let giver: Beekeeper;
  let taker: Beekeeper;
  let member: Beekeeper;
  let left: string;
  let entered: string;
  let hive: string;
  const REFERENCES =
    '{ apiaryId apiaryLabel itemId movementId stockQuantity apiary { id } item { id } movement { id } }';
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
    const { recordTreatment } = await who.ask(
      'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { id } }',
      { input: { ...input, ...stock } },
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
    movementId: null,
    stockQuantity: 2,
    apiary: null,
    item: null,
    movement: null,
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
    const COUNT = `mutation ($id: ID!) { recordMiteCount(input: { beehiveId: $id, method: CO2, bees: 100, mites: 1 }) { id } }`;
    const RECORD = `mutation ($id: ID!) {
      recordTreatment(input: { beehiveIds: [$id], kind: "a", productName: "P", startedOn: "2026-05-01" }) { id } }`;
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
    await taker.ask(`mutation { deleteMyAccount(password: "${PASSWORD}", deleteSharedApiaries: true) }`);
    const [row] = await sql(
      'select owner_id, apiary_id, item_id, movement_id, beehive_id from treatments where id = $1',
      [id],
    );
    expect(row).toEqual({ owner_id: NOBODY, apiary_id: null, item_id: null, movement_id: null, beehive_id: null });
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
      const READ = '{ treatmentRegister { nodes { treatedBeehiveId apiaryId apiaryLabel } } }';
      const linesOf = async (who: Beekeeper) =>
        new Set((await who.ask(READ)).treatmentRegister.nodes.map((node: object) => JSON.stringify(node)));
      const line = (treatedBeehiveId: string, apiaryId: string | null, apiaryLabel: string): string =>
        JSON.stringify({ treatedBeehiveId, apiaryId, apiaryLabel });
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

describe('as a table and as a page', () => {
  const get = (path: string, who: Client = ana, language = 'en') =>
    fetch(`${app.url}/api/v1/treatments/register/${path}`, {
      headers: { ...(who.token && { authorization: `Bearer ${who.token}` }), 'accept-language': language },
    });
  /** Parses RFC 4180. */
  const parseCsv = (text: string): string[][] =>
    text
      .split('\r\n')
      .slice(0, -1)
      .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell]) => cell!.replaceAll('""', '"')));

  it('the table has every treatment, in UTF-8, and no cell is run as a formula', async () => {
    const keeper = await beekeeper(app);
    const apiary = await keeper.apiary({ name: '=cmd|"/c calc"!A1' });
    const beehive = await keeper.beehive(apiary, { beehiveNumber: 7 });
    const started = [
      '=1',
      '@SUM(A1)',
      '+1',
      '-1',
      '\tx',
      '\rx',
      '\nx',
      '\uff1d1',
      '\uff0b1',
      '\uff0d1',
      '\uff20x',
      '\u200b=1',
      '\u00a0=1',
    ];
    // A program that splits the lines at semicolons or tabs begins a cell within a text.
    const within = {
      'x;=1': "x;'=1",
      'x; +1;-1': "x; '+1;'-1",
      'x\t@a': "x\t'@a",
      'x\n\u200b\uff1d1': "x\n\u200b'\uff1d1",
    };
    const ordinary = ['Ácido "oxálico", 3 %', 'a; b = 2 - 1', 'Timol + mentol', 'ana@example.org; x'];
    for (const productName of [...started, ...Object.keys(within), ...ordinary])
      await keeper.ask('mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { id } }', {
        input: {
          beehiveIds: [beehive],
          kind: 'a',
          productName,
          startedOn: '2026-05-01',
          dose: '2.50',
          doseUnit: 'ml',
          withdrawalDays: 7,
          plannedDays: 3,
        },
      });
    await keeper.rest('DELETE', `/beehives/${beehive}`);
    const response = await get('csv', keeper);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="register-of-treatments.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [titles, ...lines] = parseCsv(bytes.subarray(3).toString());
    expect(titles!.slice(0, 3)).toEqual(['(a) First day', '(b) Product', '(c) Quantity']);
    const cells = lines.map((line) => Object.fromEntries(line.map((cell, i) => [titles![i]!, cell])));
    expect(cells.map((line) => line['(b) Product']).sort()).toEqual(
      [...started.map((text) => `'${text}`), ...Object.values(within), ...ordinary].sort(),
    );
    expect(cells[0]).toMatchObject({
      '(a) First day': '2026-05-01',
      '(c) Quantity': '2.5 ml',
      '(f) Apiary': `'=cmd|"/c calc"!A1`,
      '(f) Hive': '7',
      '(h) Withdrawal until': addDays(today(), 7),
      Status: 'Active',
    });
    expect(parseCsv(await (await get('csv', keeper, 'es')).text())[0]![0]).toBe('(a) Primer día');
  });

  it('a period beyond the last day that can be written ends on that day', async () => {
    const keeper = await beekeeper(app);
    const beehive = await keeper.beehive(await keeper.apiary());
    const late = { beehiveIds: [beehive], kind: 'a', productName: 'b', startedOn: '2026-05-01', withdrawalDays: 3650 };
    await keeper.ask('mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { id } }', {
      input: { ...late, endedOn: '9995-01-01', expiryDate: '9999-12-31' },
    });
    const [titles, line] = parseCsv(await (await get('csv', keeper)).text());
    const cells = Object.fromEntries(line!.map((cell, i) => [titles![i]!, cell]));
    expect(cells).toMatchObject({ '(h) Withdrawal until': '9999-12-31', 'Keep until': '9999-12-31' });
  });

  it('the page has no script, loads nothing, and escapes texts', async () => {
    const keeper = await beekeeper(app);
    const beehive = await keeper.beehive(await keeper.apiary({ name: '<script>alert(1)</script>' }));
    await treat(keeper, beehive);
    const response = await get('html', keeper, 'es');
    expect([response.headers.get('content-type'), response.headers.get('content-language')]).toEqual([
      'text/html; charset=utf-8',
      'es',
    ]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).toContain('Registro de tratamientos');
    expect(page).toContain(keeper.email);
    expect(page).toContain('&#60;script&#62;');
    expect(page).not.toMatch(/<script|src=|href=/);
  });

  it('both are limited to an apiary and to days, and refuse what is wrong', async () => {
    const keeper = await beekeeper(app);
    const [apiary, other] = [await keeper.apiary(), await keeper.apiary()];
    for (const at of [apiary, other]) await treat(keeper, await keeper.beehive(at));
    const lines = async (query: string): Promise<number> =>
      parseCsv(await (await get(`csv${query}`, keeper)).text()).length - 1;
    expect([
      await lines(''),
      await lines(`?apiary_id=${apiary}`),
      await lines('?from=2026-05-01&to=2026-05-01'),
      await lines('?from=2026-05-02'),
      await lines('?to=2026-04-30'),
      await lines('?apiary_id=&from=&to='),
    ]).toEqual([2, 1, 2, 0, 0, 2]);
    const answers = await Promise.all(
      ['csv?from=soon', 'html?to=2026-02-30', 'csv?apiary_id=a&apiary_id=b', 'html?apiary_id=nonsense'].map((path) =>
        get(path, keeper),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404]);
    expect(((await answers[0]!.json()) as { message: string }).message).toBe('from must be a day such as 2026-05-01');
    for (const path of ['csv', 'html']) expect((await get(path, app.anyone)).status).toBe(401);
  });

  it('a register of more than a batch is complete', async () => {
    const keeper = await beekeeper(app);
    const beehive = await keeper.beehive(await keeper.apiary());
    await sql(
      `insert into treatments (id, created_at, updated_at, kind, product_name, started_on, beehive_id, treated_beehive_id, beehive_label,
         course_id, actor_id, series_id)
       select id, now(), now(), 'a', 'P' || n, '2026-05-01', $1, $1, '1', id, $2, id
       from (select gen_random_uuid() as id, n from generate_series(1, 1201) n) t`,
      [beehive, keeper.id],
    );
    const products = parseCsv(await (await get('csv', keeper)).text())
      .slice(1)
      .map(([, product]) => product);
    expect(new Set(products).size).toBe(1201);
    expect(products).toHaveLength(1201);
  });

  it('the export of the account contains them, with revisions, follow-ups and mite counts', async () => {
    const keeper = await beekeeper(app);
    const { treatment } = await treat(keeper, await keeper.beehive(await keeper.apiary()));
    await keeper.rest('PUT', `/treatments/${treatment}`, { product_name: 'New' });
    const { body } = await keeper.rest('GET', '/users/me/export');
    expect(body.treatments.map(({ productName }: Entry) => productName).sort()).toEqual(['New', 'Thymol']);
    expect([body.treatmentFollowUps.length, body.miteCounts.length]).toEqual([1, 1]);
    expect(JSON.stringify(body.treatments)).not.toContain('owner');
  });
});
