// Records whose texts are as long as their fields allow.
import type { TestDatabase } from './database.js';

/** Each has 200 kB of answers, as forty questions with long answers make. */
export async function addLongInspections({ sql }: TestDatabase, beehive: string, inspections: number): Promise<void> {
  await sql(
    `with added as (
       insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id)
       select id, now(), now(), $1, (select apiary_id from beehives where id = $1), 'COMPLETED', now(), $1, id
       from (select gen_random_uuid() as id from generate_series(1, $2::int)) i returning id)
     insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, required, position, text, answered_at)
     select gen_random_uuid(), now(), now(), id, gen_random_uuid(), 'Notes', 'texto', false, n, repeat('Calm ', 1000), now()
     from added, generate_series(1, 40) n`,
    [beehive, inspections],
  );
}

/** Each says 4 kB in the register. */
export async function addLongTreatments({ sql }: TestDatabase, beehive: string, treatments: number): Promise<void> {
  const of = (length: number): string => `left(repeat('Thymol in two strips ', 100), ${length})`;
  await sql(
    `insert into treatments (id, created_at, updated_at, kind, product_name, active_ingredient, target, method, dose_text, batch_number, supplier,
       supplier_address, purchase_proof, prescriber, prescriber_contact, applied_by, final_result, final_hive_condition, future_recommendations,
       apiary_label, reason, started_on, beehive_id, treated_beehive_id, beehive_label, apiary_id, course_id, actor_id, series_id)
     select n.id, now(), now(), ${of(100)}, ${of(200)}, ${of(200)}, ${of(200)}, ${of(200)}, ${of(200)}, ${of(100)}, ${of(200)},
       ${of(500)}, ${of(500)}, ${of(200)}, ${of(500)}, ${of(200)}, ${of(2000)}, ${of(2000)}, ${of(2000)},
       ${of(200)}, ${of(500)}, '2026-05-02', b.id, b.id, ${of(50)}, b.apiary_id, n.id, b.id, n.id
     from beehives b, (select gen_random_uuid() as id from generate_series(1, $2::int)) n where b.id = $1`,
    [beehive, treatments],
  );
}

/** Each names a hundred hives, as many as a task may have. */
export async function addLongTasks({ sql }: TestDatabase, apiary: string, tasks: number): Promise<void> {
  await sql(
    `insert into tasks (id, created_at, updated_at, apiary_id, title, notes, kind, priority, due_on, source, status, actor_id, beehive_ids, beehive_labels)
     select gen_random_uuid(), now(), now(), $1, left(repeat('Feed them ', 20), 190) || n, repeat('Calm ', 400), 'OTHER', 'NORMAL', current_date + n % 300, 'OWN', 'OPEN', $1,
       array_fill($1::uuid, array[100]), array_fill(repeat('7', 50), array[100])
     from generate_series(1, $2::int) n`,
    [apiary, tasks],
  );
}
