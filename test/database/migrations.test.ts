// Migrations: what `migration:create` writes, and how functions and triggers follow their texts.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../../src/database/orm.js';
import { model } from '../../src/model.js';
import { createMigration } from '../../src/schema/create-migration.js';
import { LAST_MIGRATION, migrateDatabase, readMigrations } from '../../src/schema/migrate.js';
import { describeRoutines } from '../../src/schema/triggers.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let opened: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  opened = await openDatabase(model, database.server, 2);
});
afterAll(async () => {
  await opened.orm.close(true);
  await database.drop();
});
const migrate = (): Promise<string[]> => migrateDatabase(model, database.server, opened);
const ROUTINES = expect.stringMatching(new RegExp(`^${LAST_MIGRATION}-routines-[0-9a-f]{16}$`));

describe('migration:create', () => {
  it('writes one statement for one column, dated after the last migration, and adds the file to the list', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    writeFileSync(join(folder, 'index.ts'), readFileSync('src/schema/migrations/index.ts'));
    await database.sql('alter table beehives drop column reigning_queen_id');
    const file = await createMigration(opened.orm, folder);
    await database.sql('alter table beehives add reigning_queen_id uuid');
    const [name] = readdirSync(folder).filter((one) => one !== 'index.ts');
    expect(file).toBe(join(folder, name!));
    expect(name! > `${LAST_MIGRATION}.ts`).toBe(true);
    const text = readFileSync(file!, 'utf8');
    expect(text.split('\n').map((line) => line.trim())).toEqual([
      `import { OnlineMigration } from '../../database/online-migration.js';`,
      '',
      `export class ${name!.replace('.ts', '')} extends OnlineMigration {`,
      'override async up(): Promise<void> {',
      'await this.alter(`alter table "beehives" add column if not exists "reigning_queen_id" uuid null`);',
      '}',
      '}',
      '',
    ]);
    const list = readFileSync(join(folder, 'index.ts'), 'utf8').replace(/\s+/g, ' ');
    expect(list).toMatch(/import \{ (\w+) \} from '.\/\1.js'; export const .* \{ name: '\1', class: \1 \}\];/);
  });

  it('writes nothing for entities that the migrations match', async () => {
    expect(await createMigration(opened.orm, '/nowhere')).toBeUndefined();
  });
});

describe('functions and triggers', () => {
  /** A trigger that is created again has another transaction. */
  const written = () =>
    database.sql<{ name: string; xmin: string }>(
      `select tgrelid::regclass || ' ' || tgname as name, xmin from pg_trigger where not tgisinternal order by 1`,
    );
  const forget = () => database.sql(`delete from mikro_orm_migrations where name like '%-routines-%'`);

  it('are created once', async () => {
    expect(await migrate()).toEqual([]);
    const states = await readMigrations(opened);
    expect(states.slice(-2)).toMatchObject([{ name: LAST_MIGRATION }, { name: ROUTINES }]);
  });

  it('a trigger that is missing or has another text is created, one that is ours and gone is dropped; others stay', async () => {
    const before = await written();
    await database.sql('drop trigger owner_passed_on on beehives');
    await database.sql(`comment on trigger updates_logged on beehives is 'of another text'`);
    await database.sql(
      'create trigger was_ours before update on beehives for each row execute function stay_treated()',
    );
    await database.sql(`comment on trigger was_ours on beehives is 'beekeeping:0123456789abcdef'`);
    await database.sql('create trigger of_operator before update on lots for each row execute function stay_treated()');
    await database.sql(`comment on trigger of_operator on lots is 'of the operator'`);
    await forget();
    expect(await migrate()).toEqual([ROUTINES]);
    const after = await written();
    const names = (triggers: { name: string }[]): string[] => triggers.map(({ name }) => name);
    expect(names(after).filter((name) => name !== 'lots of_operator')).toEqual(names(before));
    expect(names(after)).toContain('lots of_operator');
    const old = new Map(before.map(({ name, xmin }) => [name, xmin]));
    expect(names(after.filter(({ name, xmin }) => old.has(name) && old.get(name) !== xmin))).toEqual([
      'beehives owner_passed_on',
      'beehives updates_logged',
    ]);
    await database.sql('drop trigger of_operator on lots');
  });

  it('a function has the text of its file again', async () => {
    await database.sql(
      `create or replace function log_value(v jsonb) returns jsonb language sql immutable as 'select v'`,
    );
    await forget();
    await migrate();
    const [{ text }] = (await database.sql(`select prosrc as text from pg_proc where proname = 'log_value'`)) as [
      { text: string },
    ];
    expect(readFileSync('src/schema/sql/functions/log_value.sql', 'utf8')).toContain(text);
  });

  it('a process of an older version leaves those of a newer one alone', async () => {
    await forget();
    await database.sql(`insert into mikro_orm_migrations (name) values ('Migration29990101000000')`);
    expect(await migrate()).toEqual([]);
    await database.sql(`delete from mikro_orm_migrations where name = 'Migration29990101000000'`);
    expect(await migrate()).toEqual([ROUTINES]);
  });

  it('each has one text, in a file with its name or from the records', () => {
    const { functions, triggers } = describeRoutines(opened.orm.getMetadata());
    const names = functions.map((text) => /^create or replace function (\w+)/.exec(text)![1]!);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(triggers.map(({ table, name }) => `${table} ${name}`)).size).toBe(triggers.length);
    for (const file of readdirSync('src/schema/sql/functions')) expect(names).toContain(file.replace('.sql', ''));
  });
});
