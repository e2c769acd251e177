import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { APP_GROUPS, bank, GROUPS } from '../features/questions/bank.texts.js';

const COLUMNS = `category, text_es, text_en, group_es, group_en, answer_type, required, options_es, options_en, min, max, importance, is_default`;
const COLUMN_NAMES = COLUMNS.split(', ');
/** A single statement, so that processes can start concurrently. Unchanged rows are not written. */
const UPSERT = `insert into question_templates as t (id, created_at, updated_at, key, ${COLUMNS})
  select id, now(), now(), key, ${COLUMNS} from jsonb_to_recordset($1::jsonb) as b (id uuid, key text, category text, text_es text,
    text_en text, group_es text, group_en text, answer_type text, required boolean, options_es text[], options_en text[], min int,
    max int, importance int, is_default boolean)
  order by key
  on conflict (key) do update set updated_at = now(), ${COLUMN_NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}
  where (${COLUMN_NAMES.map((name) => `t.${name}`)}) is distinct from (${COLUMN_NAMES.map((name) => `excluded.${name}`)})`;

/** Updates the question bank in the database from the code. Questions that administrators have added or retired stay as they are. */
export async function seedQuestionBank(pool: Pool): Promise<void> {
  const rows = bank.map(({ key, category, es, en, options, bounds, ...rest }) => {
    const group = APP_GROUPS[key] ?? GROUPS[category];
    return {
      id: uuidv7(),
      key,
      category,
      text_es: es,
      text_en: en,
      group_es: group.es,
      group_en: group.en,
      answer_type: rest.answerType,
      required: rest.required ?? false,
      options_es: options?.es ?? null,
      options_en: options?.en ?? null,
      min: bounds?.[0] ?? null,
      max: bounds?.[1] ?? null,
      importance: rest.importance,
      is_default: rest.isDefault ?? false,
    };
  });
  await pool.query(UPSERT, [JSON.stringify(rows)]);
}
