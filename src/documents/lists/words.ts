// The values of enums in the words of people. A spreadsheet with them can be imported again.
import { type Texts, texts } from '../../shared/texts.js';

export const INSPECTION_STATUS: Record<string, Texts> = {
  DRAFT: texts('Draft', 'Borrador'),
  COMPLETED: texts('Completed', 'Completada'),
  VOIDED: texts('Voided', 'Anulada'),
};
export const REIGN_ENDS: Record<string, Texts> = {
  REPLACED: texts('Replaced', 'Reemplazada'),
  MOVED: texts('Moved to another hive', 'Trasladada a otra colmena'),
  SUPERSEDED: texts('Superseded', 'Renovada por la colonia'),
  SWARMED: texts('Swarmed', 'Enjambró'),
  DIED: texts('Died', 'Murió'),
  MISSING: texts('Missing', 'Desaparecida'),
  REMOVED: texts('Removed', 'Retirada'),
  COLONY_LOST: texts('Colony lost', 'Colonia perdida'),
  UNITED: texts('Colony united', 'Colonia unida'),
};
export const COLONY_EVENTS: Record<string, Texts> = {
  SPLIT_INTO: texts('Split into', 'Dividida en'),
  SPLIT_FROM: texts('Split from', 'Nacida de'),
  UNITED_INTO: texts('United into', 'Unida a'),
  UNITED_WITH: texts('United with', 'Recibió a'),
  LOST: texts('Lost', 'Perdida'),
};
export const HARVEST_STATUS: Record<string, Texts> = {
  DRAFT: texts('Draft', 'Borrador'),
  CLOSED: texts('Closed', 'Cerrada'),
  VOIDED: texts('VOIDED', 'ANULADA'),
};
export const DESTINATIONS: Record<string, Texts> = {
  FOR_SALE: texts('For sale', 'Para la venta'),
  NOT_FOR_SALE: texts('Not for sale', 'No para la venta'),
};
export const MOVEMENTS: Record<string, Texts> = {
  INITIAL: texts('Initial stock', 'Existencia inicial'),
  ENTRY: texts('Entry', 'Entrada'),
  EXIT: texts('Exit', 'Salida'),
  ADJUSTMENT: texts('Adjustment', 'Ajuste'),
  CORRECTION: texts('Correction', 'Corrección'),
};
export const TASK_KINDS: Record<string, Texts> = {
  INSPECT: texts('Inspect', 'Inspeccionar'),
  TREAT: texts('Treat', 'Tratar'),
  FEED: texts('Feed', 'Alimentar'),
  HARVEST: texts('Harvest', 'Cosechar'),
  EQUIPMENT: texts('Equipment', 'Material'),
  OTHER: texts('Other', 'Otra'),
};
export const PRIORITIES: Record<string, Texts> = {
  HIGH: texts('High', 'Alta'),
  NORMAL: texts('Normal', 'Normal'),
  LOW: texts('Low', 'Baja'),
};
export const TASK_STATUS: Record<string, Texts> = {
  OPEN: texts('Open', 'Pendiente'),
  DONE: texts('Done', 'Hecha'),
  SKIPPED: texts('Skipped', 'Omitida'),
  CANCELED: texts('Canceled', 'Cancelada'),
};
export const HIVE_MOVEMENTS: Record<string, Texts> = {
  PLACED: texts('Came', 'Alta'),
  MOVED: texts('Moved', 'Traslado'),
  ENDED: texts('Ended', 'Baja'),
};
