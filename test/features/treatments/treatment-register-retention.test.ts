// A record of a treatment stays in the register until its day, whatever is deleted, and under random histories.
import { describe, expect, it } from '@jest/globals';
import * as fc from '../../support/fast-check.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD, treat } from '../../support/world.js';
import { ana, app, type Entry, NOBODY, register, sql } from './treatment-register.fixture.js';

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
      const stock = item && n % 3 === 0 ? { stock: { itemId: item.id, quantityPerHive: 1 } } : {};
      const input = {
        beehiveIds: treated,
        kind: 'a',
        productName: `P${n}`,
        startedOn: `2026-0${1 + (n % 9)}-11`,
        ...stock,
      };
      const {
        recordTreatment: { treatments: recordTreatment },
      } = await keeper.ask(
        'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }',
        { input },
      );
      for (const [i, id] of treated.entries())
        entries.push({
          id: recordTreatment[i].id,
          beehiveId: id,
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
      await keeper.ask('mutation ($id: ID!) { endTreatment(input: { id: $id }) { treatment { id } } }', {
        id: entry.id,
      });
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
    for (const text of ['truncate treatments cascade', 'truncate beehives cascade', 'truncate apiaries cascade'])
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
    await keeper.ask(
      'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }',
      {
        input: {
          beehiveIds: beehives,
          kind: 'a',
          productName: 'P',
          startedOn: '2026-05-01',
          stock: { itemId: item, quantityPerHive: 1 },
        },
      },
    );
    await sql('delete from beehives where id = $1', [beehives[0]]);
    expect((await keeper.rest('DELETE', `/beehives/${beehives[1]}`)).status).toBe(204);
    expect((await keeper.rest('DELETE', `/inventory/${item}`)).status).toBe(204);
    expect((await keeper.rest('DELETE', `/apiaries/${apiary}`)).status).toBe(204);
    const { treatmentRegister } = await keeper.ask(
      '{ treatmentRegister { nodes { beehiveId apiaryId apiaryLabel itemId stockMovementId stockQuantity beehive { id } apiary { id } } } }',
    );
    expect(treatmentRegister.nodes.map(({ beehiveId }: Entry) => beehiveId).sort()).toEqual(beehives.sort());
    for (const { beehiveId: _id, ...node } of treatmentRegister.nodes)
      expect(node).toEqual({
        apiaryId: null,
        apiaryLabel: 'An apiary',
        itemId: null,
        stockMovementId: null,
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
      else await keeper.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
      await allRemoved(app);
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
