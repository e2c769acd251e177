// What is computed over all rows of an import, before and after they are checked.
/** The last cell of a column above each row in which it is empty. */
export const FILL_BELOW = `
  update import_rows r set above = coalesce(r.above, '{}') || jsonb_build_object($4::text, f.above) from (
    select n, v, first_value(v) over (partition by block order by n) as above from (
      select n, v, count(v) over (order by n) as block from (
        select n, case when trim(cells->>$3::int) <> '' then cells->$3::int end as v
        from import_rows where import_id = $1 and sheet = $2) cell) blocks) f
  where r.import_id = $1 and r.n = f.n and f.v is null`;
/** How many rows each question is about, by its id. */
export const COUNT_QUESTIONS = `(
  select coalesce(jsonb_object_agg(question, rows), '{}') from (
    select question, count(*) as rows from import_rows, jsonb_array_elements_text(questions) question where import_id = $1 group by question) asked)`;
