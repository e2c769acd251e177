import { recordRows } from './records.js';

/**
 * The lists of an archive that an import restores, and their entities: the records in apiaries. Parents come before their children. What an
 * account keeps beside them, or lets others in by, and what triggers have logged, can be read in an archive, but is not restored.
 */
export const RESTORED_LISTS: ReadonlyMap<string, string> = new Map(
  recordRows.flatMap(([entity, { exportAs, exportWhere, path }]) =>
    exportAs === undefined || exportWhere || !path || entity === 'Activity' ? [] : [[exportAs, entity] as const],
  ),
);
