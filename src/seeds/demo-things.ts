// The records of the demo account. Some hives use the terms of the mobile app, others those of the specification.
import type { InventoryItem } from '../entities.js';
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
    activityLevel: 'Media',
    beePopulation: 'Media',
    hiveStatus: 'Cámara de cría',
    healthStatus: 'Presencia barroa',
    hasProductionChamber: 'No',
    observations: 'Contar varroas otra vez en dos semanas.',
  },
  {
    activityLevel: 'Alta',
    beePopulation: 'Alta',
    hiveStatus: 'Cámara de cría y doble alza de producción',
    healthStatus: 'Ninguno',
    hasProductionChamber: 'Si',
    observations: 'Lista para cosechar la segunda alza.',
  },
  {
    activityLevel: 'Baja',
    beePopulation: 'Baja',
    hiveStatus: 'Cámara de cría',
    healthStatus: 'Enfermedad',
    hasProductionChamber: 'No',
    observations: 'Cría salteada; muestra enviada al laboratorio.',
  },
  {
    activityLevel: 'Media',
    beePopulation: 'Media',
    hiveStatus: 'Cámara de cría',
    healthStatus: 'Presencia de plagas',
    hasProductionChamber: 'No',
    observations: 'Polilla en dos cuadros, retirados.',
  },
];
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
    activityLevel: 'Low',
    beePopulation: 'Small',
    hiveStatus: 'Queenless',
    healthStatus: 'At Risk',
    hasProductionChamber: 'No',
    observations: 'No eggs; frame of brood added.',
  },
  {
    activityLevel: 'High',
    beePopulation: 'Medium',
    hiveStatus: 'Active',
    healthStatus: 'Healthy',
    hasProductionChamber: 'No',
    observations: 'New queen from this spring.',
  },
  {
    activityLevel: 'Low',
    beePopulation: 'Small',
    hiveStatus: 'Inactive',
    healthStatus: 'Unhealthy',
    hasProductionChamber: 'No',
    observations: 'Combined with its neighbour.',
  },
];
type Stock = Pick<InventoryItem, 'itemName' | 'unit' | 'quantity' | 'minimumStock' | 'unitCost' | 'currency'> & {
  description?: string;
  taken?: Taken;
};
/** What hives are fed with. */
export const FEED = 'Alimento líquido';
export const STOCK: Stock[] = [
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
    quantity: 0,
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
export const APIARIES = [
  { name: 'El Encinar', location: 'Ladera sur, junto al arroyo', treatments: true, hives: 16, kinds: SPANISH },
  { name: 'La Vega', location: 'Huerta de los almendros', treatments: false, hives: 14, kinds: SPANISH },
  { name: 'Orchard Hill', location: 'Old apple orchard, upper gate', treatments: false, hives: 10, kinds: ENGLISH },
];
