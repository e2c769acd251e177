import type { FeatureCases } from '../case.js';

export const products: FeatureCases = {
  fields: {
    'Query.products': ['reader', ({ apiary }) => `{ products(apiaryId: "${apiary}") { nodes { name } } }`],
    'Query.product': ['reader', ({ product }) => `{ product(id: "${product}") { name } }`],
    'Query.productBank': ['viewer', () => '{ productBank(filter: { country: "ES" }) { key } }'],
    'Mutation.createProduct': [
      'manager',
      ({ apiary }) =>
        `mutation { createProduct(input: { apiaryId: "${apiary}", bankKey: "syrup_1_1" }) { product { name } } }`,
    ],
    'Mutation.updateProduct': [
      'manager',
      ({ product }) => `mutation { updateProduct(input: { id: "${product}", notes: "Seen" }) { product { notes } } }`,
    ],
    'Mutation.deleteProduct': [
      'manager',
      ({ product }) => `mutation { deleteProduct(input: { id: "${product}" }) { deletedId } }`,
    ],
    'Mutation.recordFeeding': [
      'worker',
      ({ beehive }) =>
        `mutation { recordFeeding(input: { beehiveIds: ["${beehive}"], kind: SYRUP, amount: { gramsPerHive: 1000 } }) { feedings { grams } } }`,
    ],
    'Mutation.updateFeeding': [
      'worker',
      ({ feeding }) => `mutation { updateFeeding(input: { id: "${feeding}", grams: 900 }) { feeding { grams } } }`,
    ],
    'Mutation.deleteFeeding': [
      'worker',
      ({ feeding }) => `mutation { deleteFeeding(input: { id: "${feeding}" }) { deletedId } }`,
    ],
  },
  routes: {
    'get /products': ['reader', ({ apiary }) => ({ path: `/products?apiary_id=${apiary}` })],
    'get /feedings/hive/:hiveId': ['reader', ({ beehive }) => ({ path: `/feedings/hive/${beehive}` })],
    'post /feedings': [
      'worker',
      ({ beehive }) => ({
        path: '/feedings',
        body: { hive_ids: [beehive], kind: 'SYRUP', amount: { grams_per_hive: 1000 } },
      }),
    ],
    'put /feedings/:id': ['worker', ({ feeding }) => ({ path: `/feedings/${feeding}`, body: { grams: 900 } })],
    'delete /feedings/:id': ['worker', ({ feeding }) => ({ path: `/feedings/${feeding}` })],
  },
  nested: {
    'Apiary.products': ({ apiary }) => `{ apiary(id: "${apiary}") { products(first: 5) { nodes { id } } } }`,
    'Apiary.feedings': ({ apiary }) => `{ apiary(id: "${apiary}") { feedings(first: 5) { nodes { id } } } }`,
    'Apiary.feedingTotals': ({ apiary }) => `{ apiary(id: "${apiary}") { feedingTotals { grams } } }`,
    'Apiary.ingredients': ({ apiary }) => `{ apiary(id: "${apiary}") { ingredients { totals { grams } } } }`,
    'Beehive.feedings': ({ beehive }) => `{ beehive(id: "${beehive}") { feedings(first: 5) { nodes { id } } } }`,
    'Beehive.feedingTotals': ({ beehive }) => `{ beehive(id: "${beehive}") { feedingTotals { grams } } }`,
    'Beehive.ingredients': ({ beehive }) => `{ beehive(id: "${beehive}") { ingredients { totals { grams } } } }`,
  },
};
