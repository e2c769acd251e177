// Writes the migration that a change of the entities needs. Functions and triggers need none: they follow by themselves (triggers.ts).
import { readFileSync, writeFileSync } from 'node:fs';
import type { MikroORM } from '@mikro-orm/postgresql';
import { LAST_MIGRATION } from './migrate.js';

const MIGRATIONS = 'src/schema/migrations';
/** What a template literal has to escape. */
const SPECIAL = /[`\\]|\$\{/g;

/** `Migration` and the digits of a time, which is later than that of the last one, whatever the clock says. */
function nameAfter(last: string, now: Date): string {
  const digits = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(0, 14);
  const [, year, month, day, hour, minute, second] = last.match(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/)!.map(Number);
  const next = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second! + 1));
  return `Migration${digits(now > next ? now : next)}`;
}

const ADDED_CONSTRAINT = /^alter table "(\w+)" add constraint "(\w+)"/;
/** What PostgreSQL can add without reading the table. */
const IS_VALIDATED = / (check \(|foreign key )/;
const CREATED_INDEX = /^create (index|unique index) "(\w+)" (on "(\w+)" .*)$/s;

/** A migration begins again if its process was killed before it was noted: each statement can be repeated. */
function makeRepeatable(text: string): string[] {
  const [, table, constraint] = ADDED_CONSTRAINT.exec(text) ?? [];
  const repeatable = text
    .replace(/^(\s*create (?:table|index|unique index)) "/, '$1 if not exists "')
    .replace(/(, | )add "/g, '$1add column if not exists "')
    .replace(/(, | )drop (column|constraint) "/g, '$1drop $2 if exists "');
  if (!constraint) return [repeatable];
  return [`alter table "${table}" drop constraint if exists "${constraint}"`, repeatable];
}

/**
 * The calls of a migration. Tables that are there already are not read under a lock: their constraints are validated, and their indexes
 * created, while others write to them.
 */
function writeCalls(statements: string[]): string[] {
  const created = new Set(statements.flatMap((text) => /^create table "(\w+)"/.exec(text)?.[1] ?? []));
  const quoted = (text: string): string => `\`${text.replace(SPECIAL, '\\$&')}\``;
  const altered: string[] = [];
  const later: string[] = [];
  for (const text of statements) {
    const [, constrained, constraint] = ADDED_CONSTRAINT.exec(text) ?? [];
    const [, kind, index, on, indexed] = CREATED_INDEX.exec(text) ?? [];
    if (constraint && !created.has(constrained!) && IS_VALIDATED.test(text)) {
      altered.push(...makeRepeatable(`${text} not valid`));
      later.push(`await this.validate('${constrained}', '${constraint}');`);
    } else if (index && !created.has(indexed!)) {
      later.push(`await this.createIndex('${index}', ${quoted(on!)}${kind === 'index' ? '' : `, '${kind}'`});`);
    } else altered.push(...makeRepeatable(text));
  }
  const calls = altered.length > 0 ? [`await this.alter(${altered.map(quoted).join(',\n')});`] : [];
  return [...calls, ...later];
}

/**
 * Writes the file, and adds it to the list.
 * @param orm of a database with the migrations so far
 * @returns the path of the file; undefined if the entities have nothing that the migrations lack
 */
export async function createMigration(orm: MikroORM, folder = MIGRATIONS): Promise<string | undefined> {
  const missing = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  const statements = missing.split(/;\n+/).flatMap((text) => text.trim().replace(/;$/, '') || []);
  if (statements.length === 0) return undefined;
  const name = nameAfter(LAST_MIGRATION, new Date());
  const file = `${folder}/${name}.ts`;
  writeFileSync(
    file,
    `import { OnlineMigration } from '../../database/online-migration.js';

export class ${name} extends OnlineMigration {
  override async up(): Promise<void> {
    ${writeCalls(statements).join('\n    ')}
  }
}
`,
  );
  const index = readFileSync(`${folder}/index.ts`, 'utf8');
  const listed = index.slice(0, index.lastIndexOf('];')).trimEnd().replace(/,$/, '');
  writeFileSync(
    `${folder}/index.ts`,
    `${listed.replace(/\n\nexport/, `\nimport { ${name} } from './${name}.js';\n\nexport`)}, { name: '${name}', class: ${name} }];\n`,
  );
  return file;
}
