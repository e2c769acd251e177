// Rows of spreadsheets become records, with the rules of these.
import { describe, expect, it } from '@jest/globals';
import type { MessageText } from '../../../src/messages/message.js';
import { Language } from '../../../src/shared/language.js';
import { queriesOf } from '../../support/client.js';
import { app, check, contextOf, newBeekeeper, open, run, sql, statuses, toMessage } from './sheets.fixture.js';

const problemsOf = (rows: { problems: { heading?: string | undefined; message: MessageText }[] }[]) =>
  rows.map(({ problems }) =>
    problems.map(({ heading, message }) => `${heading}: ${toMessage(message).in(Language.ES)}`),
  );

const HISTORY = `Apiario;Colmena;Fecha;Hora;Población;Cuadros de cría;¿Vio la reina?;Observaciones;Clima
El Roble;1;31/05/2024;14:30;Alta;6;sí;fuerte;sol
El Roble;2;31/05/2024;;Baja;3;no;;nubes
El Roble;1;15/06/2024;;Media;4;sí;más floja;
`;

describe('a history of inspections', () => {
  it('creates its apiary and hives, and leaves each with the state of its latest inspection', async () => {
    const ana = await newBeekeeper();
    await ana.ask('mutation { updateMe(input: { timeZone: "Europe/Madrid" }) { user { id } } }').catch(() => undefined);
    const sheet = await open(ana, HISTORY);
    expect(sheet.info.mapping[0]).toMatchObject({ kind: 'INSPECTIONS' });
    expect((await check(ana, sheet)).flatMap(({ problems }) => problems)).toEqual([]);
    expect(statuses(await run(ana, sheet))).toEqual({ DONE: 3 });
    const hives = await sql(
      `select beehive_number as number, bee_population as population, brood_frames as brood, a.name,
         (select min(placed_on)::text from beehive_placements p where p.beehive_id = b.id) as placed
       from beehives b join apiaries a on a.id = b.apiary_id where a.owner_id = $1 order by 1`,
      [ana.id],
    );
    expect(hives).toEqual([
      { number: 1, population: 'Media', brood: 4, name: 'El Roble', placed: '2024-05-31' },
      { number: 2, population: 'Baja', brood: 3, name: 'El Roble', placed: '2024-05-31' },
    ]);
    const inspections = await sql<{ notes: string; at: string }>(
      `select notes, to_char(occurred_at at time zone a.time_zone, 'YYYY-MM-DD HH24:MI') as at from inspections i join apiaries a on a.id = i.apiary_id where i.owner_id = $1 order by occurred_at, notes`,
      [ana.id],
    );
    expect(inspections.map(({ at }) => at)).toEqual(['2024-05-31 12:00', '2024-05-31 14:30', '2024-06-15 12:00']);
    expect(inspections[1]!.notes).toBe('fuerte\n¿Vio la reina?: sí\nClima: sol\nPoblación: Alta\nCuadros de cría: 6');
  });

  it('answers the questions of the apiary', async () => {
    const ana = await newBeekeeper();
    const apiaryId = await ana.apiary({ name: 'El roble' });
    const input = { apiaryId, text: '¿Vio la reina?', answerType: 'YES_NO', required: true };
    await ana.ask('mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id } } }', {
      input,
    });
    expect(statuses(await run(ana, await open(ana, HISTORY)))).toEqual({ DONE: 3 });
    const answers = await sql('select yes_no from answers where owner_id = $1 order by answered_at, yes_no', [ana.id]);
    expect(answers).toEqual([{ yes_no: false }, { yes_no: true }, { yes_no: true }]);
    expect(await sql('select 1 as one from apiaries where owner_id = $1', [ana.id])).toHaveLength(1);
  });

  it('is created once, and what has been deleted does not come back', async () => {
    const ana = await newBeekeeper();
    const sheet = await open(ana, HISTORY);
    await run(ana, sheet);
    const count = async () =>
      (await sql<{ n: number }>('select count(*)::int as n from inspections where owner_id = $1', [ana.id]))[0]!.n;
    expect(statuses(await run(ana, sheet))).toEqual({ SKIPPED: 3 });
    expect(await count()).toBe(3);
    expect(await sql('select 1 as one from idempotency_keys where owner_id = $1', [ana.id])).toHaveLength(0);
    const [hive] = await sql<{ id: string }>('select b.id from beehives b where owner_id = $1 and beehive_number = 1', [
      ana.id,
    ]);
    await ana.ask('mutation ($id: ID!) { deleteBeehive(input: { id: $id }) { deletedId } }', { id: hive!.id });
    const again = await run(ana, sheet);
    expect(statuses(again)).toEqual({ SKIPPED: 3 });
    expect(toMessage(again[0]!.problem!.message).in(Language.EN)).toBe(
      'You have deleted this record since an earlier import',
    );
    expect(await count()).toBe(1);
  });

  it('takes few statements for many rows', async () => {
    const ana = await newBeekeeper();
    const rows = Array.from(
      { length: 50 },
      (_, i) => `El Roble;${i % 5};${String((i % 28) + 1).padStart(2, '0')}/05/2024;${i}`,
    );
    const sheet = await open(ana, `Apiario;Colmena;Fecha;Notas\n${rows.join('\n')}\n`);
    await contextOf(ana);
    const queries = await queriesOf(app.app, () => run(ana, sheet));
    expect(queries.length).toBeLessThan(500);
  });
});

