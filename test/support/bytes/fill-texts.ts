// Fills every text of every record of an account to its bound, which stands with the column of the entity. In the characters that take most:
// four bytes as UTF-8 and in the memory of the process.
import { type Bounds, findBounds } from '../../../src/graphql/bounds.js';
import type { TestDatabase } from '../database.js';
import { importOnce } from '../import-once.js';

const { metadata, owned } = await importOnce<typeof import('../metadata.js')>('./metadata.js');

const WIDEST = '🐝';
/** A text of a given length, which no other row has: some are unique. */
const longest = (key: string, characters: number): string =>
  `left(${key} || repeat('${WIDEST}', ${characters}), ${characters})`;

/** The texts of a list differ, too. */
function fill(column: string, key: string, { type, keywords, rule, items }: Bounds): string[] {
  const { maxLength, maxItems } = items ? { ...items.keywords, ...keywords } : keywords;
  const isFree = rule === undefined || rule[0].source.startsWith('^[^');
  if (type === 'text' && maxLength && isFree) return [`${column} = ${longest(key, maxLength)}`];
  if (type === 'list' && keywords.uniqueItems && maxLength && maxItems)
    return [
      `${column} = case when ${column} is not null then
         array(select ${longest(`n || ' ' || ${key}`, maxLength)} from generate_series(1, ${maxItems}) n) end`,
    ];
  return [];
}

/** What is no free text: words of the service, and the reason of something that these harvests are not. */
const EXCEPT = ['WorklistMark.kind', 'Task.planKey', 'Question.templateKey', 'Harvest.overrideReason'];

export async function fillTexts({ sql }: TestDatabase): Promise<void> {
  const updates = [...metadata.getAll().values()].flatMap(({ className, tableName, prototype, properties }) => {
    const record = owned.find(({ entity }) => entity === className);
    if (!record) return [];
    const texts = Object.values(properties).flatMap(({ name, fieldNames }) => {
      const bounds = EXCEPT.includes(`${className}.${name}`) ? undefined : findBounds(prototype, name);
      return bounds ? fill(fieldNames[0]!, record.key, bounds) : [];
    });
    return texts.length > 0 ? [`update ${tableName} set ${texts.join(', ')}`] : [];
  });
  // Triggers would log each of them.
  await sql(['set local session_replication_role = replica', ...updates].join(';\n'));
}
