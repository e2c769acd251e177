import { EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

/** The app requests all of them at once for one page; a failure of one of them fails the page. */
export const statisticsRoutes: Route[] = [
  {
    method: 'get',
    path: '/statistics/apiary/:id',
    status: 200,
    description:
      'The figures of an apiary. `avg_health_score` is from 0 to 100: the average of the hives whose health is known, where healthy counts 100, at risk 50 and unhealthy 0; without such a hive 0.',
    example: { id: EXAMPLE.apiary },
    document: `
      query getApiaryStatistics($id: ID!) {
        apiary(id: $id) {
          apiary_id: id
          statistics @flatten {
            total_beehives: beehivesCount active_treatments: activeTreatmentsCount avg_health_score: healthPercentage
            total_inventory_items: inventoryItemsCount low_stock_items: lowStockItemsCount last_updated: calculatedAt
          }
        }
      }`,
  },
  {
    method: 'get',
    path: '/statistics/apiary/:id/health-trends',
    status: 200,
    example: { id: EXAMPLE.apiary },
    document: `
      query listHealthTrends($id: ID!, $days: Int) {
        healthTrends(apiaryId: $id, days: $days) {
          hive_id: beehiveId data_points: points { date score count: answersCount }
          beehive @flatten { hive_number: beehiveNumber hive_label: label }
        }
      }`,
  },
  {
    method: 'get',
    path: '/statistics/apiary/:id/treatment-distribution',
    status: 200,
    example: { id: EXAMPLE.apiary },
    document: `
      query listTreatmentShares($id: ID!) {
        treatmentShares(apiaryId: $id) { treatment_type: kind count: treatmentsCount percentage }
      }`,
  },
  {
    method: 'get',
    path: '/statistics/apiary/:id/inventory-levels',
    status: 200,
    description: 'How much there is of each inventory item of an apiary, by name.',
    example: { id: EXAMPLE.apiary },
    document: `
      query listInventoryLevels($id: ID!, $first: Int, $after: String) {
        inventoryItems(apiaryId: $id, first: $first, after: $after) {
          nodes { item_name: itemName current_quantity: quantity minimum_stock: minimumStock status: stockLevel }
          pageInfo { hasNextPage endCursor }
        }
      }`,
  },
];
