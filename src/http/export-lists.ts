// The lists of an export, whatever its format is.
import type { PolicyViewer } from '../access/policy.js';
import * as entities from '../entities.js';
import { records } from '../records/records.js';
import { type ExportSource, readRows } from './export-rows.js';

const types: Record<string, (typeof entities)[keyof typeof entities]> = entities;

/** The lists of an export: their names and the entities that they contain. */
export const LISTS = Object.entries(records).flatMap(
  ([entity, { exportAs, exportColumns: columns = {}, exportWhere: where }]) =>
    exportAs ? [{ name: exportAs, type: types[entity]!, columns, where }] : [],
);
type List = (typeof LISTS)[number];

/** The rows of an account as they are exported. */
export async function* readList(source: ExportSource, account: PolicyViewer, list: List): AsyncGenerator<object> {
  for await (const row of readRows(source, account, list.type as typeof entities.User, list.where?.(account.id)))
    yield renameColumns(row, list);
}

/** A column may have another name in the export. */
function renameColumns(row: object, { columns }: List): object {
  if (Object.keys(columns).length === 0) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name] ?? name, value]));
}
