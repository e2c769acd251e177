// What an import withstands: contents that no database stores, repetitions, and steps that follow each other at once.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { act, createImport, rowsOf, sendFile, settled, upload } from '../../support/imports.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const HIVES = 'Apiario;Colmena;Notas\nEl Roble;1;junto al camino\nEl Roble;2;\nLa Loma;1;sola\n';
const countOf = async (who: Beekeeper, list = 'beehives') =>
  (await who.ask(`{ ${list}(first: 1) { totalCount } }`))[list].totalCount as number;

describe('texts that no database stores', () => {
  it('are read without what cannot be stored', async () => {
    const ana = await beekeeper(app);
    const backup = {
      openbeehive_export: true,
      schema_version: '1\u0000',
      data: { apiary: [{ id: 'a', name: 'El\u0000 Ro\ud83dble 🐝', address: '\udc1d' }] },
    };
    const read = await upload(ana, JSON.stringify(backup), 'backup.json');
    expect(read).toMatchObject({ status: 'READY', failure: null, rows_total: 1 });
    expect((await rowsOf(ana, read.id))[0]!.cells[0]).toMatch(/^El Ro.?ble 🐝$/u);
    expect(await act(ana, read.id, 'run')).toMatchObject({ status: 'DONE', records_created: 1 });
  });

  it('are not made by cutting a text between the halves of a character', async () => {
    const ana = await beekeeper(app);
    const value = `${'x'.repeat(199)}🐝`;
    const read = await upload(ana, `Apiario;Colmena;Colocada el\nEl Roble;1;${value}\n`);
    expect(read).toMatchObject({ status: 'READY', rows_with_problems: 0 });
    expect((await rowsOf(ana, read.id))[0]!.remarks[0]).toMatchObject({ value: expect.stringMatching(/^x{199}/) });
  });
});

describe('a repetition', () => {
  it('of an import is not what created the records: its undo leaves them', async () => {
    const ana = await beekeeper(app);
    const first = await upload(ana, HIVES);
    await act(ana, first.id, 'run');
    const again = await upload(ana, HIVES);
    expect(await act(ana, again.id, 'run')).toMatchObject({ status: 'DONE', records_created: 0 });
    await act(ana, again.id, 'undo');
    expect(await countOf(ana)).toBe(3);
    await act(ana, first.id, 'undo');
    expect(await countOf(ana)).toBe(0);
  });

  it('of an inspections import as well', async () => {
    const ana = await beekeeper(app);
    const file = 'Apiario;Colmena;Fecha;Notas\nA;1;2025-05-01;x\nA;1;2025-05-08;y\n';
    const first = await upload(ana, file, 'inspecciones.csv');
    await act(ana, first.id, 'run');
    const again = await upload(ana, file, 'inspecciones.csv');
    expect(await act(ana, again.id, 'run')).toMatchObject({ status: 'DONE', records_created: 0 });
    await act(ana, again.id, 'undo');
    expect(await countOf(ana, 'inspections')).toBe(2);
  });

  it('after an undo writes the rows again', async () => {
    const ana = await beekeeper(app);
    const first = await upload(ana, HIVES);
    await act(ana, first.id, 'run');
    await act(ana, first.id, 'undo');
    const again = await upload(ana, HIVES);
    expect(await act(ana, again.id, 'run')).toMatchObject({ status: 'DONE', records_created: 5 });
    expect(await countOf(ana)).toBe(3);
    expect(await act(ana, again.id, 'undo')).toMatchObject({ status: 'UNDONE', records_created: 0 });
    expect(await countOf(ana)).toBe(0);
  });

  it('after an undo does not write again what that has left', async () => {
    const ana = await beekeeper(app);
    const file = 'Apiario;Colmena;Fecha;Notas\nA;1;2025-05-01;x\nA;1;2025-05-08;y\n';
    const first = await upload(ana, file, 'inspecciones.csv');
    await act(ana, first.id, 'run');
    const { inspections } = await ana.ask('{ inspections(first: 1) { nodes { id } } }');
    const change = `id: "${inspections.nodes[0].id}", answers: [], notes: "mía", reason: "x"`;
    await ana.ask(`mutation { amendInspection(input: { ${change} }) { inspection { id } } }`);
    await act(ana, first.id, 'undo');
    expect(await countOf(ana, 'inspections')).toBe(1);
    const again = await upload(ana, file, 'inspecciones.csv');
    expect(await act(ana, again.id, 'run')).toMatchObject({ status: 'DONE', records_created: 1 });
    expect(await countOf(ana, 'inspections')).toBe(2);
  });
});

