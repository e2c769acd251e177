// What the test of transfers shares: the rows that belong to an apiary or a hive, and the ways in which an account reads them.
import { type GraphQLInterfaceType, isRequiredArgument } from 'graphql';
import { readSheet } from 'read-excel-file/node';
import { isLeft, writeBelow } from '../../src/records/ownership.js';
import { records } from '../../src/records/records.js';
import { isUuid } from '../../src/shared/text.js';
import { exportArchive, exportJson, linesOf } from '../support/archives.js';
import type { Client } from '../support/client.js';
import { readAll, readSchema } from '../support/deep-reader.js';
import { importOnce } from '../support/import-once.js';
import { Phone } from '../support/phone.js';
import { keyOf, owned, tableOf } from '../support/tables.js';
import type { Beekeeper } from '../support/world.js';
import { app } from './authorization.fixture.js';
import type { RecordIds } from './case.js';
import { features } from './cases/index.js';

const { LISTS } = await importOnce<typeof import('../../src/documents/lists/index.js')>(
  '../../src/documents/lists/index.js',
);
const { REGISTER_PATHS } = await importOnce<typeof import('../../src/documents/register/paths.js')>(
  '../../src/documents/register/paths.js',
);

export interface OwnedRow {
  entity: string;
  id: string;
}
export type Root = 'Apiary' | 'Beehive';

/** The row itself, and all rows that belong to it. @returns also what to do about records of which there is none */
export async function readRows(root: Root, id: string): Promise<{ rows: OwnedRow[]; missing: string[] }> {
  const below = owned.flatMap(({ entity, table }) => {
    const where = writeBelow(owned, 't', table, tableOf(root), '$1');
    return where ? [{ entity, from: `${table} t where ${where}` }] : [];
  });
  const texts = below.map(
    ({ entity, from }) => `select '${entity}' as entity, t.${keyOf(entity)}::text as id from ${from}`,
  );
  const rows = await app.database.sql<OwnedRow>(texts.join(' union all '), [id]);
  const missing = below.flatMap(({ entity }) =>
    rows.some((row) => row.entity === entity)
      ? []
      : [`${entity}: createRecords in test/authorization/authorization.fixture.ts makes none for the ${root}`],
  );
  return { rows: root === 'Apiary' ? [{ entity: root, id }, ...rows] : rows, missing };
}

/** Whether rows keep their owner when their apiary gets another one. */
export const isStaying = ({ entity }: OwnedRow): boolean =>
  owned.some((one) => one.entity === entity && isLeft(owned, one));

/** A way to read rows by their ids. */
export interface Way {
  delivers: (entity: string) => boolean;
  /** @returns those of the rows that the account reads */
  read: (who: Beekeeper, rows: OwnedRow[]) => Promise<OwnedRow[]>;
}
interface Delivery {
  exportAs?: string;
  exportWhere?: unknown;
  synced?: object;
}
const recordOf = (entity: string): Delivery => (records as Record<string, Delivery>)[entity]!;
const MAX_IDS = 100;

const readNodes: Way = {
  delivers: (entity) => {
    const { schema } = app.app;
    const types = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType);
    return types.some(({ name }) => name === entity);
  },
  read: async (who, rows) => {
    const found = new Set<string>();
    for (let i = 0; i < rows.length; i += MAX_IDS) {
      const ids = rows.slice(i, i + MAX_IDS).map(({ id }) => id);
      const { nodes } = await who.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
      for (const node of nodes) if (node) found.add(node.id);
    }
    return rows.filter(({ id }) => found.has(id));
  },
};
const readOwners: Way = {
  delivers: () => true,
  read: async (who, rows) => {
    const texts = [...new Set(rows.map(({ entity }) => entity))].map(
      (entity) => `select '${entity} ' || ${keyOf(entity)} as name from ${tableOf(entity)} where owner_id = $1`,
    );
    const found = await app.database.sql<{ name: string }>(texts.join(' union all '), [who.id]);
    const names = new Set(found.map(({ name }) => name));
    return rows.filter(({ entity, id }) => names.has(`${entity} ${id}`));
  },
};
/** These find every record: what has no `node` is found by its owner. */
export const CHEAP_WAYS: Record<string, Way> = { node: readNodes, 'the owner in the database': readOwners };
export const WAYS: Record<string, Way> = {
  ...CHEAP_WAYS,
  'the export': {
    delivers: (entity) => recordOf(entity).exportAs !== undefined && !recordOf(entity).exportWhere,
    read: async (who, rows) => {
      const lists = await exportJson(who);
      return rows.filter(({ entity, id }) => lists[recordOf(entity).exportAs!]!.some((row) => String(row.id) === id));
    },
  },
  'the feed of changes from its beginning': {
    delivers: (entity) => recordOf(entity).synced !== undefined,
    read: async (who, rows) => {
      const phone = new Phone(app, who);
      await phone.sync();
      return rows.filter(({ id }) => phone.records.has(id));
    },
  },
};

