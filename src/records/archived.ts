import { recordRows } from './records.js';

/**
 * The lists of an archive that an import restores, and their entities: the records in apiaries, the keepers of registers,
 * and the restricted zones of the account. Parents come before their children. What else an account keeps, or lets others in by, and what triggers have logged, can be read in an archive, but is not
 * restored.
 */
export const RESTORED_LISTS: ReadonlyMap<string, string> = new Map(
  recordRows.flatMap(([entity, { exportAs, exportWhere, path, restored }]) =>
    exportAs === undefined || !(restored || (path && !exportWhere)) || entity === 'Activity'
      ? []
      : [[exportAs, entity] as const],
  ),
);
