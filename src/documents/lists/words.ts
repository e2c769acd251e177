// The values of enums in the words of people. A spreadsheet with them can be imported again.
import { type Texts, texts } from './list.js';

export const COUNT_METHODS: Record<string, Texts> = {
  ALCOHOL_WASH: texts('Alcohol wash', 'Lavado con alcohol'),
  SUGAR_ROLL: texts('Sugar roll', 'Azúcar glas'),
  CO2: texts('Carbon dioxide', 'Dióxido de carbono'),
  STICKY_BOARD: texts('Sticky board', 'Lámina pegajosa'),
};
export const INSPECTION_STATUS: Record<string, Texts> = {
  DRAFT: texts('Draft', 'Borrador'),
  COMPLETED: texts('Completed', 'Completada'),
  VOIDED: texts('Voided', 'Anulada'),
};
export const QUEEN_ORIGINS: Record<string, Texts> = {
  REARED: texts('Reared', 'Criada'),
  PURCHASED: texts('Purchased', 'Comprada'),
  SUPERSEDURE: texts('Supersedure', 'Renovación natural'),
  EMERGENCY: texts('Emergency', 'Emergencia'),
  SWARM: texts('Swarm', 'Enjambre'),
};
export const COLORS: Record<string, Texts> = {
  WHITE: texts('White', 'Blanco'),
  YELLOW: texts('Yellow', 'Amarillo'),
  RED: texts('Red', 'Rojo'),
  GREEN: texts('Green', 'Verde'),
  BLUE: texts('Blue', 'Azul'),
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
export const END_CAUSES: Record<string, Texts> = {
  STARVED: texts('Starved', 'Hambre'),
  WEATHER: texts('Weather', 'Clima'),
  MITES: texts('Mites', 'Ácaros'),
  DISEASE: texts('Disease', 'Enfermedad'),
  QUEEN_LOST: texts('Queen lost', 'Pérdida de la reina'),
  ABSCONDED: texts('Absconded', 'Abandono'),
  ROBBED: texts('Robbed by bees', 'Pillaje'),
  PREDATORS: texts('Predators', 'Depredadores'),
  PESTICIDES: texts('Pesticides', 'Plaguicidas'),
  DISASTER: texts('Disaster', 'Desastre'),
  DESTROYED: texts('Destroyed', 'Destruida'),
  STOLEN: texts('Stolen', 'Robada'),
  SOLD: texts('Sold or given away', 'Vendida o regalada'),
  OTHER: texts('Other', 'Otra'),
  UNKNOWN: texts('Unknown', 'Desconocida'),
  UNITED: texts('United', 'Unida'),
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
  CANCELLED: texts('Cancelled', 'Cancelada'),
};
export const HIVE_MOVEMENTS: Record<string, Texts> = {
  PLACED: texts('Came', 'Alta'),
  MOVED: texts('Moved', 'Traslado'),
  ENDED: texts('Ended', 'Baja'),
};
export const MOBILITIES: Record<string, Texts> = {
  STATIONARY: texts('Stationary', 'Estante'),
  MIGRATORY: texts('Migratory', 'Trashumante'),
};