describe('problems', () => {
  it('name the row, the column and the value', async () => {
    const ana = await newBeekeeper();
    const file =
      'Apiario;Colmena;Fecha;Producto;Dosis;Días de retiro\nEl Roble;1;31.2.24;Oxuvar;5 ml;0\nEl Roble;la vieja;1.3.24;;5 ml;x\n;3;1.3.24;Oxuvar;;\nEl Roble;3;1.3.2150;Oxuvar;;\n';
    const sheet = await open(ana, file);
    expect(problemsOf(await check(ana, sheet))).toEqual([
      ['Fecha: 31.2.24 no es un día'],
      ['Producto: no tiene valor'],
      ['undefined: ¿En qué apiario están las filas de libro que no lo dicen?'],
      [expect.stringMatching(/^Fecha: no debe estar en el futuro/)],
    ]);
    expect(statuses(await run(ana, sheet))).toEqual({ FAILED: 4 });
    expect(await sql('select 1 as one from beehives where owner_id = $1', [ana.id])).toEqual([]);
  });

  it('of one row do not touch the others of its piece', async () => {
    const ana = await newBeekeeper();
    await ana.apiary({ name: 'El Roble' });
    const file = 'Colmena;Fecha;Ácaros;Abejas\n1;01/05/2025;3;300\n1;02/05/2025;3;0\n3;03/05/2025;4;300\n';
    const results = await run(ana, await open(ana, file));
    expect(results.map(({ status }) => status)).toEqual(['DONE', 'FAILED', 'DONE']);
    expect(results[1]!.problem).toMatchObject({ column: 4, heading: 'Abejas' });
  });
});

describe('the backup of another program', () => {
  it('is imported as it is', async () => {
    const ana = await newBeekeeper();
    const data = {
      apiary: [{ id: 'a', name: 'Garden', address: 'Mill Lane', lat: 51.1, lng: 7.1 }],
      hive: [{ id: 'h', apiary_id: 'a', name: 'Hive 3', status: 1, note: 'calm', created_at: '2024-04-02T09:00:00Z' }],
      queen: [{ id: 'q', hive_id: 'h', year: 2023, marking: 3, introduced_at: '2024-04-10T00:00:00Z' }],
      inspection: [
        { id: 'i', hive_id: 'h', date: '2024-05-31T14:30:00Z', queen_seen: 1, brood_frames: 6, weather: 'Sunny' },
      ],
      treatment: [
        {
          id: 't',
          apiary_id: 'a',
          hive_id: 'h',
          date: '2024-08-10',
          product: 'Formic acid',
          reason: 'Varroa',
          withdrawal_until: '2024-08-20',
        },
      ],
      harvest: [{ id: 'v', apiary_id: 'a', hive_id: 'h', date: '2024-07-15', variety: 'Lime', amount_kg: 14.5 }],
    };
    const sheet = await open(ana, JSON.stringify({ openbeehive_export: true, data }));
    expect((await check(ana, sheet)).flatMap(({ problems }) => problems)).toEqual([]);
    expect(statuses(await run(ana, sheet))).toEqual({ DONE: 6 });
    expect(
      await sql('select beehive_number as n, brood_frames as brood, observations from beehives where owner_id = $1', [
        ana.id,
      ]),
    ).toEqual([{ n: 3, brood: 6, observations: 'calm' }]);
    const places = 'select latitude::float8 as y, longitude::float8 as x, location from apiaries where owner_id = $1';
    expect(await sql(places, [ana.id])).toEqual([{ y: 51.1, x: 7.1, location: 'Mill Lane' }]);
    expect(await sql('select grams::int, honey_kind from harvests where owner_id = $1', [ana.id])).toEqual([
      { grams: 14_500, honey_kind: 'Lime' },
    ]);
    expect(await sql('select started_on::text from queen_reigns where owner_id = $1', [ana.id])).toEqual([
      { started_on: '2024-04-10' },
    ]);
  });
});

describe('a hive that has ended', () => {
  it('gets what happened before its end; what came later waits for the one after it', async () => {
    const ana = await newBeekeeper();
    const apiaryId = await ana.apiary({ name: 'El Roble' });
    const id = await ana.beehive(apiaryId, { beehiveNumber: 1, placedOn: '2024-01-01' });
    const input = { id, cause: 'UNKNOWN', lostOn: '2024-06-01' };
    await ana.ask('mutation ($input: RecordLossInput!) { recordLoss(input: $input) { beehive { id } } }', { input });
    const file = 'Colmena;Fecha;Ácaros;Abejas\n1;01/05/2024;3;300\n1;02/05/2025;3;300\n';
    expect(statuses(await run(ana, await open(ana, file)))).toEqual({ DONE: 1, FAILED: 1 });
    await ana.beehive(apiaryId, { beehiveNumber: 1, placedOn: '2025-04-01' });
    expect(statuses(await run(ana, await open(ana, file)))).toEqual({ SKIPPED: 1, DONE: 1 });
    const counts = await sql<{ id: string }>(
      'select beehive_id as id from mite_counts where owner_id = $1 order by counted_on',
      [ana.id],
    );
    expect(counts[0]!.id).toBe(id);
    expect(counts[1]!.id).not.toBe(id);
  });
});