describe('an undo', () => {
  it.each([
    ['inspections', 'Apiario;Colmena;Fecha;Cuadros de cría\nA;1;2025-05-01;4\nA;1;2025-05-08;5\nA;2;2025-05-08;5\n'],
    ['treatments', 'Apiario;Colmena;Fecha;Producto;Dosis\nA;1;2025-05-01;Apivar;2\nA;2;2025-05-08;Apivar;2\n'],
    ['harvests', 'Apiario;Colmena;Fecha de cosecha;Kilogramos\nA;1;2025-05-01;12,5\nA;2;2025-05-08;10\n'],
    [
      'queens',
      'Apiario;Colmena;Reina;Año de la reina;Introducida el\nA;1;R1;2024;2024-05-01\nA;2;R2;2025;2025-05-08\n',
    ],
    ['inventory', 'Apiario;Artículo;Cantidad;Unidad\nA;Cera;4;kg\nA;Alzas;5;piezas\n'],
    ['miteCounts', 'Apiario;Colmena;Fecha;Ácaros;Abejas\nA;1;2025-05-01;4;300\nA;2;2025-05-08;5;300\n'],
  ])('removes all of %s', async (name, file) => {
    const ana = await beekeeper(app);
    const read = await upload(ana, file, `${name}.csv`);
    expect(read).toMatchObject({ status: 'READY', rows_with_problems: 0 });
    const done = await act(ana, read.id, 'run');
    expect(done.status).toBe('DONE');
    expect((await rowsOf(ana, read.id)).map(({ status }) => status)).not.toContain('FAILED');
    const undone = await act(ana, read.id, 'undo');
    expect((await rowsOf(ana, read.id)).map(({ status }) => status)).not.toContain('KEPT');
    expect(undone).toMatchObject({ status: 'UNDONE', records_created: 0 });
    expect(await countOf(ana, 'apiaries')).toBe(0);
  });
});

describe('steps that follow each other at once', () => {
  it('leave nothing behind', async () => {
    const ana = await beekeeper(app);
    const lines = Array.from({ length: 300 }, (_, i) => `A;${i + 1};2025-05-01;x`);
    const read = await upload(ana, `Apiario;Colmena;Fecha;Notas\n${lines.join('\n')}\n`, 'inspecciones.csv');
    for (let i = 0; i < 3; i++) {
      await ana.rest('POST', `/imports/${read.id}/run`);
      for (;;) {
        const { body } = await ana.rest('GET', `/imports/${read.id}`);
        if (body.rows_done > 0) break;
      }
      await ana.rest('POST', `/imports/${read.id}/cancel`);
    }
    const run = await act(ana, read.id, 'run');
    expect(run).toMatchObject({ status: 'DONE', rows_with_problems: 0, records_created: 601 });
    expect(await countOf(ana)).toBe(300);
  });

  it('cancel and undo leave nothing', async () => {
    const ana = await beekeeper(app);
    const lines = Array.from({ length: 300 }, (_, i) => `A;${i + 1};2025-05-01;x`);
    const read = await upload(ana, `Apiario;Colmena;Fecha;Notas\n${lines.join('\n')}\n`, 'inspecciones.csv');
    await ana.rest('POST', `/imports/${read.id}/run`);
    for (;;) {
      const { body } = await ana.rest('GET', `/imports/${read.id}`);
      if (body.rows_done > 0) break;
    }
    await ana.rest('POST', `/imports/${read.id}/cancel`);
    expect(await act(ana, read.id, 'undo')).toMatchObject({ status: 'UNDONE', records_created: 0 });
    await new Promise((r) => setTimeout(r, 1000));
    expect(await countOf(ana)).toBe(0);
  });
});

describe('an upload', () => {
  it('is one of two that come at once', async () => {
    const ana = await beekeeper(app);
    const line = `A;1;2025-05-01;${'x'.repeat(200)}\n`;
    const file = `Apiario;Colmena;Fecha;Notas\n${line.repeat(8000)}`;
    const id = await createImport(ana);
    const sent = await Promise.all([1, 2, 3].map(() => sendFile(ana, id, file)));
    expect(sent.map(({ status }) => status)).toContain(202);
    expect(await settled(ana, id)).toMatchObject({ rows_total: 8000 });
  });
});
