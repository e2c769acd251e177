// Imports of the demo account: one that has been checked, and others for the examples of the documentation.
import type { EntityManager } from '@mikro-orm/postgresql';
import { FileImport, ImportRow, type User } from '../entities.js';
import { ImportStatus } from '../features/imports/import.enums.js';
import { EXAMPLE } from '../shared/example-ids.js';

const COLUMNS = [
  { column: 1, heading: 'Apiario', field: 'apiary', score: 1 },
  { column: 2, heading: 'Colmena', field: 'hive', score: 1 },
  { column: 3, heading: 'Notas', field: 'notes', score: 1 },
];
const CELLS = ['El Encinar', '1', 'Junto al camino'];

export function createImports(em: EntityManager, user: User): void {
  const add = (id: string, fileName: string, status: ImportStatus, isRun: boolean): void => {
    const imported = em.create(FileImport, {
      id,
      user,
      fileName: `${fileName}.csv`,
      status,
      sizeBytes: 56,
      receivedBytes: 56,
      format: 'CSV',
      checksum: '0'.repeat(64),
      details: { encoding: 'utf-8', separator: ',' },
      mapping: [{ sheet: 1, name: fileName, kind: 'HIVES', apiaryName: null, columns: COLUMNS }],
      rowsTotal: 1,
      rowsDone: 1,
      ...(isRun && { startedAt: new Date(), finishedAt: new Date(), undoableUntil: new Date(Date.now() + 86_400_000) }),
    });
    const summary = 'El Encinar, 1';
    em.create(ImportRow, {
      import: imported,
      n: 1,
      sheet: 1,
      row: 2,
      cells: CELLS,
      summary,
      status: isRun ? 'DONE' : 'PENDING',
    });
  };
  add(EXAMPLE.import, 'colmenas-por-importar', ImportStatus.READY, false);
  add(EXAMPLE.otherImport, 'colmenas-otro-valle', ImportStatus.READY, false);
  add(EXAMPLE.canceledImport, 'colmenas-interrumpido', ImportStatus.CANCELED, true);
  add(EXAMPLE.doneImport, 'colmenas-importadas', ImportStatus.DONE, true);
}
