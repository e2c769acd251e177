// Compares what the service has answered to the operations of phones with its change log and its tables.
import { expect } from '@jest/globals';
import { trackedTables } from './change-log.js';
import type { Readable } from './phone.js';
import type { Operation } from './working-phone.js';
import type { Beekeeper } from './world.js';

interface Change {
  id: string;
  version: number;
  content: string;
}

/**
 * @throws unless each executed operation has created its records once, has changed the version that its phone had seen, and counts in the
 * stock, and a refused one has done nothing
 */
export async function expectExecutedOnce(
  phones: { who: Beekeeper; operations: Operation[] }[],
  { database }: Readable,
): Promise<void> {
  const operations = phones.flatMap((phone) => phone.operations);
  const executed = operations.filter(({ ids }) => ids);
  const creations = await database.sql<{ id: string }>(
    `select row_id as id from changes where action = 'CREATED' and entity = any($1) union all select series_id from treatments where revision = 1`,
    [trackedTables().map(([entity]) => entity)],
  );
  const timesCreated = countBy(creations.map(({ id }) => id));
  const wrong = operations.flatMap(({ sent, ids, recorded }) =>
    (recorded.creates ?? [])
      .filter((id) => (timesCreated.get(id) ?? 0) !== (ids ? 1 : 0))
      .map((id) => ({ sent, id, isExecuted: ids !== undefined, created: timesCreated.get(id) ?? 0 })),
  );
  expect(wrong).toEqual([]);

  const changes = await database.sql<Change>(
    `select row_id as id, version, fields::text as content from changes where action = 'UPDATED' and fields is not null
     union all select series_id, revision, concat_ws(' ', product_name, final_result) from treatments`,
  );
  const contents = new Map(changes.map(({ id, version, content }) => [`${id} ${version}`, content]));
  const overwritten = executed.flatMap(({ key, sent, recorded }) => {
    if (!recorded.changes) return [];
    const { id, version } = recorded.changes;
    const content = contents.get(`${id} ${version + 1}`);
    return content?.includes(key) ? [] : [{ sent, content }];
  });
  expect(overwritten).toEqual([]);
  const refused = operations.filter(({ ids, recorded }) => !ids && recorded.changes);
  const keys = new Set(changes.flatMap(({ content }) => content.match(UUID) ?? []));
  expect(refused.filter(({ key }) => keys.has(key)).map(({ sent }) => sent)).toEqual([]);

  const quantities = new Map<string, number>();
  for (const { recorded } of executed)
    for (const { itemId, amount } of recorded.stock ?? [])
      quantities.set(itemId, (quantities.get(itemId) ?? 0) + amount);
  const items = await database.sql<{ id: string; quantity: number }>('select id, quantity from inventory_items');
  const left = items.filter(({ id }) => quantities.has(id));
  expect(left.map(({ id, quantity }) => [id, Number(quantity)])).toEqual(
    left.map(({ id }) => [id, quantities.get(id)]),
  );
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

function countBy(list: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
