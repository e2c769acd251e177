// Imports as a client sees them, from the file to its records, and back.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { act, createImport, rowsOf, sendFile, settled, upload } from '../../support/imports.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const HIVES =
  'Apiario;Colmena;Colocada el;Notas\nEl Roble;1;3/4/2024;junto al camino\nEl Roble;2;15/4/2024;\nLa Loma;;31.2.24;sola\n';
const hivesOf = async (who: Beekeeper) =>
  (await who.ask('{ beehives(first: 100) { nodes { id beehiveNumber observations apiary { name } } } }')).beehives
    .nodes;

const digestOf = (bytes: Buffer) => ({
  'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
});
const sendPart = (who: Beekeeper, id: string, bytes: Buffer<ArrayBuffer>, from: number, to: number) =>
  sendFile(who, id, bytes.subarray(from, to), {
    'content-range': `bytes ${from}-${to - 1}/${bytes.length}`,
    ...digestOf(bytes),
  });
const reasonOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error_code: string }).error_code;

describe('a table of hives', () => {
  it('is read, shown with its problems, run without them, and undone', async () => {
    const ana = await beekeeper(app);
    const read = await upload(ana, HIVES);
    expect(read).toMatchObject({
      status: 'READY',
      format: 'CSV',
      failure: null,
      rows_total: 3,
      rows_with_problems: 1,
      records_created: 0,
    });
    expect(read.sheets[0]).toMatchObject({ name: 'hives', kind: 'HIVES' });
    expect(read.sheets[0]!.columns.map(({ field, date_order }) => [field, date_order])).toEqual([
      ['apiary', null],
      ['hive', null],
      ['placedOn', 'DMY'],
      ['notes', null],
    ]);
    const [, , third] = await rowsOf(ana, read.id);
    expect(third).toMatchObject({ row: 4, status: 'PENDING', cells: ['La Loma', '', '31.2.24', 'sola'] });
    expect(third!.problems).toEqual([{ column: 2, heading: 'Colmena', value: null, message: expect.any(String) }]);
    expect(third!.remarks).toEqual([
      { column: 3, heading: 'Colocada el', value: '31.2.24', message: expect.any(String) },
    ]);
    expect(await rowsOf(ana, read.id, '?only_problems=true')).toEqual([third]);
    expect(await hivesOf(ana)).toEqual([]);

    const refused = await ana.rest('POST', `/imports/${read.id}/run`);
    expect([refused.status, refused.body.error_code]).toEqual([409, 'IMPORT_HAS_PROBLEMS']);
    const done = await act(ana, read.id, 'run', { skip_problems: true });
    expect(done).toMatchObject({ status: 'DONE', rows_done: 3, records_created: 3 });
    expect(await hivesOf(ana)).toMatchObject([
      { beehiveNumber: 1, observations: 'junto al camino', apiary: { name: 'El Roble' } },
      { beehiveNumber: 2, apiary: { name: 'El Roble' } },
    ]);
    expect((await rowsOf(ana, read.id)).map(({ status }) => status)).toEqual(['DONE', 'DONE', 'SKIPPED']);

    expect(await act(ana, read.id, 'undo')).toMatchObject({ status: 'UNDONE', records_created: 0 });
    expect(await hivesOf(ana)).toEqual([]);
    expect((await ana.ask('{ apiaries(first: 10) { totalCount } }')).apiaries.totalCount).toBe(0);
  });

  it('creates nothing twice, and an undo keeps what has changed since', async () => {
    const ana = await beekeeper(app);
    const first = await upload(ana, HIVES);
    await act(ana, first.id, 'run', { skip_problems: true });
    const before = await hivesOf(ana);
    const again = await upload(ana, HIVES);
    expect(await act(ana, again.id, 'run', { skip_problems: true })).toMatchObject({ status: 'DONE' });
    expect(await hivesOf(ana)).toEqual(before);
    const [changed] = before;
    await ana.ask(
      `mutation { updateBeehive(input: { id: "${changed.id}", state: { observations: "mía" } }) { beehive { id } } }`,
    );
    await act(ana, first.id, 'undo');
    expect(await hivesOf(ana)).toMatchObject([{ id: changed.id, observations: 'mía' }]);
    expect((await rowsOf(ana, first.id)).map(({ status }) => status)).toEqual(['KEPT', 'UNDONE', 'SKIPPED']);
  });

  it('is read otherwise if its columns are mapped otherwise, which is remembered', async () => {
    const ana = await beekeeper(app);
    const read = await upload(ana, 'Sitio;Colmena;Seña\nEl Roble;1;roja\n');
    const sheets = [
      {
        sheet: 1,
        kind: 'HIVES',
        columns: [
          { column: 1, field: 'apiary' },
          { column: 3, field: 'notes' },
        ],
      },
    ];
    const changed = await ana.rest('PUT', `/imports/${read.id}`, { sheets });
    expect([changed.status, changed.headers.get('location')]).toEqual([202, `/api/v1/imports/${read.id}`]);
    expect(await settled(ana, read.id)).toMatchObject({ status: 'READY', rows_with_problems: 0 });
    await act(ana, read.id, 'run');
    expect(await hivesOf(ana)).toMatchObject([{ observations: 'roja', apiary: { name: 'El Roble' } }]);
    const next = await upload(ana, 'Sitio;Colmena;Seña\nEl Roble;2;azul\n');
    expect(next.sheets[0]!.columns.map(({ field }) => field)).toEqual(['apiary', 'hive', 'notes']);
    const wrong = (sheets: object[]) => ana.rest('PUT', `/imports/${next.id}`, { sheets });
    expect((await wrong([{ sheet: 3, kind: 'HIVES' }])).body.message).toContain('sheet is not a sheet of the file');
    expect((await wrong([{ sheet: 1, kind: 'HIVES', columns: [{ column: 1, field: 'dose' }] }])).status).toBe(400);
    expect((await wrong([{ sheet: 1, kind: 'HIVES', columns: [{ column: 9, field: 'notes' }] }])).status).toBe(400);
    expect((await wrong([{ sheet: 1, kind: 'HIVES', columns: [{ column: 1, field: 'notes' }] }])).status).toBe(400);
  });
});

