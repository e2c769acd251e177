import type { FeatureCases } from '../case.js';

/** Lists that every account has, and those that are of one apiary if the request says so. */
const OF_VIEWER = ['apiaries', 'declaration'];
const OF_APIARY = [
  'beehives',
  'placements',
  'colony-events',
  'mite-counts',
  'inspections',
  'treatments',
  'products',
  'feedings',
  'measurements',
  'series',
  'queens',
  'reigns',
  'harvests',
  'lots',
  'packs',
  'inventory',
  'stock-movements',
  'tasks',
  'movements',
];

export const lists: FeatureCases = {
  fields: {},
  nested: {},
  routes: {
    ...Object.fromEntries(
      OF_VIEWER.map((name) => [`get /lists/${name}`, ['viewer', () => ({ path: `/lists/${name}` })]]),
    ),
    ...Object.fromEntries(
      OF_APIARY.map((name) => [
        `get /lists/${name}`,
        ['reader', ({ apiary }: { apiary: string }) => ({ path: `/lists/${name}?apiary_id=${apiary}` })],
      ]),
    ),
    'get /inventory/:id/card/pdf': ['reader', ({ item }) => ({ path: `/inventory/${item}/card/pdf` })],
    'get /movements/pdf': ['reader', ({ apiary }) => ({ path: `/movements/pdf?apiary_id=${apiary}` })],
    'get /declaration/pdf': ['viewer', () => ({ path: '/declaration/pdf' })],
    'get /reports/season/pdf': ['reader', ({ apiary }) => ({ path: `/reports/season/pdf?apiary_id=${apiary}` })],
  },
};
