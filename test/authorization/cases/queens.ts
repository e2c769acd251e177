import type { FeatureCases } from '../case.js';

export const queens: FeatureCases = {
  fields: {
    'Query.queens': ['reader', ({ apiary }) => `{ queens(apiaryId: "${apiary}") { nodes { name } } }`],
    'Query.queen': ['reader', ({ queen }) => `{ queen(id: "${queen}") { name } }`],
    'Mutation.createQueen': [
      'worker',
      ({ apiary }) =>
        `mutation { createQueen(input: { apiaryId: "${apiary}", year: 2026 }) { queen { markingColor } } }`,
    ],
    'Mutation.updateQueen': [
      'worker',
      ({ queen }) => `mutation { updateQueen(input: { id: "${queen}", name: "Seen" }) { queen { name } } }`,
    ],
    'Mutation.deleteQueen': [
      'worker',
      ({ freeQueen }) => `mutation { deleteQueen(input: { id: "${freeQueen}" }) { deletedId } }`,
    ],
    'Mutation.installQueen': [
      'worker',
      ({ beehive, freeQueen }) =>
        `mutation { installQueen(input: { beehiveId: "${beehive}", queenId: "${freeQueen}" }) { queenReign { endedOn } } }`,
    ],
    'Mutation.endQueenReign': [
      'worker',
      ({ reign }) =>
        `mutation { endQueenReign(input: { id: "${reign}", endReason: DIED }) { queenReign { endReason } } }`,
    ],
    'Mutation.updateQueenReign': [
      'worker',
      ({ reign }) => `mutation { updateQueenReign(input: { id: "${reign}", notes: "Seen" }) { queenReign { notes } } }`,
    ],
    'Mutation.deleteQueenReign': [
      'worker',
      ({ reign }) => `mutation { deleteQueenReign(input: { id: "${reign}" }) { deletedId } }`,
    ],
  },
  routes: {},
  nested: {
    'Apiary.queens': ({ apiary }) => `{ apiary(id: "${apiary}") { queens(first: 5) { nodes { id } } } }`,
    'Beehive.queenReigns': ({ beehive }) => `{ beehive(id: "${beehive}") { queenReigns(first: 5) { nodes { id } } } }`,
    'Queen.daughters': ({ queen }) => `{ queen(id: "${queen}") { daughters(first: 5) { nodes { id } } } }`,
    'Queen.reigns': ({ queen }) => `{ queen(id: "${queen}") { reigns(first: 5) { nodes { id } } } }`,
  },
};
