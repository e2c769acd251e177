// A client without signal chooses the ids of its new records, and sends them again until it gets a response. The id is claimed under the
// account, with a hash of the input, in the table of the Idempotency-Keys (ADR 0026): of two concurrent requests, the second waits for the first.
import type { EntityClass } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { runStatement } from '../database/pool.js';
import type { Row } from '../database/row.js';
import type { Where } from '../database/where.js';
import { AppError, idTaken } from '../errors.js';
import { isAsOmitted } from '../shared/input-defaults.js';
import { hashRequest, limitStored } from './idempotent-mutation.js';

interface Identified {
  id: string;
}
/** An id that a client chose for a new record. */
export interface ClientId extends Identified {
  /** Where the input contains it: `beehives.1.newId`. */
  field: string;
  /** What the client must send again to get the record: the input. */
  content: object;
}

/** No client can send such a key: it contains a space. */
const keyOf = ({ id }: Identified): string => `id ${id}`;

const CLAIM = `
  insert into idempotency_keys (owner_id, key, request_hash)
  select $1::uuid, key, hash from unnest($2::text[], $3::text[]) as sent (key, hash) order by key
  on conflict (owner_id, key) do nothing returning key`;
const FIND = 'select key, request_hash as hash from idempotency_keys where owner_id = $1 and key = any($2)';
/** Every creation of a tracked record is in the log, also after its deletion. An id is unique among everything that clients refer to. */
const FIND_TAKEN = `
  select row_id as id from changes where row_id = any($1::uuid[])
  union all select id from treatments where id = any($1::uuid[])
  union all select id from answers where id = any($1::uuid[])
  union all select visit_id from inspections where visit_id = any($1::uuid[])
  union all select id from users where id = any($1::uuid[])
  union all select id from keepers where id = any($1::uuid[])
  union all select id from sessions where id = any($1::uuid[])
  union all select id from harvest_sources where id = any($1::uuid[])
  union all select id from harvest_revisions where id = any($1::uuid[])
  union all select id from lot_harvests where id = any($1::uuid[])
  union all select id from restricted_zones where id = any($1::uuid[])
  union all select id from audit_entries where id = any($1::uuid[]) limit 1`;

/**
 * Claims ids within the unit of work. Returns those under which the account has sent the same content before.
 * @throws BAD_USER_INPUT for an id that occurs twice; CONFLICT (ID_TAKEN) for those of other content, or one of another account or of a
 *   deleted record
 */
export async function claimIds(
  context: Context,
  type: EntityClass<object>,
  sent: ClientId[],
): Promise<ReadonlySet<string>> {
  if (sent.length === 0) return new Set();
  const owner = context.viewer.id;
  const hashes = new Map<string, string>();
  const fields = new Map<string, string>();
  // The ids of a visit or a treatment have the same content, which may be large: it is hashed once.
  const hashOf = new Map<unknown, string>();
  for (const { id, field, content } of sent) {
    const key = keyOf({ id: id.toLowerCase() });
    if (hashes.has(key)) throw AppError.badInput([{ field, message: 'must not be the id of two records' }]);
    const hash = hashOf.get(content) ?? hashRequest([type.name, withoutOmitted(content)]);
    hashOf.set(content, hash);
    hashes.set(key, hash);
    fields.set(key, field);
  }
  const claimed = await runStatement<{ key: string }>(context, {
    text: CLAIM,
    values: [owner, [...hashes.keys()], [...hashes.values()]],
  });
  const isNew = new Set(claimed.map(({ key }) => key));
  const known = [...hashes.keys()].filter((key) => !isNew.has(key));
  if (known.length > 0) {
    const found = await runStatement<{ key: string; hash: string }>(context, { text: FIND, values: [owner, known] });
    const stored = new Map(found.map(({ key, hash }) => [key, hash]));
    const others = known.filter((key) => stored.get(key) !== hashes.get(key));
    if (others.length > 0) throw idTaken(others.map((key) => fields.get(key)!));
  }
  const [first] = isNew;
  if (first !== undefined) {
    const [taken] = await runStatement<Identified>(context, { text: FIND_TAKEN, values: [idsOf(isNew)] });
    if (taken) throw idTaken([fields.get(keyOf(taken))!]);
    await limitStored(context, first, isNew.size);
  }
  return new Set(idsOf(known));
}

/**
 * A field that is null, or has its default, is as one that is omitted: an app that knows more fields since an update may send nulls, and a
 * field that the service knows since an update may have a default.
 */
const withoutOmitted = (content: object): object =>
  Object.fromEntries(Object.entries(content).filter(([name, value]) => !isAsOmitted(content, name, value)));

const idsOf = (keys: Iterable<string>): string[] => [...keys].map((key) => key.slice(keyOf({ id: '' }).length));

/** Reads records that were created before, by their claims. @throws CONFLICT (ID_TAKEN) if one is gone */
export async function readCreated<T extends Identified>(
  { access }: Context,
  type: EntityClass<T>,
  claims: readonly ClientId[],
): Promise<Row<T>[]> {
  const ids = claims.map(({ id }) => id);
  const { nodes } = await access.list(type, { where: { id: ids } as object as Where<T> });
  const byId = new Map(nodes.map((row) => [(row as object as Identified).id, row]));
  return claims.map(({ id, field }) => {
    const row = byId.get(id.toLowerCase());
    if (!row) throw idTaken([field]);
    return row;
  });
}

/**
 * Creates a record once for each id that a client chose.
 * @param create creates it with the id
 * @param respond returns the response for the record, if it was created before
 * @throws as `claimIds`
 */
export async function createOnce<T extends Identified, R = T>(
  context: Context,
  type: EntityClass<T>,
  input: { newId?: string | null },
  create: (id: string) => R | Promise<R>,
  respond: (row: Row<T>) => Row<T> | R | Promise<R> = (row) => row,
): Promise<R | Row<T>> {
  if (input.newId == null) return create(uuidv7());
  const id = input.newId.toLowerCase();
  const claims = [{ id, field: 'newId', content: input }];
  const known = await claimIds(context, type, claims);
  if (!known.has(id)) return create(id);
  return respond((await readCreated(context, type, claims))[0]!);
}
