// What the fast engine needs of packages beside their documented interface. It is looked at once, at start, so that a new version of a
// package cannot make rows wrong: the plain engine is used then.
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { type Description, PreparedQuery } from './rows/prepared-query.js';
import { DataRows, RawQuery, RawRowsClient, RowsParser } from './rows/raw-query.js';
import type { RawRow } from './rows/raw-rows.js';

const { Client, Connection, Query } = pg as unknown as Record<string, { prototype: object }>;
const NEEDED: [name: string, prototype: object, methods: string[]][] = [
  ['pg.Client', Client!.prototype, ['_getActiveQuery', '_handleDataRow']],
  ['pg.Connection', Connection!.prototype, ['attachListeners', 'describe', 'emit']],
  ['pg.Query', Query!.prototype, ['handleRowDescription', 'handleDataRow', 'hasBeenParsed', 'prepare']],
];

/** Returns what has changed, such as `pg.Client.prototype._handleDataRow`. */
export function findChanges(): string[] {
  const missing = NEEDED.flatMap(([name, prototype, methods]) =>
    methods
      .filter((method) => typeof Reflect.get(prototype, method) !== 'function')
      .map((method) => `${name}.prototype.${method}`),
  );
  if (missing.length > 0) return missing;
  // Its constructor replaces members of the connection.
  new RawRowsClient();
  if (!parsesRows()) missing.push('the messages of pg-protocol');
  if (!readsRows()) missing.push('the results of pg.Query');
  return missing;
}

/** Two rows with one value each, `a` and null. */
const ROWS = 'D\0\0\0\x0b\0\x01\0\0\0\x01aD\0\0\0\x0a\0\x01\xff\xff\xff\xff';
/** They and the end of a statement, which arrive in two pieces. */
const MESSAGES = Buffer.from(`${ROWS}C\0\0\0\x0dSELECT 2\0`, 'latin1');

function parsesRows(): boolean {
  const seen: unknown[] = [];
  const parser = new RowsParser();
  for (const piece of [MESSAGES.subarray(0, 18), MESSAGES.subarray(18)])
    parser.parse(piece, (message) => seen.push([Reflect.get(message, 'name'), Reflect.get(message, 'length')]));
  return isDeepStrictEqual(seen, [
    ['dataRow', 12],
    ['dataRow', 11],
    ['commandComplete', 13],
  ]);
}

/** Reads the rows as objects, with a description that is new and with one that is known, and as `RawRow`s. */
function readsRows(): boolean {
  const description: Description = { message: { fields: [TEXT_COLUMN] } };
  const rows = [PreparedQuery, PreparedQuery, RawQuery].map((Class) => {
    const query = new Class(undefined, { text: '', values: [] });
    query.describeAs(description);
    if (query instanceof RawQuery) query.handleDataRow(new DataRows(MESSAGES, 0, ROWS.length));
    else query.handleDataRow({ fields: ['a'] });
    return query._result.rows[0];
  });
  const [first, second, raw] = rows as [object, object, RawRow];
  return isDeepStrictEqual([first, second, raw.text('a')], [{ a: 'a' }, { a: 'a' }, 'a']);
}

/** As PostgreSQL describes a column of type text. */
const TEXT_COLUMN = {
  name: 'a',
  tableID: 0,
  columnID: 0,
  dataTypeID: 25,
  dataTypeSize: -1,
  dataTypeModifier: -1,
  format: 'text',
};
