// Inserts as many rows as years of use leave behind. Autovacuum has analyzed such tables: without that, triggers would scan them.
import type { TestDatabase } from './database.js';

export async function addMovements({ sql }: TestDatabase, item: string, rows: number): Promise<void> {
  await sql(
    `insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
     select gen_random_uuid(), now(), now(), $1, n + 1, 'ENTRY', 1, n, $1, now() from generate_series(1, $2::int) n`,
    [item, rows],
  );
  await sql('analyze stock_movements');
}

const ANSWERS_EACH = 10;

/** Ten for each inspection. The trigger that looks for the last one of the hive would read them all for each: it does not know of them yet. */
export async function addAnswers({ sql }: TestDatabase, beehive: string, rows: number): Promise<void> {
  await sql('alter table inspections disable trigger last_inspection_set');
  await sql(
    `insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id)
     select id, now(), now(), $1, (select apiary_id from beehives where id = $1), 'COMPLETED', now(), $1, id
     from (select gen_random_uuid() as id from generate_series(1, $2::int)) i`,
    [beehive, rows / ANSWERS_EACH],
  );
  await sql('alter table inspections enable trigger last_inspection_set');
  await sql('update beehives set last_inspected_at = now() where id = $1', [beehive]);
  await sql('analyze inspections');
  await sql(
    `insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, required, position, text, answered_at)
     select gen_random_uuid(), now(), now(), i.id, gen_random_uuid(), 'Notes', 'texto', false, n, 'Calm', now()
     from inspections i, generate_series(1, ${ANSWERS_EACH}) n where beehive_id = $1`,
    [beehive],
  );
  await sql('analyze answers');
}

export const addTreatments = ({ sql }: TestDatabase, beehive: string, rows: number): Promise<object[]> =>
  sql(
    `insert into treatments (id, created_at, updated_at, kind, product_name, started_on, beehive_id, treated_beehive_id, beehive_label,
       apiary_id, course_id, actor_id, series_id)
     select n.id, now(), now(), 'Varroa', 'Thymol', '2026-05-01', b.id, b.id, '1', b.apiary_id, n.id, b.id, n.id
     from beehives b, (select gen_random_uuid() as id from generate_series(1, $2::int)) n where b.id = $1`,
    [beehive, rows],
  );