/** What is wrong with who reads rows, after all but those that stay were given to another account. */
export async function findWrong(way: Way, rows: OwnedRow[], former: Beekeeper, later: Beekeeper): Promise<string[]> {
  const meant = rows.filter(({ entity }) => way.delivers(entity));
  const [byFormer, byLater] = [await way.read(former, meant), await way.read(later, meant)];
  const wrong = meant.flatMap((row) => [
    ...(byFormer.includes(row) === isStaying(row)
      ? []
      : [`${row.entity} ${isStaying(row) ? 'is lost for' : 'is still read by'} the former owner`]),
    ...(byLater.includes(row) === isStaying(row)
      ? [`${row.entity} is ${isStaying(row) ? 'read by' : 'missing for'} the new owner`]
      : []),
  ]);
  return [...new Set(wrong)];
}

/** The requests of the matrix that read something by one of these ids, and the same for ids of nothing. */
export function requestsFor(ids: RecordIds, missing: RecordIds, rows: OwnedRow[]) {
  const requests = features.flatMap(({ fields, routes, nested }) => [
    ...Object.entries(fields).map(([name, [, operation]]) => [name, operation] as const),
    ...Object.entries(nested),
    ...Object.entries(routes)
      .filter(([name]) => name.startsWith('get '))
      .map(([name, [, request]]) => [name, (of: RecordIds) => request(of).path] as const),
  ]);
  return requests.flatMap(([name, write]) => {
    const text = write(ids);
    const row = rows.find(({ id }) => isUuid(id) && text.toLowerCase().includes(id));
    return row && /^[{/]/.test(text) ? [{ name, text, row, ofNothing: write(missing) }] : [];
  });
}

/** The answer to an operation or a path, without its headers. */
export async function ask(who: Client, text: string): Promise<object> {
  const answer = text.startsWith('/') ? await who.rest('GET', text) : await who.graphql(text);
  return { ...answer, headers: undefined };
}

async function download({ url, token }: Client, path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
  const response = await fetch(path.startsWith('http') ? path : `${url}/api/v1${path}`, { headers });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** All that an account reads without any id that is not its own, by the name of the way. */
export async function readEverything(who: Beekeeper): Promise<Map<string, string>> {
  const apiary = await who.apiary({ position: { latitude: 41, longitude: 2 } });
  const schema = await readSchema(who);
  const values: Record<string, string> = {
    ...{ id: `"${apiary}"`, apiaryId: `"${apiary}"`, beehiveId: `"${await who.beehive(apiary)}"` },
    ...{ text: '"a"', position: '{ latitude: 41, longitude: 2 }', by: 'BEEHIVE' },
  };
  const { node: _, ...fields } = schema.getQueryType()!.getFields();
  // Only what must be given: with an apiary, the lists would be those of that one.
  const given = Object.values(fields).flatMap(({ name, args }) =>
    args.flatMap((arg) => {
      const value = isRequiredArgument(arg) ? values[arg.name] : undefined;
      return value ? [[`${name}.${arg.name}`, value]] : [];
    }),
  );
  const texts = await readAll(who, schema, Object.fromEntries(given));
  for (const { name, map } of LISTS) {
    const [csv, xlsx, geojson] = ['csv', 'xlsx', 'geojson'].map((format) => `/lists/${name}?format=${format}`);
    texts.set(csv!, String(await download(who, csv!)));
    texts.set(xlsx!, JSON.stringify(await readSheet(await download(who, xlsx!))));
    if (map) texts.set(geojson!, String(await download(who, geojson!)));
  }
  const routes = features.flatMap(({ routes }) => Object.entries(routes));
  const ofViewer = routes.filter(([name, [audience]]) => name.startsWith('get ') && audience === 'viewer');
  const paths = [...ofViewer.map(([, [, request]]) => request({} as RecordIds).path), ...Object.values(REGISTER_PATHS)];
  for (const path of paths) texts.set(path, String(await download(who, path)));
  texts.set('the archive', JSON.stringify(await linesOf(await exportArchive(who))));
  const { createCalendarFeed: feed } = await who.ask(
    'mutation { createCalendarFeed(input: {}) { link calendarFeed { id } } }',
  );
  texts.set('the calendar', String(await download(who, feed.link)));
  await who.ask(`mutation { deleteCalendarFeed(input: { id: "${feed.calendarFeed.id}" }) { deletedId } }`);
  return texts;
}

/** Where texts contain ids of rows: by the name of what contains it, if that is JSON. */
export function findMentions(texts: Map<string, string>, rows: OwnedRow[]): string[] {
  const mentions = [...texts].flatMap(([name, text]) =>
    rows
      .filter(({ id }) => isUuid(id))
      .flatMap(({ entity, id }) =>
        [...text.toLowerCase().matchAll(new RegExp(`(?:"([a-z_]+)":\\[?[^\\]{}:]*)?${id}`, 'g'))].map(
          ([, field]) => `${entity} as ${field} in ${name}`,
        ),
      ),
  );
  return [...new Set(mentions)];
}
