// What is computed over all rows of an import, before and after they are checked.
/** The apiary that a row above names, for each row that names none. */
export const FILL_BELOW = `
  update import_rows r set above = f.above from (
    select n, v, first_value(v) over (partition by block order by n) as above from (
      select n, v, count(v) over (order by n) as block from (
        select n, nullif(trim(cells->>$3::int), '') as v from import_rows where import_id = $1 and sheet = $2) cell) blocks) f
  where r.import_id = $1 and r.n = f.n and f.v is null`;
/** How many rows each question is about, by its id. */
export const COUNT_QUESTIONS = `(
  select coalesce(jsonb_object_agg(question, rows), '{}') from (
    select question, count(*) as rows from import_rows, jsonb_array_elements_text(questions) question where import_id = $1 group by question) asked)`;
