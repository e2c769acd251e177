// Each treatment in the register belongs to the keeper of its first day, whoever owns the hive now.
import { describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import * as fc from '../../support/fast-check.js';
import { addKeeper } from '../../support/keepers.js';
import { deleteAccount, share, transfer } from '../../support/members.js';
import { sectionsOf } from '../../support/register-page.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { app, NOBODY, sql } from './treatment-register.fixture.js';

const record = async (who: Beekeeper, hive: string, startedOn: string, productName: string): Promise<string> => {
  const { recordTreatment } = await who.ask(
    'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }',
    { input: { beehiveIds: [hive], kind: 'a', productName, startedOn } },
  );
  return recordTreatment.treatments[0].id;
};
const productsOf = async (who: Beekeeper, query = '') =>
  (await sectionsOf(who, query)).map(({ title, groups }) => [
    title,
    ...groups.map((group) => [group.title, ...group.rows.map(({ cells }) => cells[1])]),
  ]);

describe('after two changes of keeper', () => {
  it('there is a section for each, with its heading, its days and its apiaries', async () => {
    const ana = await beekeeper(app);
    const [spring, summer] = [await ana.apiary({ name: 'Spring 2' }), await ana.apiary({ name: 'Spring 10' })];
    const [hive, other] = [await ana.beehive(spring), await ana.beehive(summer)];
    await addKeeper(ana, '2024-01-01', 'One & Sons', {
      address: 'Mill 1',
      taxId: 'T1',
      registerNumber: 'R1',
      country: 'ES',
    });
    await addKeeper(ana, '2025-01-01', 'Two');
    await addKeeper(ana, '2026-01-01', 'Three');
    await record(ana, other, '2025-05-02', 'late');
    await record(ana, hive, '2025-05-03', 'later');
    for (const [day, product] of [
      ['2023-12-31', 'before'],
      ['2024-12-31', 'last of one'],
      ['2025-01-01', 'first of two'],
      ['2026-05-01', 'three'],
      ['2024-01-01', 'first of one'],
    ] as const)
      await record(ana, hive, day, product);
    expect(await productsOf(ana)).toEqual([
      ['Keeper: none was recorded for these days', ['Apiary: Spring 2', 'before']],
      ['Keeper: One & Sons', ['Apiary: Spring 2', 'first of one', 'last of one']],
      ['Keeper: Two', ['Apiary: Spring 2', 'first of two', 'later'], ['Apiary: Spring 10', 'late']],
      ['Keeper: Three', ['Apiary: Spring 2', 'three']],
    ]);
    const [none, one, two] = await sectionsOf(ana, '?from=2023-01-01&to=2025-06-30');
    expect(none!.lines).toEqual([
      `Account: bee, ${ana.email}`,
      'Keeper on these days: from 2023-01-01 until 2023-12-31',
    ]);
    expect(one!.lines).toEqual([
      'Mill 1, Spain',
      'Tax ID: T1',
      'Register number: R1',
      'Keeper on these days: from 2024-01-01 until 2024-12-31',
    ]);
    expect(two!.lines).toEqual(['Keeper on these days: from 2025-01-01 until 2025-06-30']);
    expect(await productsOf(ana, `?apiary_id=${summer}`)).toEqual([['Keeper: Two', ['Apiary: Spring 10', 'late']]]);
    expect(await productsOf(ana, '?from=2027-01-01')).toEqual([['Keeper: Three']]);
    const [titles, ...lines] = (await ana.rest('GET', '/treatments/register/csv')).body.trim().split('\r\n');
    expect(titles).toMatch(/"Keeper","Keeper’s address","Keeper’s register number"$/);
    expect(lines.find((line: string) => line.includes('first of one'))).toMatch(/"One & Sons","Mill 1","R1"$/);
    expect(lines.find((line: string) => line.includes('before'))).toMatch(/"","",""$/);
  });

  it('members see the register of the apiary without any keeper, and strangers nothing', async () => {
    const [ana, member] = [await beekeeper(app), await beekeeper(app)];
    const apiary = await ana.apiary({ name: 'Shared' });
    await record(ana, await ana.beehive(apiary), '2026-05-01', 'P');
    await addKeeper(ana, '2020-01-01', 'CANARY', { address: 'CANARY', taxId: 'CANARY', registerNumber: 'CANARY' });
    await addKeeper(member, '2020-01-01', 'Member');
    await share(ana, apiary, member, 'MANAGER');
    await sql('update apiaries set latitude = 41.12345, longitude = -5.54321 where id = $1', [apiary]);
    await until(async () => (await member.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    expect(await productsOf(member, `?apiary_id=${apiary}`)).toEqual([['', ['Apiary: Shared', 'P']]]);
    for (const path of ['html', 'csv', 'pdf']) {
      const { status, body } = await member.rest('GET', `/treatments/register/${path}?apiary_id=${apiary}`);
      expect([status, /CANARY|Member|41\.12345/.test(String(body))]).toEqual([200, false]);
    }
    const keeper = '{ treatments(apiaryId: $apiary) { nodes { keeper { legalName } } } }';
    const read = (who: Beekeeper) => who.ask(`query ($apiary: ID) ${keeper}`, { apiary });
    expect((await read(member)).treatments.nodes).toEqual([{ keeper: null }]);
    expect((await read(ana)).treatments.nodes).toEqual([{ keeper: { legalName: 'CANARY' } }]);
    expect(await (await import('../../support/register-page.js')).pageOf(ana)).toContain('41.12345, -5.54321');
  });
});

describe('a record that gets another owner', () => {
  it.each(['with its hive', 'with its apiary'])('keeps the keeper of its day, without the tax id (%s)', async (way) => {
    const [giver, taker] = [await beekeeper(app), await beekeeper(app)];
    const [left, entered] = [await giver.apiary({ name: 'Left' }), await taker.apiary({ name: 'Entered' })];
    const hive = await giver.beehive(left);
    await addKeeper(giver, '2025-01-01', 'Giver', { address: 'Mill 1', taxId: 'CANARY', registerNumber: 'R1' });
    await addKeeper(taker, '2020-01-01', 'Taker');
    const id = await record(giver, hive, '2025-05-01', 'frozen');
    await giver.rest('PUT', `/treatments/${id}`, { product_name: 'corrected' });
    await record(giver, hive, '2024-05-01', 'of nobody');
    if (way === 'with its hive')
      await sql('update beehives set apiary_id = $2, owner_id = $3 where id = $1', [hive, entered, taker.id]);
    else {
      await share(giver, left, taker, 'VIEWER');
      expect((await transfer(giver, left, taker.id)).errors).toBeUndefined();
    }
    await record(taker, hive, '2025-06-01', 'own');
    await giver.ask('mutation { updateMyProfile: updateProfile(input: { fullName: "Other" }) { user { id } } }');
    await sql(`update keepers set legal_name = 'Changed later' where owner_id = $1`, [giver.id]);
    const former = 'Previous keeper, from whom the hives came';
    const apiary = way === 'with its hive' ? 'Apiary: Left (no longer in this account)' : 'Apiary: Left';
    const here = way === 'with its hive' ? 'Apiary: Entered' : 'Apiary: Left';
    expect(await productsOf(taker)).toEqual([
      [`${former}: none was recorded for these days`, [apiary, 'of nobody']],
      [`${former}: Giver`, [apiary, 'corrected']],
      ['Keeper: Taker', [here, 'own']],
    ]);
    const csv = (await taker.rest('GET', '/treatments/register/csv')).body;
    expect(csv.split('\r\n').find((line: string) => line.includes('corrected'))).toMatch(/"Giver","Mill 1","R1"$/);
    expect(csv.split('\r\n').find((line: string) => line.includes('of nobody'))).toMatch(/"","",""$/);
    expect((await sql('select 1 from treatments t where to_jsonb(t)::text like $1', ['%CANARY%'])).length).toBe(0);
    const frozen = await sql('select former_keeper from treatments where series_id = $1', [id]);
    expect(frozen).toEqual(
      Array(2).fill({ former_keeper: { legalName: 'Giver', address: 'Mill 1', registerNumber: 'R1' } }),
    );
    // A correction keeps it; the deletion of the account forgets it.
    await taker.rest('PUT', `/treatments/${id}`, { product_name: 'corrected again' });
    expect((await productsOf(taker))[1]).toEqual([`${former}: Giver`, [apiary, 'corrected again']]);
    // Nor does a first day on which the giver had no keeper, or the taker had the hive: the register says of which day the keeper is.
    for (const day of ['2024-04-01', '2026-02-01']) {
      await taker.rest('PUT', `/treatments/${id}`, { start_date: day });
      const { treatment } = await taker.ask(`{ treatment(id: "${id}") { startedOn keeper { legalName } } }`);
      expect(treatment).toEqual({ startedOn: day, keeper: { legalName: 'Giver' } });
    }
    const giving = (await sectionsOf(taker)).find(({ title }) => title === `${former}: Giver`);
    expect(giving!.lines.at(-1)).toBe(
      'The hives came to this account later: the keeper is that of the first day of each treatment, as it was recorded then.',
    );
    expect((await deleteAccount(taker, PASSWORD, true)).errors).toBeUndefined();
    await allRemoved(app);
    const left_ = await sql('select owner_id, former_keeper from treatments where series_id = $1', [id]);
    expect(left_).toEqual(Array(5).fill({ owner_id: NOBODY, former_keeper: null }));
  });
});

describe('after random histories', () => {
  const day = fc.nat(9).map((n) => `2025-0${Math.floor(n / 4) + 1}-0${(n % 4) + 1}`);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('keeper' as const), who: fc.nat(1), day }),
    fc.record({ kind: fc.constant('delete' as const), who: fc.nat(1), day }),
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('treat' as const), who: fc.nat(1), day, hive: fc.nat(2) }) },
    fc.record({ kind: fc.constant('give' as const), hive: fc.nat(2) }),
  );
  const from = fc.option(day, { nil: undefined });

  it('the register is that of a model', async () => {
    const check = async (
      steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
      first?: string,
      last?: string,
    ) => {
      const accounts = [await beekeeper(app), await beekeeper(app)];
      const places = await Promise.all(accounts.map((who, i) => who.apiary({ name: `Of ${i}` })));
      // Each account has three hives at first; the second one gives some of its hives to the first.
      const hives = await Promise.all(
        accounts.map((who, i) => Promise.all([0, 1, 2].map(() => who.beehive(places[i]!)))),
      );
      const keepers = accounts.map(() => new Map<string, { id: string; name: string }>());
      const keeperOf = (who: number, on: string): string | undefined =>
        [...keepers[who]!]
          .filter(([start]) => start <= on)
          .sort()
          .at(-1)?.[1].name;
      const rows: { owner: number; hive: string; day: string; product: string; former?: string | null; at: string }[] =
        [];
      for (const [n, one] of steps.entries()) {
        if (one.kind === 'keeper' && !keepers[one.who]!.has(one.day)) {
          const name = `Keeper ${n}`;
          keepers[one.who]!.set(one.day, { id: await addKeeper(accounts[one.who]!, one.day, name), name });
        }
        if (one.kind === 'delete') {
          const known = keepers[one.who]!.get(one.day);
          if (known)
            await accounts[one.who]!.ask(`mutation { deleteKeeper(input: { id: "${known.id}" }) { deletedId } }`);
          keepers[one.who]!.delete(one.day);
        }
        if (one.kind === 'treat' && hives[one.who]![one.hive]) {
          const hive = hives[one.who]![one.hive]!;
          await record(accounts[one.who]!, hive, one.day, `P${n}`);
          rows.push({ owner: one.who, hive, day: one.day, product: `P${n}`, at: `Of ${one.who}` });
        }
        if (one.kind === 'give' && hives[1]![one.hive]) {
          const hive = hives[1]!.splice(one.hive, 1)[0]!;
          await sql('update beehives set apiary_id = $2, owner_id = $3 where id = $1', [
            hive,
            places[0],
            accounts[0]!.id,
          ]);
          hives[0]!.push(hive);
          for (const row of rows)
            if (row.hive === hive && row.owner === 1) {
              row.former = keeperOf(1, row.day) ?? null;
              row.owner = 0;
              row.at = 'Of 1 (no longer in this account)';
            }
        }
      }
      const expected = rows
        .filter((row) => row.owner === 0 && row.day >= (first ?? '') && row.day <= (last ?? '9'))
        .map((row) => {
          const name = row.former === undefined ? keeperOf(0, row.day) : (row.former ?? undefined);
          const who = row.former === undefined ? 'Keeper' : 'Previous keeper, from whom the hives came';
          return [row.product, row.day, `Apiary: ${row.at}`, `${who}: ${name ?? 'none was recorded for these days'}`];
        });
      const query = new URLSearchParams({ ...(first && { from: first }), ...(last && { to: last }) });
      const sections = await sectionsOf(accounts[0]!, `?${query}`);
      const shown = sections.flatMap(({ title, groups }) =>
        groups.flatMap((group) => group.rows.map(({ cells }) => [cells[1], cells[0], group.title, title])),
      );
      expect(shown.map(String).sort()).toEqual(expected.map(String).sort());
      // Sections by their first days, one for each keeper; within a group, rows by their days.
      expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length);
      const firstDays = sections.map(({ groups }) => groups.map(({ rows: [row] }) => row!.cells[0]!).sort()[0] ?? '');
      expect(firstDays).toEqual(firstDays.toSorted());
      for (const { rows: found } of sections.flatMap(({ groups }) => groups))
        expect(found.map(({ cells }) => cells[0]!)).toEqual(found.map(({ cells }) => cells[0]!).toSorted());
      const { treatmentRegister } = await accounts[0]!.ask(
        '{ treatmentRegister(first: 100) { nodes { productName keeper { legalName } } } }',
      );
      for (const { productName, keeper } of treatmentRegister.nodes) {
        const row = rows.find(({ product }) => product === productName)!;
        const name = row.former === undefined ? keeperOf(0, row.day) : row.former;
        expect([productName, keeper?.legalName]).toEqual([productName, name ?? undefined]);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), from, from, check), {
      numRuns: process.env.SLOW_TESTS === 'on' ? 40 : 3,
    });
  }, 300_000);
});
