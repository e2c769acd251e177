import { v7 as uuidv7 } from 'uuid';
import type { FeatureCases } from '../case.js';

export const statistics: FeatureCases = {
  fields: {
    'Query.node': ['reader', ({ item }) => `{ node(id: "${item}") { ... on InventoryItem { itemName } } }`],
    // Ids that are not found are null.
    'Query.nodes': ['viewer', () => `{ nodes(ids: ["${uuidv7()}"]) { id } }`],
    'Query.search': ['viewer', () => '{ search(text: "a") { apiaries { name } beehives { beehiveNumber } } }'],
    'Query.statistics': ['viewer', () => '{ statistics { beehives lowStockItems } }'],
    'Query.worklist': ['viewer', () => '{ worklist { nodes { kind } } }'],
  },
  routes: {
    'get /statistics/apiary/:id': ['reader', ({ apiary }) => ({ path: `/statistics/apiary/${apiary}` })],
    'get /statistics/apiary/:id/health-trends': [
      'reader',
      ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/health-trends` }),
    ],
    'get /statistics/apiary/:id/treatment-distribution': [
      'reader',
      ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/treatment-distribution` }),
    ],
    'get /statistics/apiary/:id/inventory-levels': [
      'reader',
      ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/inventory-levels` }),
    ],
  },
  nested: {
    'Statistics.overdueInspections': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { statistics { overdueInspections(days: 1) } } }`,
    'Apiary.healthTrends': ({ apiary }) => `{ apiary(id: "${apiary}") { healthTrends(days: 9) { beehiveId } } }`,
    'Apiary.overdueBeehives': ({ apiary }) => `{ apiary(id: "${apiary}") { overdueBeehives(days: 1) { id } } }`,
  },
};
