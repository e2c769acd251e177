// What a sheet can be, and the fields that its columns can have.
import type { PlaceValueType } from './place-values.js';

export const SHEET_KINDS = [
  'APIARIES',
  'HIVES',
  'QUEENS',
  'INSPECTIONS',
  'TREATMENTS',
  'MITE_COUNTS',
  'HARVESTS',
  'INVENTORY',
] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

/** How the values of a field are read. */
export type ValueType =
  | 'TEXT'
  | 'DAY'
  | 'TIME'
  | 'WHOLE'
  | 'NUMBER'
  | 'KILOGRAMS'
  | 'GRAMS'
  | 'YES_NO'
  | 'YEAR'
  | 'HIVE'
  | 'COLOR'
  | 'ORIGIN'
  | 'COUNT_METHOD'
  | PlaceValueType;

const TEXT = 'TEXT';

interface KindFields {
  /** Without these, a row is not written. */
  required: readonly string[];
  /** Those that other kinds of sheets do not have: a sheet with them is of this kind. */
  typical: readonly string[];
  fields: Readonly<Record<string, ValueType>>;
}

const PLACE = { apiary: 'TEXT', hive: 'HIVE' } as const;
const STATE = {
  activityLevel: 'TEXT',
  beePopulation: 'TEXT',
  foodFrames: 'WHOLE',
  broodFrames: 'WHOLE',
  hiveStatus: 'TEXT',
  healthStatus: 'TEXT',
  hasProductionChamber: 'TEXT',
} as const;
export const STATE_FIELDS = Object.keys(STATE);

const LOCATION = {
  location: 'TEXT',
  latitude: 'LATITUDE',
  longitude: 'LONGITUDE',
  coordinates: 'COORDINATES',
  elevation: 'METRES',
  country: 'COUNTRY',
  municipality: 'TEXT',
  registerNumber: 'TEXT',
  mobility: 'MOBILITY',
  forage: 'TEXT',
} as const;
/** The fields that say where an apiary is, and what registers ask for. */
export const LOCATION_FIELDS: readonly string[] = Object.keys(LOCATION);

export const KINDS: Readonly<Record<SheetKind, KindFields>> = {
  APIARIES: {
    required: ['apiary'],
    typical: ['location', 'latitude', 'longitude', 'coordinates', 'municipality', 'registerNumber', 'mobility'],
    fields: { apiary: 'TEXT', ...LOCATION, notes: 'TEXT' },
  },
  HIVES: {
    required: ['hive'],
    typical: ['placedOn'],
    fields: { ...PLACE, placedOn: 'DAY', ...STATE, notes: 'TEXT' },
  },
  QUEENS: {
    required: [],
    typical: ['queenName', 'queenYear', 'queenColor', 'isMarked', 'isClipped', 'race', 'breeder', 'installedOn'],
    fields: {
      ...PLACE,
      queenName: 'TEXT',
      queenYear: 'YEAR',
      queenColor: 'COLOR',
      isMarked: 'YES_NO',
      isClipped: 'YES_NO',
      race: 'TEXT',
      origin: 'ORIGIN',
      breeder: 'TEXT',
      installedOn: 'DAY',
      removedOn: 'DAY',
      notes: 'TEXT',
    },
  },
  INSPECTIONS: {
    required: ['hive', 'date'],
    typical: ['activityLevel', 'beePopulation', 'healthStatus', 'broodFrames', 'foodFrames'],
    fields: { ...PLACE, date: 'DAY', time: 'TIME', ...STATE, notes: 'TEXT' },
  },
  TREATMENTS: {
    required: ['hive', 'date', 'product'],
    typical: ['product', 'activeIngredient', 'dose', 'withdrawalDays', 'withdrawalUntil', 'reason'],
    fields: {
      ...PLACE,
      date: 'DAY',
      endDate: 'DAY',
      product: 'TEXT',
      activeIngredient: 'TEXT',
      dose: 'TEXT',
      method: 'TEXT',
      reason: TEXT,
      plannedDays: 'WHOLE',
      withdrawalDays: 'WHOLE',
      withdrawalUntil: 'DAY',
      batch: 'TEXT',
      supplier: 'TEXT',
      appliedBy: 'TEXT',
      prescriber: 'TEXT',
      notes: 'TEXT',
    },
  },
  MITE_COUNTS: {
    required: ['hive', 'date', 'mites'],
    typical: ['mites', 'bees', 'countMethod'],
    fields: {
      ...PLACE,
      date: 'DAY',
      countMethod: 'COUNT_METHOD',
      bees: 'WHOLE',
      mites: 'WHOLE',
      days: 'WHOLE',
      notes: 'TEXT',
    },
  },
  HARVESTS: {
    required: ['hive', 'date'],
    typical: ['kilograms', 'grams', 'frames', 'honeyKind'],
    fields: {
      ...PLACE,
      date: 'DAY',
      kilograms: 'KILOGRAMS',
      grams: 'GRAMS',
      frames: 'WHOLE',
      honeyKind: 'TEXT',
      notes: 'TEXT',
    },
  },
  INVENTORY: {
    required: ['item'],
    typical: ['item', 'quantity', 'unit', 'minimum', 'category', 'expiryDate'],
    fields: {
      apiary: 'TEXT',
      item: 'TEXT',
      quantity: 'WHOLE',
      unit: 'TEXT',
      minimum: 'WHOLE',
      category: 'TEXT',
      batch: 'TEXT',
      expiryDate: 'DAY',
      purchaseDate: 'DAY',
      supplier: 'TEXT',
      storageLocation: 'TEXT',
      notes: 'TEXT',
    },
  },
};

export const isSheetKind = (kind: string | null): kind is SheetKind => SHEET_KINDS.includes(kind as SheetKind);
