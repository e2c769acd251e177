import { v7 as uuidv7 } from 'uuid';
import type { FeatureCases } from '../case.js';

export const statistics: FeatureCases = {
  fields: {
    'Query.node': ['reader', ({ item }) => `{ node(id: "${item}") { ... on InventoryItem { itemName } } }`],
    // Ids that are not found are null.
    'Query.nodes': ['viewer', () => `{ nodes(ids: ["${uuidv7()}"]) { id } }`],
    'Query.search': [
      'viewer',
      () => '{ search(text: "a") { nodes { ... on Apiary { name } ... on Beehive { beehiveNumber } } } }',
    ],
    'Query.statistics': ['viewer', () => '{ statistics { beehivesCount lowStockItemsCount } }'],
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
    'Statistics.period': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { statistics { period(from: "2026-01-01", to: "2026-12-31") { inspectionsCount } } } }`,
    'Statistics.overdueInspectionsCount': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { statistics { overdueInspectionsCount(days: 1) } } }`,
    'Apiary.healthTrends': ({ apiary }) => `{ apiary(id: "${apiary}") { healthTrends(days: 9) { beehiveId } } }`,
    'Apiary.worklist': ({ apiary }) => `{ apiary(id: "${apiary}") { worklist(first: 5) { nodes { key } } } }`,
    'WorklistItem.title': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { worklist(first: 5) { nodes { title(language: ES) } } } }`,
  },
};
