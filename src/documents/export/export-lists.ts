// The lists of an export, whatever its format is.
import type { PolicyViewer } from '../../access/policy.js';
import * as entities from '../../entities.js';
import { records } from '../../records/records.js';
import { toRounded } from '../../shared/geography.js';
import { readReadingDays } from './export-readings.js';
import { type ExportSource, readRows } from './export-rows.js';

const types: Record<string, (typeof entities)[keyof typeof entities]> = entities;

/** The lists of an export that contain entities. */
export const ENTITY_LISTS = Object.entries(records).flatMap(
  ([entity, { exportAs, exportColumns: columns = {}, exportWhere: where, exportsPosition: hasPosition = false }]) =>
    exportAs ? [{ name: exportAs, type: types[entity]!, columns, where, hasPosition }] : [],
);
type List = (typeof ENTITY_LISTS)[number];

/** The lists of an export: their names, and what reads their rows. */
export const EXPORTED_LISTS = [
  ...ENTITY_LISTS.map((list) => ({
    name: list.name,
    read: (source: ExportSource, account: Exported): AsyncIterable<object> => readList(source, account, list),
  })),
  { name: 'readings', read: readReadingDays },
];

/** An account, whose rows are exported. */
export interface Exported extends PolicyViewer {
  /** Whether somebody else exports them: an administrator need not know where the hives stand. */
  isOther?: boolean;
}

/** The rows of an account as they are exported. */
async function* readList(source: ExportSource, account: Exported, list: List): AsyncGenerator<object> {
  for await (const row of readRows(source, account, list.type as typeof entities.User, list.where?.(account.id)))
    yield renameColumns(list.hasPosition && account.isOther ? roundPosition(row) : row, list);
}

function roundPosition(row: object): object {
  const { latitude, longitude } = row as { latitude: number | null; longitude: number | null };
  return latitude === null || longitude === null ? row : { ...row, ...toRounded({ latitude, longitude }) };
}

/** A column may have another name in the export. */
function renameColumns(row: object, { columns }: List): object {
  if (Object.keys(columns).length === 0) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name] ?? name, value]));
}
