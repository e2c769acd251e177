import type { FeatureCases } from '../case.js';

export const queens: FeatureCases = {
  fields: {
    'Query.queens': ['reader', ({ apiary }) => `{ queens(apiaryId: "${apiary}") { nodes { name } } }`],
    'Query.queen': ['reader', ({ queen }) => `{ queen(id: "${queen}") { name } }`],
    'Mutation.createQueen': [
      'worker',
      ({ apiary }) => `mutation { createQueen(input: { apiaryId: "${apiary}", year: 2026 }) { markingColor } }`,
    ],
    'Mutation.updateQueen': [
      'worker',
      ({ queen }) => `mutation { updateQueen(id: "${queen}", input: { name: "Seen" }) { name } }`,
    ],
    'Mutation.deleteQueen': ['worker', ({ freeQueen }) => `mutation { deleteQueen(id: "${freeQueen}") }`],
    'Mutation.installQueen': [
      'worker',
      ({ beehive, freeQueen }) =>
        `mutation { installQueen(input: { beehiveId: "${beehive}", queenId: "${freeQueen}" }) { endedOn } }`,
    ],
    'Mutation.endReign': [
      'worker',
      ({ reign }) => `mutation { endReign(id: "${reign}", input: { endReason: DIED }) { endReason } }`,
    ],
    'Mutation.updateReign': [
      'worker',
      ({ reign }) => `mutation { updateReign(id: "${reign}", input: { notes: "Seen" }) { notes } }`,
    ],
    'Mutation.deleteReign': ['worker', ({ reign }) => `mutation { deleteReign(id: "${reign}") }`],
  },
  routes: {},
  nested: {
    'Apiary.queens': ({ apiary }) => `{ apiary(id: "${apiary}") { queens(first: 5) { nodes { id } } } }`,
    'Beehive.queenReigns': ({ beehive }) => `{ beehive(id: "${beehive}") { queenReigns(first: 5) { nodes { id } } } }`,
    'Queen.daughters': ({ queen }) => `{ queen(id: "${queen}") { daughters(first: 5) { nodes { id } } } }`,
    'Queen.reigns': ({ queen }) => `{ queen(id: "${queen}") { reigns(first: 5) { nodes { id } } } }`,
  },
};
