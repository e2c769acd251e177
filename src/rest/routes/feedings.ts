import { DELETED_EXAMPLE, EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

const feeding = `
  fragment feeding on Feeding {
    id hive_id: beehiveId apiary_id: apiaryId fed_on: fedOn kind product_id: productId product_name: productName
    grams millilitres density sugar_percent: sugarPercent sugar_grams: sugarGrams item_id: itemId notes version
    registration_date: createdAt update_date: updatedAt
  }`;
const aliases = { hive_id: ['beehive_id'], hive_ids: ['beehive_ids'] };

export const feedingRoutes: Route[] = [
  {
    method: 'get',
    path: '/products',
    status: 200,
    example: { kind: 'FEED' },
    document: `
      query listProducts($apiary_id: ID, $kind: ProductKind, $first: Int, $after: String) {
        products(apiaryId: $apiary_id, filter: { kind: $kind }, first: $first, after: $after) {
          nodes {
            id apiary_id: apiaryId kind name target dose dose_unit: doseUnit planned_days: plannedDays withdrawal_days: withdrawalDays
            feed_kind: feedKind sugar_percent: sugarPercent density ingredients { name amount unit } version
          }
          pageInfo { hasNextPage endCursor }
        }
      }`,
  },
  {
    method: 'get',
    path: '/feedings/hive/:hiveId',
    status: 200,
    description: 'The feedings of a hive, newest first.',
    example: { hiveId: EXAMPLE.beehive },
    document: `
      query listHiveFeedings($hiveId: ID!, $from: LocalDate, $to: LocalDate, $first: Int, $after: String) {
        feedings(beehiveId: $hiveId, filter: { from: $from, to: $to }, first: $first, after: $after) {
          nodes { ...feeding }
          pageInfo { hasNextPage endCursor }
        }
      } ${feeding}`,
  },
  {
    method: 'post',
    path: '/feedings',
    status: 201,
    description:
      'Records a feeding of 1 to 500 hives: of all of them, or of none. If there is not enough stock of the item, nothing is recorded. Returns the feedings in the order of the hives.',
    example: {
      hive_ids: [EXAMPLE.beehive],
      kind: 'SYRUP',
      amount: { grams_per_hive: 2000 },
      sugar_percent: '50',
      fed_on: '2026-05-02',
    },
    aliases,
    document: `
      mutation recordFeeding(
        $hive_ids: [ID!]!, $amount: FeedAmountInput!, $fed_on: LocalDate, $product_id: ID, $kind: FeedKind, $sugar_percent: Decimal,
        $density: Decimal, $stock: FeedStockInput, $notes: String
      ) {
        recordFeeding(input: {
          beehiveIds: $hive_ids, amount: $amount, fedOn: $fed_on, productId: $product_id, kind: $kind, sugarPercent: $sugar_percent,
          density: $density, stock: $stock, notes: $notes
        }) { feedings { ...feeding } }
      } ${feeding}`,
  },
  {
    method: 'put',
    path: '/feedings/:id',
    status: 200,
    example: { id: EXAMPLE.feeding, notes: 'Sin restos.' },
    document: `
      mutation updateFeeding(
        $id: ID!, $if_match: Int, $fed_on: LocalDate, $grams: Int, $millilitres: Int, $density: Decimal, $sugar_percent: Decimal,
        $notes: String
      ) {
        updateFeeding(input: {
          id: $id, expectedVersion: $if_match, fedOn: $fed_on, grams: $grams, millilitres: $millilitres, density: $density,
          sugarPercent: $sugar_percent, notes: $notes
        }) { feeding { ...feeding } }
      } ${feeding}`,
  },
  {
    method: 'delete',
    path: '/feedings/:id',
    status: 204,
    example: { id: DELETED_EXAMPLE.feeding },
    document: `
      mutation deleteFeeding($id: ID!, $if_match: Int) {
        deleteFeeding(input: { id: $id, expectedVersion: $if_match }) { deletedId }
      }`,
  },
];
