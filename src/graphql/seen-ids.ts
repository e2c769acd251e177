// Ids in the filter of a list. One that the viewer does not see is refused, and not only without effect: a list that is empty for a wrong id looks
// as if there were nothing.
import type { EntityClass } from '@mikro-orm/core';
import { ID } from 'type-graphql';
import type { QuerySql } from '../access/access.js';
import type { Viewer } from '../access/session-cache.js';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { humanize, isUuid } from '../shared/text.js';
import { OptionalField } from './input-fields.js';

export interface Seen {
  /** What the ids are of, in messages. */
  record: string;
  /** Writes a query of the ids among these that the viewer sees. A value is bound where it is used. */
  write: (sql: QuerySql, ids: string, viewer: Pick<Viewer, 'id'>) => string;
}

/** Records, as the policy of their type lets the viewer see them. */
export const seenRecords = (type: EntityClass<object>): Seen => ({
  record: humanize(type.name),
  write: ({ of }, ids) => {
    const { table, ownership } = of(type);
    return `select id from ${table} where ${ownership} and id = any(${ids})`;
  },
});

const declared = new WeakMap<object, Map<string, Seen>>();

/** A condition on ids: a list of them, or one. */
export const SeenIds = (seen: Seen, description: string): PropertyDecorator => declare(seen, [ID], description);
export const SeenId = (seen: Seen, description: string): PropertyDecorator => declare(seen, ID, description);

function declare(seen: Seen, type: typeof ID | [typeof ID], description: string): PropertyDecorator {
  return (target, property) => {
    const ofFilter = declared.get(target) ?? new Map<string, Seen>();
    declared.set(target, ofFilter.set(String(property), seen));
    OptionalField(() => type, description)(target, property);
  };
}

interface Named {
  argument: string;
  id: string;
  seen: Seen;
}

function findIds(filter: object): Named[] {
  const seenBy = declared.get(Object.getPrototypeOf(filter) as object);
  return [...(seenBy ?? [])].flatMap(([name, seen]): Named[] => {
    const value = (filter as Record<string, string | string[] | null | undefined>)[name];
    if (Array.isArray(value)) return value.map((id, i) => ({ argument: `filter.${name}.${i}`, id, seen }));
    return value == null ? [] : [{ argument: `filter.${name}`, id: value, seen }];
  });
}

/** The checks of a request: a list of each of many records has the same filter. */
const checks = new WeakMap<Context, Map<string, Promise<void>>>();

/**
 * Checks the ids in a filter, in one statement.
 * @returns nothing to wait for, if there are none
 * @throws NOT_FOUND naming those that the viewer does not see
 */
export function requireSeen(context: Context, { filter }: { filter?: object | null }): Promise<void> | undefined {
  const named = filter ? findIds(filter) : [];
  if (named.length === 0) return undefined;
  const ofRequest = checks.get(context) ?? new Map<string, Promise<void>>();
  checks.set(context, ofRequest);
  const key = JSON.stringify(named.map(({ argument, id, seen }) => [argument, id, seen.record]));
  const known = ofRequest.get(key) ?? check(context, named);
  ofRequest.set(key, known);
  return known;
}

async function check({ access, viewer }: Context, named: Named[]): Promise<void> {
  const all = new Set(named.map(({ seen }) => seen));
  const idsOf = (seen: Seen): string[] =>
    named.filter((one) => one.seen === seen && isUuid(one.id)).map(({ id }) => id);
  const asked = [...all].filter((seen) => idsOf(seen).length > 0);
  const found =
    asked.length === 0
      ? []
      : await access.query<{ record: string; id: string }>((sql) =>
          asked
            .map((seen) => {
              const ids = `${sql.bind(idsOf(seen))}::uuid[]`;
              return `select '${seen.record}' as record, id::text as id from (${seen.write(sql, ids, viewer)}) seen`;
            })
            .join(' union all '),
        );
  const known = new Set(found.map(({ record, id }) => `${record} ${id}`));
  const [first, ...others] = named.filter(({ id, seen }) => !known.has(`${seen.record} ${id.toLowerCase()}`));
  if (first)
    throw AppError.notFound(
      first.seen.record,
      [first, ...others].map(({ argument }) => argument),
    );
}
