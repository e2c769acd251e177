import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { APP_GROUPS, bank, GROUPS } from '../features/questions/bank.js';

const COLUMNS = `category, text_es, text_en, group_es, group_en, answer_type, required, options_es, options_en, min, max, importance, is_default`;
const SET = COLUMNS.split(', ');
/** One statement, so that processes that start together do not disturb each other; nothing is written where nothing changed. */
const PLANT = `insert into question_templates as t (id, created_at, updated_at, key, ${COLUMNS})
  select id, now(), now(), key, ${COLUMNS} from jsonb_to_recordset($1::jsonb) as b (id uuid, key text, category text, text_es text,
    text_en text, group_es text, group_en text, answer_type text, required boolean, options_es text[], options_en text[], min int,
    max int, importance int, is_default boolean)
  order by key
  on conflict (key) do update set updated_at = now(), ${SET.map((name) => `${name} = excluded.${name}`).join(', ')}
  where (${SET.map((name) => `t.${name}`)}) is distinct from (${SET.map((name) => `excluded.${name}`)})`;

/** Brings the bank's questions up to date with the code. What administrators added or retired stays as it is. */
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
  await pool.query(PLANT, [JSON.stringify(rows)]);
}
