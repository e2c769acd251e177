// Each kind of record that can be deleted and restored: how it is deleted, and what goes with it.
import type { RecordIds } from '../authorization/case.js';

export interface Deletable {
  kind: string;
  id: (ids: RecordIds) => string;
  mutation: string;
  /** The tables whose rows are gone. */
  gone: string[];
}

const BELOW_HIVE = [
  'beehive_placements',
  'beehive_questions',
  'beehives',
  'colony_events',
  'feedings',
  'inspections',
  'measurements',
  'mite_counts',
  'queen_reigns',
];
export const DELETABLE: Deletable[] = [
  { kind: 'BEEHIVE', id: (ids) => ids.beehive, mutation: 'deleteBeehive', gone: BELOW_HIVE },
  { kind: 'QUESTION', id: (ids) => ids.question, mutation: 'deleteQuestion', gone: ['beehive_questions', 'questions'] },
  { kind: 'INVENTORY_ITEM', id: (ids) => ids.item, mutation: 'deleteInventoryItem', gone: ['inventory_items'] },
  { kind: 'QUEEN', id: (ids) => ids.freeQueen, mutation: 'deleteQueen', gone: ['queens'] },
  { kind: 'QUEEN_REIGN', id: (ids) => ids.reign, mutation: 'deleteQueenReign', gone: ['queen_reigns'] },
  { kind: 'PRODUCT', id: (ids) => ids.product, mutation: 'deleteProduct', gone: ['products'] },
  { kind: 'FEEDING', id: (ids) => ids.feeding, mutation: 'deleteFeeding', gone: ['feedings'] },
  { kind: 'MEASUREMENT', id: (ids) => ids.measurement, mutation: 'deleteMeasurement', gone: ['measurements'] },
  { kind: 'MITE_COUNT', id: (ids) => ids.miteCount, mutation: 'deleteMiteCount', gone: ['mite_counts'] },
  {
    kind: 'TREATMENT_FOLLOW_UP',
    id: (ids) => ids.followUp,
    mutation: 'deleteTreatmentFollowUp',
    gone: ['treatment_follow_ups'],
  },
  {
    kind: 'BEEHIVE_QUESTION',
    id: (ids) => ids.beehiveQuestion,
    mutation: 'deleteQuestionOverride',
    gone: ['beehive_questions'],
  },
  { kind: 'INSPECTION', id: (ids) => ids.draft, mutation: 'discardInspectionDraft', gone: ['inspections'] },
  {
    kind: 'HARVEST',
    id: (ids) => ids.harvestDraft,
    mutation: 'discardHarvestDraft',
    gone: ['harvest_sources', 'harvests'],
  },
  { kind: 'LOT', id: (ids) => ids.emptyLot, mutation: 'deleteLot', gone: ['lot_harvests', 'lots'] },
  { kind: 'TASK', id: (ids) => ids.task, mutation: 'deleteTask', gone: ['tasks'] },
  {
    kind: 'APIARY',
    id: (ids) => ids.apiary,
    mutation: 'deleteApiary',
    gone: [
      ...BELOW_HIVE,
      ...[
        'apiaries',
        'apiary_invitations',
        'apiary_members',
        'inventory_items',
        'questions',
        'tasks',
        'worklist_marks',
      ],
    ].sort(),
  },
];
