import type { EntityClass } from '@mikro-orm/core';
import { registerEnumType } from 'type-graphql';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { ColonyEvent } from '../colonies/colony-event.entity.js';
import { Harvest } from '../harvests/harvest.entity.js';
import { Lot } from '../harvests/lot.entity.js';
import { LotPack } from '../harvests/lot-pack.entity.js';
import { BeehiveQuestion } from '../inspections/beehive-question.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { Question } from '../questions/question.entity.js';
import { MiteCount } from '../treatments/mite-count.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentFollowUp } from '../treatments/treatment-follow-up.entity.js';

/** The values are the names of the entities. */
export enum SyncKind {
  APIARY = 'Apiary',
  QUESTION = 'Question',
  BEEHIVE = 'Beehive',
  BEEHIVE_QUESTION = 'BeehiveQuestion',
  INSPECTION = 'Inspection',
  INVENTORY_ITEM = 'InventoryItem',
  STOCK_MOVEMENT = 'StockMovement',
  TREATMENT = 'Treatment',
  TREATMENT_FOLLOW_UP = 'TreatmentFollowUp',
  MITE_COUNT = 'MiteCount',
  QUEEN = 'Queen',
  QUEEN_REIGN = 'QueenReign',
  BEEHIVE_PLACEMENT = 'BeehivePlacement',
  COLONY_EVENT = 'ColonyEvent',
  HARVEST = 'Harvest',
  LOT = 'Lot',
  LOT_PACK = 'LotPack',
}
registerEnumType(SyncKind, {
  name: 'SyncKind',
  description: 'The kinds of records of which clients keep copies. In parentheses: what goes with a deleted one.',
  valuesConfig: {
    APIARY: {
      description:
        'An apiary (its questions, hives, items, queens, harvests and lots). It has changed, too, when its members have: `members` and `viewerRole` are read anew. Inspections and mite counts that were made in a deleted one, of hives that stand elsewhere since, remain without `apiaryId`.',
    },
    QUESTION: { description: 'A question of the inspections of an apiary (its overrides).' },
    BEEHIVE: {
      description:
        'A hive (its overrides, inspections, mite counts, reigns of queens, placements and events, and the follow-ups of its treatments). A hive that was moved to where you do not see it is deleted, too. `beehivesCount` of its apiary has no entry of its own: count the copies without `endedOn`.',
    },
    BEEHIVE_QUESTION: { description: 'An override of a question for one hive.' },
    INSPECTION: {
      description:
        'An inspection, or a revision of one, with its answers. It also changes `lastInspectedAt` and `lastInspection` of its `beehive`, which has no entry of its own for that.',
    },
    INVENTORY_ITEM: { description: 'An inventory item (its movements).' },
    STOCK_MOVEMENT: {
      description:
        'A stock movement. It also changes `quantity`, `stockLevel`, `lowStock` and `updatedAt` of its `item`, which has no entry of its own for that.',
    },
    TREATMENT: {
      description:
        'A treatment, or a replaced revision of one. It goes when neither its hive nor its apiary is left (its follow-ups). It also changes `withdrawalUntil` and `withdrawalUnknown` of its `beehive`, which has no entry of its own for that.',
    },
    TREATMENT_FOLLOW_UP: { description: 'A review of a treatment.' },
    MITE_COUNT: { description: 'A count of Varroa mites.' },
    QUEEN: {
      description: 'A queen. One whose apiary is deleted is sent without it; the others go with their apiary.',
    },
    QUEEN_REIGN: { description: 'The time of a queen in a hive. Its queen may be one that you do not see.' },
    BEEHIVE_PLACEMENT: { description: 'Where a hive stood from one day to another.' },
    COLONY_EVENT: { description: 'A split, a union or a loss of a colony.' },
    HARVEST: {
      description:
        'A harvest, with its sources and revisions. One whose apiary is deleted is sent without it; the others go with their apiary. `lotGrams` has no entry of its own: read `contents { harvest }` of the lot.',
    },
    LOT: {
      description:
        'A lot of honey, with its contents (its packs). One whose apiary is deleted is sent without it; the others go with their apiary.',
    },
    LOT_PACK: {
      description:
        'Jars that were filled from a lot. They also change `packedGrams` of their `lot`, which has no entry of its own for that.',
    },
  },
});

export const SYNCED: Record<SyncKind, EntityClass<{ id: string }>> = {
  [SyncKind.APIARY]: Apiary,
  [SyncKind.QUESTION]: Question,
  [SyncKind.BEEHIVE]: Beehive,
  [SyncKind.BEEHIVE_QUESTION]: BeehiveQuestion,
  [SyncKind.INSPECTION]: Inspection,
  [SyncKind.INVENTORY_ITEM]: InventoryItem,
  [SyncKind.STOCK_MOVEMENT]: StockMovement,
  [SyncKind.TREATMENT]: Treatment,
  [SyncKind.TREATMENT_FOLLOW_UP]: TreatmentFollowUp,
  [SyncKind.MITE_COUNT]: MiteCount,
  [SyncKind.QUEEN]: Queen,
  [SyncKind.QUEEN_REIGN]: QueenReign,
  [SyncKind.BEEHIVE_PLACEMENT]: BeehivePlacement,
  [SyncKind.COLONY_EVENT]: ColonyEvent,
  [SyncKind.HARVEST]: Harvest,
  [SyncKind.LOT]: Lot,
  [SyncKind.LOT_PACK]: LotPack,
};
