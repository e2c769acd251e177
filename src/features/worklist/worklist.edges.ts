import { edgesOf, related } from '../../graphql/edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { WorklistItem } from './worklist.js';

export const worklistEdges = [
  edgesOf(WorklistItem, {
    apiary: related(Apiary, 'apiaryId', 'Where it is; null if it has been deleted.'),
    beehive: related(Beehive, 'beehiveId', 'The hive, if it is about one.'),
    inventoryItem: related(InventoryItem, 'inventoryItemId', 'The inventory item, if it is about one.'),
    inspection: related(Inspection, 'inspectionId', 'The draft, if it is about one.'),
    treatment: related(
      Treatment,
      'treatmentId',
      'The treatment, if it is about a follow-up or the end of a treatment.',
    ),
    lot: related(Lot, 'lotId', 'The lot of honey, if it is about one.'),
  }),
];
