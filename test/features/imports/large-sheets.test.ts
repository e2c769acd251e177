// Two years of three apiaries with sixty hives, as one file.
import { describe, expect, it } from '@jest/globals';
import { workbook, type XlsxCell } from '../../support/xlsx.js';
import { check, newBeekeeper, open, run, sql, statuses } from './sheets.fixture.js';

const APIARIES = ['El Roble', 'La Peña', 'Río Frío'];
const HIVES = Array.from({ length: 60 }, (_, i) => ({ apiary: APIARIES[i % 3]!, number: Math.floor(i / 3) + 1 }));
const DAY_MS = 86_400_000;
const dayOf = (index: number): string => {
  const [year, month, day] = new Date(Date.UTC(2023, 0, 2) + index * DAY_MS).toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
};
const serialOf = (index: number): XlsxCell => ({ serial: 44_928 + index });

/** @param weeks between two inspections */
async function history(weeks: number): Promise<Buffer> {
  const visits = Array.from({ length: Math.floor(104 / weeks) }, (_, i) => i * weeks * 7);
  return workbook({
    Colmenas: [
      ['Apiario', 'Colmena', 'Fecha de alta', 'Notas'],
      ...HIVES.map(({ apiary, number }) => [apiary, number, '01/01/2023', 'Layens']),
    ],
    Inspecciones: [
      ['Registro de visitas'],
      ['Apiario', 'Colmena', 'Fecha', 'Población', 'Cuadros de cría', 'Observaciones', 'Temperatura'],
      ...visits.flatMap((day, i) =>
        HIVES.map(({ apiary, number }) => [
          apiary,
          number,
          dayOf(day),
          i % 2 ? 'Alta' : 'Media',
          i % 9,
          i % 3 ? null : 'tranquila',
          20 + (i % 10),
        ]),
      ),
    ],
    Tratamientos: [
      ['Apiario', 'Colmena', 'Fecha inicio', 'Fecha fin', 'Producto', 'Dosis', 'Tiempo de espera'],
      ...[220, 580].flatMap((day) =>
        HIVES.map(({ apiary, number }) => [apiary, number, serialOf(day), serialOf(day + 42), 'Apivar', '2 tiras', 0]),
      ),
    ],
    Cosechas: [
      ['Apiario', 'Colmena', 'Fecha de castra', 'Kg de miel', 'Cuadros'],
      ...[160, 520].flatMap((day) => HIVES.map(({ apiary, number }) => [apiary, number, dayOf(day), '12,5', 4])),
    ],
  });
}

describe('two years of three apiaries', () => {
  it('are imported whole, once, and leave nothing to do of the past', async () => {
    const ana = await newBeekeeper();
    const sheet = await open(ana, await history(process.env.SLOW_TESTS === 'on' ? 1 : 13));
    expect(sheet.info.mapping.map(({ kind }) => kind)).toEqual(['HIVES', 'INSPECTIONS', 'TREATMENTS', 'HARVESTS']);
    expect(sheet.info.mapping[1]!.columns[2]).toMatchObject({ field: 'date', dateOrder: 'DMY' });
    let started = performance.now();
    expect((await check(ana, sheet)).filter(({ problems }) => problems.length > 0)).toEqual([]);
    const checkMs = performance.now() - started;
    started = performance.now();
    expect(statuses(await run(ana, sheet))).toEqual({ DONE: sheet.rows.length });
    if (process.env.FIGURES)
      process.stderr.write(
        `${JSON.stringify({ rows: sheet.rows.length, checkMs, runMs: performance.now() - started })}\n`,
      );
    const [counts] = await sql(
      `select (select count(*)::int from apiaries where owner_id = $1) as apiaries, (select count(*)::int from beehives where owner_id = $1) as hives,
         (select count(*)::int from treatments where owner_id = $1 and status = 'COMPLETED') as treatments,
         (select count(*)::int from harvests where owner_id = $1 and status = 'CLOSED') as harvests`,
      [ana.id],
    );
    expect(counts).toEqual({ apiaries: 3, hives: 60, treatments: 120, harvests: 120 });
    const placed = await sql('select distinct placed_on::text as day from beehive_placements where owner_id = $1', [
      ana.id,
    ]);
    expect(placed).toEqual([{ day: '2023-01-01' }]);
    const again = sheet.rows.slice(0, 100);
    expect(statuses(await run(ana, { ...sheet, rows: again }))).toEqual({ SKIPPED: 100 });
  }, 240_000);
});
