// The triggers by which a table writes its changes to the log (ADR 0022). Each table has a function of its own, generated from the description
// that the table of records determines and a migration contains: a test compares it with the one in the database. Compared with one function
// that reads rows as JSON, it costs a third.
import type { LoggedTable, Tracking } from '../records/tracking.js';

/** What leads to the apiary, if the row does not name it. */
const PARENTS: Record<
  Exclude<LoggedTable['path'], 'id' | 'apiary_id'>,
  { table: string; label: string; apiary: string }
> = {
  beehive_id: { table: 'beehives', label: 'label', apiary: 'p.apiary_id' },
  item_id: { table: 'inventory_items', label: 'item_name', apiary: 'p.apiary_id' },
  lot_id: { table: 'lots', label: 'code', apiary: 'p.apiary_id' },
  // A treatment outlives its hive; while there is one, it is where the hive stands.
  treatment_id: {
    table: 'treatments',
    label: 'beehive_label',
    apiary: 'coalesce((select b.apiary_id from beehives b where b.id = p.beehive_id), p.apiary_id)',
  },
};
const BOOKKEEPING = ['id', 'created_at', 'updated_at', 'version'];

/** @param columns every column of the table, in the order of the entity */
export function describeLog(
  entity: string,
  table: string,
  columns: readonly string[],
  { ignored = [], unlogged: _, ...tracked }: Tracking,
): LoggedTable {
  // That of an apiary is given to another account; below it, it is a copy.
  const owner = tracked.path === 'id' ? [] : ['owner_id'];
  const others = [...BOOKKEEPING, ...owner, ...ignored, ...(tracked.silent ?? [])];
  const logged = tracked.insertsOnly ? [] : columns.filter((name) => !others.includes(name));
  return { table, entity, ...tracked, columns: logged };
}

const COLUMNS =
  'owner_id, apiary_id, entity, row_id, action, version, label, actor_id, request_id, token_id, fields, notable';
const SOURCE = `nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.request', true), ''), nullif(current_setting('beekeeping.token', true), '')::uuid`;
/** What is deleted or restored together with a row of another table is not shown to people. */
const isOwn = (setting: 'deleted_table' | 'restored_table'): string =>
  `coalesce(nullif(current_setting('beekeeping.${setting}', true), ''), tg_table_name) = tg_table_name`;
const IS_OWN_DELETION = isOwn('deleted_table');
const IS_OWN_CREATION = isOwn('restored_table');
/** Nor what loses, or gets back, its apiary with that. */
const IS_OWN_CHANGE = `${IS_OWN_DELETION} and ${IS_OWN_CREATION}`;

/**
 * Returns the statements that create or replace the function and the triggers of a table. Insertions and deletions are logged once for each
 * statement, of thousands of rows as of one; an update for each row, because it counts the row's version.
 */
export function createLogTriggers(logged: LoggedTable): string[] {
  const { table, insertsOnly } = logged;
  const call = `execute function log_${table}()`;
  const statements = [
    `create or replace function log_${table}() returns trigger language plpgsql as $$${writeLogFunction(logged)}$$;`,
    `create or replace trigger inserts_logged after insert on ${table} referencing new table as inserted for each statement ${call};`,
  ];
  if (insertsOnly) return statements;
  return [
    ...statements,
    // Its name sorts after that of other triggers before an update: it sees what they have changed.
    `create or replace trigger updates_logged before update on ${table} for each row ${call};`,
    `create or replace trigger deletions_logged after delete on ${table} referencing old table as deleted for each statement ${call};`,
  ];
}

/** Returns the body of the function of a table. */
export function writeLogFunction({
  entity,
  path,
  label,
  subject,
  columns,
  silent = [],
  created = [],
  moves,
  hidden = false,
  insertsOnly,
}: LoggedTable): string {
  const parent = path === 'id' || path === 'apiary_id' ? undefined : PARENTS[path];
  const apiary = (row: string): string => (parent ? 'parent.apiary_id' : `${row}.${path}`);
  const known = (row: string): string | undefined => {
    if (typeof label === 'function') return label(row);
    return label ? `${row}.${label}` : parent && 'parent.label';
  };
  const labelOf = (row: string): string => (known(row) ? `left(${known(row)}::text, 200)` : 'null');
  const entry = `insert into changes (${COLUMNS}${subject ? ', subject_id' : ''})`;
  const subjectOf = (row: string): string => (subject ? `, ${row}.${subject}` : '');
  // Correlated, so that PostgreSQL looks each parent up by its id, however many rows it planned for. The parent may be gone in a cascade.
  const joined = (row: string): string =>
    parent
      ? ` left join lateral (select ${parent.apiary} as apiary_id, p.${parent.label} as label from ${parent.table} p where p.id = ${row}.${path} limit 1) parent on true`
      : '';
  const values = (write: (value: string) => string): string =>
    created.length === 0
      ? 'null'
      : `jsonb_build_object(${created.map((name) => `'${name}', jsonb_build_array(${write(`log_value(to_jsonb(r.${name}))`)})`).join(', ')})`;
  const insertion = `
  if tg_op = 'INSERT' then
    ${entry}
    select r.owner_id, ${apiary('r')}, '${entity}', r.id, 'CREATED', ${insertsOnly ? '1' : 'r.version'}, ${labelOf('r')}, ${SOURCE},
      ${values((value) => `null, ${value}`)}, ${hidden ? 'false' : IS_OWN_CREATION}${subjectOf('r')}
    from inserted r${joined('r')};
    return null;
  end if;`;
  if (insertsOnly) return `\nbegin${insertion}\nend`;
  const compared = [...columns, ...silent];
  const list = (row: string): string => `row(${compared.map((name) => `${row}.${name}`).join(', ')})`;
  const changes = columns.map(
    (name) => `
  if old.${name} is distinct from new.${name} then
    changed := changed || jsonb_build_object('${name}', jsonb_build_array(log_value(to_jsonb(old.${name})), log_value(to_jsonb(new.${name}))));
  end if;`,
  );
  // Before the entry of the change: who reads both apiaries finds the row in the second. Values of the other apiary are not in it.
  const departure = moves
    ? `
  if old.apiary_id is distinct from new.apiary_id and old.apiary_id is not null then
    ${entry}
    select old.owner_id, old.apiary_id, '${entity}', new.id, 'MOVED_AWAY', new.version, ${labelOf('old')}, ${SOURCE}, null, ${IS_OWN_CHANGE}${subjectOf('old')};
  end if;`
    : '';
  return `
declare
  changed jsonb := '{}';
begin${insertion}
  if tg_op = 'DELETE' then
    ${entry}
    select r.owner_id, ${apiary('r')}, '${entity}', r.id, 'DELETED', r.version + 1, ${labelOf('r')}, ${SOURCE}, ${values((value) => `${value}, null`)}, ${hidden ? 'false' : IS_OWN_DELETION}${subjectOf('r')}
    from deleted r${joined('r')}
    where exists (select 1 from users where id = r.owner_id);
    return null;
  end if;
  new.version := old.version;
  if ${list('old')} is not distinct from ${list('new')} then
    return new;
  end if;
  new.version := old.version + 1;${changes.join('')}${departure}
  ${entry}
  select new.owner_id, ${apiary('new')}, '${entity}', new.id, 'UPDATED', new.version, ${labelOf('new')}, ${SOURCE}, changed, ${hidden ? 'false' : `changed <> '{}' and ${moves ? IS_OWN_CHANGE : IS_OWN_CREATION}`}${subjectOf('new')}${
    parent ? `\n  from (select 1) one${joined('new')}` : ''
  };
  return new;
end`;
}
