// The triggers of owners: they copy the owner of a new row from its parent, pass a new owner on, and clear references to rows of others.
import { isLeft, type Link, type OwnedTable, writeApiary, writeBelow, writeOwner } from '../records/ownership.js';

/** The statements that create, or replace, the functions and triggers of the owners. */
export function writeOwnerTriggers(owned: readonly OwnedTable[]): string[] {
  const parents = owned.flatMap(({ parent, otherwise }) => [parent, otherwise].flatMap((link) => link?.table ?? []));
  return [
    ...owned.flatMap((table) => (table.entity === 'Activity' ? [] : writeCopy(table))),
    ...[...new Set(parents)].flatMap((parent) => writePassOn(parent, owned)),
    ...(['apiaries', 'beehives'] as const).flatMap((root) => writeClear(root, owned)),
  ];
}

/** For a row that is inserted without an owner. The foreign key refuses a parent that is not there, but only after `not null`. */
function writeCopy({ table, parent, otherwise }: OwnedTable): string[] {
  const ownerOf = (link: Link): string => `(select owner_id from ${link.table} where id = new.${link.column})`;
  return [
    `create or replace function copy_owner_of_${table}() returns trigger language plpgsql as $$
begin
  new.owner_id := ${otherwise ? `coalesce(${ownerOf(parent)}, ${ownerOf(otherwise)})` : ownerOf(parent)};
  if new.owner_id is null then
    raise exception 'the row in ${parent.table} does not exist' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;`,
    `create or replace trigger owner_copied before insert or update on ${table}
  for each row when (new.owner_id is null) execute function copy_owner_of_${table}();`,
  ];
}

/** Rows of history that a transaction passes on, which takes about a second. What there is beyond gets its owner later. */
const MAX_HISTORY_ROWS = 10_000;
/** How many more, as a setting of the transaction. */
const LEFT = 'beekeeping.history_left';

/** @param parent a table whose rows get another owner, in a transfer or a move */
function writePassOn(parent: string, owned: readonly OwnedTable[]): string[] {
  const changes = owned.flatMap(({ table, key, isCascaded, isHistory, staysWithOwner, parent: own, otherwise }) => {
    if (own.table === parent && isHistory) return [writePassOnHistory({ table, key, parent: own }, owned)];
    if (own.table === parent && !isCascaded)
      return [
        `update ${table} set ${staysWithOwner ? `${own.column} = null` : 'owner_id = new.owner_id'}
  where ${own.column} = new.id and owner_id <> new.owner_id;`,
      ];
    if (otherwise?.table !== parent) return [];
    return [
      `update ${table} set owner_id = new.owner_id
  where ${otherwise.column} = new.id and ${own.column} is null and owner_id = old.owner_id;`,
    ];
  });
  if (changes.length === 0) return [];
  return [
    `create or replace function pass_on_owner_of_${parent}() returns trigger language plpgsql as $$
declare
  history_left int;
  passed_on int;
begin
  ${changes.join('\n  ')}
  return null;
end
$$;`,
    `create or replace trigger owner_passed_on after update of owner_id on ${parent}
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner_of_${parent}();`,
  ];
}

const writePassOnHistory = (
  { table, key, parent }: Pick<OwnedTable, 'table' | 'key' | 'parent'>,
  owned: readonly OwnedTable[],
): string =>
  `history_left := coalesce(nullif(current_setting('${LEFT}', true), '')::int, ${MAX_HISTORY_ROWS});
  if history_left > 0 then
    update ${table} set owner_id = new.owner_id where ${key} = any(array(
      select ${key} from ${table} where ${parent.column} = new.id and owner_id <> new.owner_id limit history_left));
    get diagnostics passed_on = row_count;
    if passed_on > 0 then
      history_left := history_left - passed_on;
      perform set_config('${LEFT}', history_left::text, true);
    end if;
  end if;
  if history_left = 0 then
    insert into unfinished_transfers (apiary_id, owner_id)
    values (${writeApiary(owned, 'new', parent.table)}, old.owner_id) on conflict do nothing;
  end if;`;

/**
 * For an apiary that is given away, and a hive that moves to an apiary of another account: what has gone along refers to nothing that has not,
 * and nothing that has not refers to what has.
 */
function writeClear(root: 'apiaries' | 'beehives', owned: readonly OwnedTable[]): string[] {
  const changes = owned.flatMap((own) =>
    own.references.flatMap(({ column, table: target }) => {
      const below = writeBelow(owned, 'y', own.table, root, 'new.id');
      const within = writeBelow(owned, 'x', target, root, 'new.id');
      const clear = `update ${own.table} y set ${column} = null from ${target} x
  where x.id = y.${column} and ${writeOwner(owned, 'x', target)} <> y.owner_id`;
      return [
        ...(below && !isLeft(owned, own) ? [`${clear} and ${below};`] : []),
        ...(within ? [`${clear} and y.owner_id = old.owner_id and ${within};`] : []),
      ];
    }),
  );
  const isMoved = 'old.owner_id <> new.owner_id';
  // The foreign keys pass the owner on to hives, whose triggers run after those of the apiary: this one waits for the end of the transaction.
  // A hive that its apiary takes along has not moved.
  const trigger =
    root === 'apiaries'
      ? `create constraint trigger references_cleared after update of owner_id on apiaries deferrable initially deferred
  for each row when (${isMoved})`
      : `create or replace trigger references_cleared after update of owner_id on beehives
  for each row when (${isMoved} and old.apiary_id <> new.apiary_id)`;
  return [
    `create or replace function clear_references_of_${root}() returns trigger language plpgsql as $$
begin
  ${changes.join('\n  ')}
  return null;
end
$$;`,
    `${trigger} execute function clear_references_of_${root}();`,
  ];
}
