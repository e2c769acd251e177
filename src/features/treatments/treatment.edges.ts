import { children, connection, edgesOf, parent, related, relatedAll } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Product } from '../products/product.entity.js';
import { RecordedTreatments } from './recorded-treatments.types.js';
import { Treatment } from './treatment.entity.js';
import { treatmentList } from './treatment.lists.js';
import { TreatmentFollowUp } from './treatment-follow-up.entity.js';

export const treatmentEdges = [
  edgesOf(Treatment, {
    beehive: related(
      Beehive,
      'beehiveId',
      'The hive; null if it has been deleted, or is in an apiary that you do not see.',
    ),
    apiary: related(
      Apiary,
      'apiaryId',
      'The apiary of the hive at that time; null if it has been deleted or is no longer yours.',
    ),
    product: related(
      Product,
      'productId',
      'The product that was named; null if none, if it has been deleted, or you do not see it.',
    ),
    item: related(
      InventoryItem,
      'itemId',
      'The inventory item from which the product was taken; null if none, or if it has been deleted.',
    ),
    stockMovement: related(
      StockMovement,
      'stockMovementId',
      'The stock movement of all hives of this treatment; null if none, or if the item has been deleted.',
    ),
    actor: person('actorId', 'Who recorded this revision; null if the account has been deleted.'),
    followUps: children(
      TreatmentFollowUp,
      'treatment',
      { reviewedOn: 'asc' },
      'Its follow-ups, oldest first; at most 100.',
      'seriesId',
    ),
    revisions: children(
      Treatment,
      'seriesId',
      { revision: 'desc' },
      'All its revisions, the current one first; at most 202.',
      'seriesId',
    ),
  }),
  edgesOf(RecordedTreatments, {
    beehives: relatedAll(
      Beehive,
      'beehiveIds',
      'The hives, in the same order, without those that have been deleted since.',
    ),
  }),
  edgesOf(TreatmentFollowUp, {
    treatment: parent(Treatment, 'treatmentId', 'The treatment.'),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
  // beehives/ and apiaries/ do not import treatments/.
  edgesOf(Beehive, {
    treatments: connection(Treatment, 'beehive', treatmentList, 'Its treatments, newest first.'),
  }),
  edgesOf(Apiary, {
    treatmentRecords: connection(
      Treatment,
      'apiary',
      treatmentList,
      'The treatments of hives that were in the apiary at that time, newest first.',
    ),
  }),
];