describe('the other kinds', () => {
  it('treatments of the past have ended, and their honey waits for a decision', async () => {
    const ana = await newBeekeeper();
    await ana.apiary({ name: 'El Roble' });
    const treatments =
      'Colmena;Fecha de tratamiento;Producto;Principio activo;Dosis;Motivo;Retiro hasta\n1;01/08/2023;Apivar;amitraz;2 tiras;Varroa;\n1;10/08/2024;Oxuvar;ácido oxálico;5 ml;Varroa;20/08/2024\n';
    expect(statuses(await run(ana, await open(ana, treatments)))).toEqual({ DONE: 2 });
    const rows = await sql(
      'select product_name, status, ended_on::text, withdrawal_days, dose_text from treatments where owner_id = $1 order by started_on',
      [ana.id],
    );
    expect(rows).toEqual([
      {
        product_name: 'Apivar',
        status: 'COMPLETED',
        ended_on: '2023-08-01',
        withdrawal_days: null,
        dose_text: '2 tiras',
      },
      { product_name: 'Oxuvar', status: 'COMPLETED', ended_on: '2024-08-10', withdrawal_days: 10, dose_text: '5 ml' },
    ]);
    const harvests =
      'Colmena;Fecha de cosecha;Kg de miel;Cuadros\n1;15/08/2024;"12,5";4\n1;15/06/2025;"8 kg";3\n1;16/06/2025;;2\n';
    const results = await run(ana, await open(ana, harvests));
    expect(statuses(results)).toEqual({ DONE: 3 });
    expect(results[0]!.problem).toBeDefined();
    const stored = await sql('select status, grams::int from harvests where owner_id = $1 order by harvested_on', [
      ana.id,
    ]);
    expect(stored).toEqual([
      { status: 'DRAFT', grams: 12_500 },
      { status: 'CLOSED', grams: 8000 },
      { status: 'DRAFT', grams: expect.anything() },
    ]);
  });

  it('hives, queens, mite counts and inventory', async () => {
    const ana = await newBeekeeper();
    await ana.apiary({ name: 'El Roble' });
    const hives =
      'Apiario;Colmena;Fecha de alta;Estado;Alza;Notas;Modelo\nEl Roble;7;01/04/2023;Activa;Sí;mansa;Layens\nEl Roble;8;;;;;\n';
    const first = await open(ana, hives, (mapping) => expect(mapping[0]!.kind).toBe('HIVES'));
    expect(statuses(await run(ana, first))).toEqual({ DONE: 2 });
    expect(statuses(await run(ana, first))).toMatchObject({});
    const queens =
      'Colmena;Reina;Año;Color;Marcada;Origen;Fecha de introducción\n7;Q1;2024;verde;sí;propia;01/06/2024\n8;Q2;2023;#ff0000;;;\n';
    expect(statuses(await run(ana, await open(ana, queens)))).toEqual({ DONE: 2 });
    const counts = 'Colmena;Fecha;Ácaros;Abejas;Método\n7;01/09/2024;9;300;azúcar glas\n7;08/09/2024;9;;\n';
    expect(statuses(await run(ana, await open(ana, counts)))).toEqual({ DONE: 1, FAILED: 1 });
    const items = 'Artículo;Cantidad;Unidad;Stock mínimo;Categoría\nCera estampada;40;láminas;10;Cera\n';
    expect(statuses(await run(ana, await open(ana, items)))).toEqual({ DONE: 1 });
    expect(
      await sql('select beehive_number as n, hive_status, observations from beehives where owner_id = $1 order by 1', [
        ana.id,
      ]),
    ).toEqual([
      { n: 7, hive_status: 'Activa', observations: 'mansa\nModelo: Layens' },
      { n: 8, hive_status: null, observations: null },
    ]);
    expect(
      await sql('select name, color, is_marked, notes from queens where owner_id = $1 order by name', [ana.id]),
    ).toEqual([
      { name: 'Q1', color: 'GREEN', is_marked: true, notes: null },
      { name: 'Q2', color: null, is_marked: true, notes: 'Color: #ff0000' },
    ]);
    expect(
      await sql('select q.started_on::text from queen_reigns q where owner_id = $1 order by 1', [ana.id]),
    ).toHaveLength(2);
    expect(
      await sql('select method, mites, bees from mite_counts where owner_id = $1 order by counted_on', [ana.id]),
    ).toEqual([{ method: 'SUGAR_ROLL', mites: 9, bees: 300 }]);
    expect(
      await sql(
        'select quantity, minimum_stock, category from inventory_items i join apiaries a on a.id = i.apiary_id where a.owner_id = $1',
        [ana.id],
      ),
    ).toEqual([{ quantity: 40, minimum_stock: 10, category: 'Cera' }]);
  });
});
