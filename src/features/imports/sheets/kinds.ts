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
  'FEEDINGS',
  'WEIGHTS',
  'INVENTORY',
] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

/** Kinds whose records a row can change. */
export const UPDATED_KINDS = ['HIVES', 'QUEENS', 'INSPECTIONS', 'TREATMENTS', 'HARVESTS', 'INVENTORY'] as const;
export type UpdatedKind = (typeof UPDATED_KINDS)[number];
export const isUpdated = (kind: SheetKind): kind is UpdatedKind => UPDATED_KINDS.includes(kind as UpdatedKind);

/** Tables of which there are no records yet: they are recognized, so that they are not taken for others, and refused. */
export const OTHER_KINDS = ['MOVES'] as const;
export type OtherKind = (typeof OTHER_KINDS)[number];
export type AnyKind = SheetKind | OtherKind;
export const ALL_KINDS: readonly AnyKind[] = [...SHEET_KINDS, ...OTHER_KINDS];

/** How the values of a field are read. */
export type ValueType =
  | 'TEXT'
  /** The name of a queen or an item: neither yes nor no, nor how a queen is. */
  | 'NAME'
  | 'DAY'
  /** A month is its last day. */
  | 'LAST_DAY'
  | 'TIME'
  /** A day with a time to the second, or an instant; a time to the second. */
  | 'MOMENT'
  | 'CLOCK'
  /** Whole numbers, each with the units that its values may have (units.ts). */
  | 'FRAMES'
  | 'BEES'
  | 'DAYS'
  | 'QUANTITY'
  /** How long honey has to wait: nil is none. */
  | 'WITHDRAWAL'
  | 'HONEY'
  /** By weight or by volume. */
  | 'FEED'
  /** What was measured, in the unit as it is written. */
  | 'WEIGHT'
  | 'DEGREES'
  | 'HUMIDITY'
  /** Any amount: no field of a record has it. */
  | 'NUMBER'
  | 'MITES'
  | 'YES_NO'
  | 'YEAR'
  | 'HIVE'
  | 'END_CAUSE'
  | 'COLOR'
  | 'ORIGIN'
  | 'COUNT_METHOD'
  | PlaceValueType;

const TEXT = 'TEXT';
interface KindFields {
  /** Without these, a row is not written. */
  required: readonly string[];
  /** What a row may have instead of a required one: the sensors of a device do not fail together. */
  instead?: Readonly<Record<string, readonly string[]>>;
  /** Those of which a sheet of this kind has one at least, unless its name says what it is. */
  typical: readonly string[];
  fields: Readonly<Record<string, ValueType>>;
}

const PLACE = { apiary: 'TEXT', hive: 'HIVE' } as const;
const STATE = {
  activityLevel: 'TEXT',
  beePopulation: 'TEXT',
  foodFrames: 'FRAMES',
  broodFrames: 'FRAMES',
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
    fields: { apiary: 'TEXT', ...LOCATION },
  },
  HIVES: {
    required: ['hive'],
    typical: ['placedOn', 'endedOn', 'endCause'],
    fields: {
      ...PLACE,
      placedOn: 'DAY',
      ...STATE,
      endedOn: 'DAY',
      endCause: 'END_CAUSE',
      isAlive: 'YES_NO',
      notes: 'TEXT',
    },
  },
  QUEENS: {
    required: [],
    typical: ['queenName', 'queenYear', 'queenColor', 'isMarked', 'isClipped', 'race', 'breeder', 'installedOn'],
    fields: {
      ...PLACE,
      ...STATE,
      queenName: 'NAME',
      queenYear: 'YEAR',
      queenColor: 'COLOR',
      ...{ isMarked: 'YES_NO', isClipped: 'YES_NO' },
      race: 'TEXT',
      origin: 'ORIGIN',
      breeder: 'TEXT',
      ...{ installedOn: 'DAY', removedOn: 'DAY' },
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
      plannedDays: 'DAYS',
      withdrawalDays: 'WITHDRAWAL',
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
      bees: 'BEES',
      mites: 'MITES',
      days: 'DAYS',
      notes: 'TEXT',
    },
  },
  HARVESTS: {
    required: ['hive', 'date'],
    typical: ['honey', 'frames', 'honeyKind'],
    fields: { ...PLACE, date: 'DAY', honey: 'HONEY', frames: 'FRAMES', honeyKind: 'TEXT', notes: 'TEXT' },
  },
  FEEDINGS: {
    required: ['hive', 'date'],
    typical: ['feed', 'feedAmount'],
    fields: { ...PLACE, date: 'DAY', feed: 'TEXT', feedAmount: 'FEED', notes: 'TEXT' },
  },
  WEIGHTS: {
    required: ['hive', 'date', 'weight'],
    instead: { weight: ['temperature', 'broodTemperature', 'humidity'] },
    typical: ['weight', 'temperature', 'broodTemperature', 'humidity'],
    fields: {
      ...PLACE,
      ...{ date: 'MOMENT', time: 'CLOCK', weight: 'WEIGHT', temperature: 'DEGREES', broodTemperature: 'DEGREES' },
      ...{ humidity: 'HUMIDITY', notes: 'TEXT' },
    },
  },
  INVENTORY: {
    required: ['item'],
    typical: ['item', 'quantity', 'unit', 'minimum', 'category', 'expiryDate'],
    fields: {
      apiary: 'TEXT',
      item: 'NAME',
      quantity: 'QUANTITY',
      unit: 'TEXT',
      minimum: 'QUANTITY',
      category: 'TEXT',
      batch: 'TEXT',
      expiryDate: 'LAST_DAY',
      purchaseDate: 'DAY',
      supplier: 'TEXT',
      storageLocation: 'TEXT',
      notes: 'TEXT',
    },
  },
};

/** Fields by which tables of other kinds, of feedings and of weights are recognized. */
const OTHER_FIELDS: Readonly<Record<string, ValueType>> = {
  ...{ hive: 'HIVE', date: 'MOMENT', feed: 'TEXT', feedAmount: 'TEXT', weight: 'NUMBER', temperature: 'NUMBER' },
  ...{
    broodTemperature: 'NUMBER',
    humidity: 'NUMBER',
    destination: 'TEXT',
    departure: 'TEXT',
    hiveCount: 'TEXT',
    vehicle: 'TEXT',
  },
  healthDocument: 'TEXT',
};
const WEIGHED = { ...OTHER_FIELDS, time: 'CLOCK' } as const;
const MOVED = ['destination', 'departure', 'hiveCount', 'vehicle', 'healthDocument'];
/** What makes a table one of a kind. */
export const SHAPES: Readonly<Record<AnyKind, KindFields>> = {
  ...KINDS,
  // What else a table of feedings has, other tables have, too.
  FEEDINGS: { required: ['feed'], typical: KINDS.FEEDINGS.typical, fields: OTHER_FIELDS },
  WEIGHTS: { required: ['weight', 'date'], typical: KINDS.WEIGHTS.typical, fields: WEIGHED },
  MOVES: { required: ['destination'], typical: MOVED, fields: OTHER_FIELDS },
};

/** What says of a queen that there is one. */
export const QUEEN_FIELDS = [...KINDS.QUEENS.typical, 'origin'];

export const isSheetKind = (kind: string | null): kind is SheetKind => SHEET_KINDS.includes(kind as SheetKind);
export const isKind = (kind: string | null): kind is AnyKind => ALL_KINDS.includes(kind as AnyKind);
