// The register of treatments, as a list, a table and a page, for the owner and for members of an apiary.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import type { Client } from '../../support/client.js';
import { share } from '../../support/members.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';
import { addDays, ana, app, type Entry, register, sql, today } from './treatment-register.fixture.js';

describe('members of an apiary', () => {
  let keeper: Beekeeper;
  let apiary: string;
  let beehive: string;
  const member = async (role: string): Promise<Beekeeper> => {
    const account = await beekeeper(app);
    await sql(
      `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role, member_until)
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
  const {
    recordTreatment: { treatments: recordTreatment },
  } = await worker.ask(
    `mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id itemId stockMovementId stockQuantity batchNumber } } }`,
    {
      input: {
        beehiveIds: [beehive],
        kind: 'a',
        productName: 'P',
        startedOn: '2026-05-01',
        stock: { itemId: item, quantityPerHive: 2 },
      },
    },
  );
  expect(recordTreatment).toMatchObject([
    { itemId: null, stockMovementId: null, stockQuantity: 2, batchNumber: 'L-1' },
  ]);
  expect((await worker.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem.quantity).toBe(3);
  expect((await register(owner, shared)).map(({ id }) => id)).toEqual([recordTreatment[0].id]);
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
    for (const purchaseProof of [...started, ...Object.keys(within), ...ordinary])
      await keeper.ask(
        'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }',
        {
          input: {
            beehiveIds: [beehive],
            kind: 'a',
            productName: 'b',
            purchaseProof,
            startedOn: '2026-05-01',
            dose: '2.50',
            doseUnit: 'ml',
            withdrawalDays: 7,
            plannedDays: 3,
          },
        },
      );
    await keeper.rest('DELETE', `/beehives/${beehive}`);
    const response = await get('csv', keeper);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="register-of-treatments.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [titles, ...lines] = parseCsv(bytes.subarray(3).toString());
    expect(titles!.slice(0, 3)).toEqual(['(a) First day', '(b) Product', '(c) Quantity']);
    const cells = lines.map((line) => Object.fromEntries(line.map((cell, i) => [titles![i]!, cell])));
    expect(cells.map((line) => line['(e) Proof of purchase']).sort()).toEqual(
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

  it('periods may end after the last day that a record can have', async () => {
    const keeper = await beekeeper(app);
    const beehive = await keeper.beehive(await keeper.apiary());
    const late = { beehiveIds: [beehive], kind: 'a', productName: 'b', startedOn: '2026-05-01', withdrawalDays: 3650 };
    await keeper.ask(
      'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }',
      {
        input: { ...late, endedOn: '2200-12-31', expiryDate: '2200-12-31' },
      },
    );
    const [titles, line] = parseCsv(await (await get('csv', keeper)).text());
    const cells = Object.fromEntries(line!.map((cell, i) => [titles![i]!, cell]));
    expect(cells).toMatchObject({ '(h) Withdrawal until': '2210-12-29', 'Keep until': '2201-12-31' });
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