describe('a file', () => {
  it('arrives in parts that follow each other', async () => {
    const ana = await beekeeper(app);
    const id = await createImport(ana);
    const bytes = Buffer.from(HIVES);
    const send = (from: number, to: number) => sendPart(ana, id, bytes, from, to);
    const first = await send(0, 20);
    expect(await first.json()).toMatchObject({ id, status: 'WAITING', received_bytes: 20 });
    const gap = await send(30, 40);
    expect([gap.status, ((await gap.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining('20'),
    ]);
    await send(20, 40);
    expect((await ana.rest('GET', `/imports/${id}`)).body).toMatchObject({ status: 'WAITING', received_bytes: 40 });
    const last = await send(40, bytes.length);
    expect([last.status, last.headers.get('location')]).toEqual([202, `/api/v1/imports/${id}`]);
    expect(await settled(ana, id)).toMatchObject({ status: 'READY', rows_total: 3 });
  });

  it('is never a mixture of two, whose parts have the same size', async () => {
    const ana = await beekeeper(app);
    const id = await createImport(ana);
    const [one, other] = [HIVES, HIVES.replaceAll('1', '7')].map((text) => Buffer.from(text));
    await sendPart(ana, id, one!, 0, 20);
    const refused = await sendPart(ana, id, other!, 20, one!.length);
    expect([refused.status, await reasonOf(refused)]).toEqual([409, 'ANOTHER_FILE']);
    const unnamed = await sendFile(ana, id, other!.subarray(20), {
      'content-range': `bytes 20-${one!.length - 1}/${one!.length}`,
    });
    expect([unnamed.status, await reasonOf(unnamed)]).toEqual([400, 'BAD_USER_INPUT']);
    expect((await ana.rest('GET', `/imports/${id}`)).body).toMatchObject({ status: 'WAITING', received_bytes: 20 });
    expect((await sendPart(ana, id, one!, 20, one!.length)).status).toBe(202);
    expect(await settled(ana, id)).toMatchObject({ status: 'READY', rows_total: 3 });
  });

  it('that is not what its digest says begins again', async () => {
    const ana = await beekeeper(app);
    const id = await createImport(ana);
    const digest = digestOf(Buffer.from(HIVES));
    const [begin, end] = [HIVES.slice(0, 20), HIVES.slice(20).replaceAll('1', '7')];
    const range = (from: number, to: number) => `bytes ${from}-${to - 1}/${HIVES.length}`;
    const first = await sendFile(ana, id, begin, { 'content-range': range(0, 20), ...digest });
    expect(first.status).toBe(202);
    const last = await sendFile(ana, id, end, { 'content-range': range(20, HIVES.length), ...digest });
    expect([last.status, await reasonOf(last)]).toEqual([409, 'ANOTHER_FILE']);
    expect((await ana.rest('GET', `/imports/${id}`)).body).toMatchObject({ status: 'WAITING', received_bytes: 0 });
    expect((await sendFile(ana, id, HIVES, digest)).status).toBe(202);
  });

  it('is refused before it is read if it is too large, and nobody else sends or sees it', async () => {
    const [ana, ben] = [await beekeeper(app), await beekeeper(app)];
    const id = await createImport(ana);
    const tooLarge = await sendFile(ana, id, Buffer.alloc(20 * 2 ** 20 + 1));
    expect(tooLarge.status).toBe(413);
    const stated = await sendFile(ana, id, Buffer.from('x'), { 'content-range': 'bytes 0-0/99999999' });
    expect(stated.status).toBe(413);
    expect((await sendFile(ben, id, HIVES)).status).toBe(404);
    expect((await sendFile(app.anyone, id, HIVES)).status).toBe(401);
    expect((await sendFile(ana, id, HIVES, { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await ben.rest('GET', `/imports/${id}`)).status).toBe(404);
    expect((await ben.rest('POST', `/imports/${id}/run`)).status).toBe(404);
    expect((await ana.rest('POST', `/imports/${id}/run`)).body.error_code).toBe('IMPORT_NOT_READY');
  });

  it('that is no table fails with a reason', async () => {
    const ana = await beekeeper(app);
    expect(await upload(ana, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'hives.csv')).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('neither a table'),
    });
    expect(await upload(ana, '')).toMatchObject({ status: 'FAILED', failure: 'The file has no rows' });
  });

  it('waits with at most four others', async () => {
    const ana = await beekeeper(app);
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => createImport(ana)));
    expect((await ana.rest('POST', '/imports', { file_name: 'x.csv' })).body.error_code).toBe('TOO_MANY_IMPORTS');
    await ana.ask(`mutation { deleteFileImport(input: { id: "${ids[0]}" }) { deletedId } }`);
    await createImport(ana);
    expect((await act(ana, ids[1]!, 'cancel')).status).toBe('CANCELED');
    expect((await ana.rest('POST', `/imports/${ids[1]}/run`)).body.error_code).toBe('IMPORT_NOT_READY');
    await createImport(ana);
  });
});
