// The records of the demo account. Some hives use the terms of the mobile app, others those of the specification.
import type { Apiary, InventoryItem } from '../entities.js';
import { ApiaryMobility } from '../features/apiaries/apiary-mobility.enums.js';
import type { Taken } from './demo-history.js';

interface Hive {
  activityLevel: string;
  beePopulation: string;
  hiveStatus: string;
  healthStatus: string;
  hasProductionChamber: string;
  observations?: string;
}

const SPANISH: Hive[] = [
  {
    activityLevel: 'Alta',
    beePopulation: 'Alta',
    hiveStatus: 'Cámara de cría y producción',
    healthStatus: 'Ninguno',
    hasProductionChamber: 'Si',
  },
  {
    activityLevel: 'Media',
    beePopulation: 'Alta',
    hiveStatus: 'Cámara de cría y producción',
    healthStatus: 'Ninguno',
    hasProductionChamber: 'Si',
    observations: 'Reina marcada, puesta compacta.',
  },
  {
    activityLevel: 'Alta',
    beePopulation: 'Alta',
    hiveStatus: 'Cámara de cría y doble alza de producción',
    healthStatus: 'Ninguno',
    hasProductionChamber: 'Si',
    observations: 'Lista para cosechar la segunda alza.',
  },
];
/** The one hive that is treated. */
const WITH_MITES: Hive = {
  activityLevel: 'Media',
  beePopulation: 'Media',
  hiveStatus: 'Cámara de cría',
  healthStatus: 'Presencia barroa',
  hasProductionChamber: 'No',
  observations: 'Contar varroas otra vez en dos semanas.',
};
const ENGLISH: Hive[] = [
  {
    activityLevel: 'High',
    beePopulation: 'Large',
    hiveStatus: 'Active',
    healthStatus: 'Healthy',
    hasProductionChamber: 'Yes',
    observations: 'Two full supers.',
  },
  {
    activityLevel: 'Medium',
    beePopulation: 'Medium',
    hiveStatus: 'Active',
    healthStatus: 'Healthy',
    hasProductionChamber: 'Yes',
  },
  {
    activityLevel: 'High',
    beePopulation: 'Medium',
    hiveStatus: 'Active',
    healthStatus: 'Healthy',
    hasProductionChamber: 'No',
    observations: 'New queen from this spring.',
  },
];
type Stock = Pick<InventoryItem, 'itemName' | 'unit' | 'quantity' | 'minimumStock' | 'unitCost' | 'currency'> & {
  description?: string;
  taken?: Taken;
};
/** What hives are fed with. */
export const FEED = 'Alimento líquido';
const STOCK: Stock[] = [
  {
    itemName: 'Láminas de cera',
    unit: 'Láminas',
    quantity: 40,
    minimumStock: 20,
    description: 'Cera estampada, cuadro Langstroth',
    taken: [
      [75, 12],
      [61, 8],
      [47, 16],
      [33, 10],
      [12, 6],
    ],
    unitCost: 120,
    currency: 'EUR',
  },
  {
    itemName: FEED,
    unit: 'Litros',
    quantity: 8,
    minimumStock: 10,
    description: 'Jarabe 2:1',
    taken: [
      [68, 3],
      [54, 5],
      [26, 4],
      [19, 6],
      [5, 4],
    ],
    unitCost: 95,
    currency: 'EUR',
  },
  { itemName: 'Ahumador', unit: 'Unidades', quantity: 2, minimumStock: 1, unitCost: 3200, currency: 'EUR' },
  {
    itemName: 'Oxalic acid',
    unit: 'boxes',
    quantity: 2,
    minimumStock: 1,
    description: 'For the winter treatment',
    unitCost: 1850,
    currency: 'EUR',
  },
  {
    itemName: 'Jars',
    unit: 'dozens',
    quantity: 15,
    minimumStock: 5,
    description: '500 g, with lids',
    unitCost: 780,
    currency: 'EUR',
  },
];
/** The index of the hive with mites, in the apiary that has treatments. */
export const TREATED = 2;
type Place = Required<
  Pick<
    Apiary,
    'latitude' | 'longitude' | 'elevation' | 'country' | 'municipality' | 'registerNumber' | 'mobility' | 'forage'
  >
>;
export interface ApiarySeed {
  name: string;
  location: string;
  place: Place;
  /** Whether it has treatments and counts of mites. */
  treatments: boolean;
  hives: number;
  kinds: Hive[];
  /** The notes of each inspection. */
  notes: string;
  /** How often each hive has been inspected. */
  rounds: number;
  /** What is written on some hives, by their indexes. */
  names: Record<number, string>;
  /** The index of the hive that the last round has left out. */
  overdue?: number;
}
export const APIARIES: ApiarySeed[] = [
  {
    name: 'El Encinar',
    location: 'Ladera sur, junto al arroyo',
    place: {
      ...{ latitude: 40.17354, longitude: -5.26412, elevation: 640, country: 'ES' },
      ...{
        municipality: 'Candeleda',
        registerNumber: 'ES050470000031',
        mobility: ApiaryMobility.STATIONARY,
        forage: 'Encina, jara y cantueso',
      },
    },
    treatments: true,
    hives: 16,
    kinds: SPANISH,
    notes: 'Inspección de rutina.',
    rounds: 6,
    names: { 4: 'Encina', 9: 'Nuc 3' },
  },
  {
    name: 'La Vega',
    location: 'Huerta de los almendros',
    place: {
      ...{ latitude: 40.13982, longitude: -5.37146, elevation: 410, country: 'ES' },
      ...{
        municipality: 'Madrigal de la Vera',
        registerNumber: 'ES101110000012',
        mobility: ApiaryMobility.MIGRATORY,
        forage: 'Almendro y tomillo',
      },
    },
    treatments: false,
    hives: 14,
    kinds: SPANISH,
    notes: 'Inspección de rutina.',
    rounds: 3,
    names: { 6: '3A' },
    overdue: 13,
  },
  {
    name: 'Orchard Hill',
    location: 'Old apple orchard, upper gate',
    // Its number is not one of REGA: the demo data has a warning.
    place: {
      ...{ latitude: 40.31708, longitude: -5.61533, elevation: 720, country: 'ES' },
      ...{
        municipality: 'Jerte',
        registerNumber: 'CC-117',
        mobility: ApiaryMobility.STATIONARY,
        forage: 'Cherry, apple, heather',
      },
    },
    treatments: false,
    hives: 10,
    kinds: ENGLISH,
    notes: 'Routine inspection.',
    rounds: 3,
    names: { 2: 'Maple' },
  },
];

/** @param i the index of the hive in its apiary */
export const kindOf = ({ treatments, kinds }: ApiarySeed, i: number): Hive =>
  treatments && i === TREATED ? WITH_MITES : kinds[i % kinds.length]!;

/** There is enough of each item, but for one in the first apiary. */
export const stockOf = ({ treatments }: ApiarySeed): Stock[] =>
  STOCK.map((item) => (treatments ? item : { ...item, quantity: Math.max(item.quantity, 2 * item.minimumStock) }));
