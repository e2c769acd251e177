import { inApiary, type Records, recorded, withoutApiary } from './record.js';

export const queens = {
  // A queen is where her hive is. She outlives both, as the mother of others.
  Queen: inApiary(['apiary'], recorded, {
    label: 'A queen. Copies of one whose apiary is deleted stay; the others go with their apiary.',
    exportAs: 'queens',
    outlives: true,
    tracked: { path: 'apiary_id', label: 'name', moves: true },
    synced: {
      steps: { 15: 'apiary', 16: withoutApiary },
      operations: ['createQueen', 'updateQueen', 'deleteQueen'],
    },
  }),
  QueenReign: inApiary(['beehive', 'apiary'], recorded, {
    label: 'The time of a queen in a hive. Its queen may be one that you do not see.',
    exportAs: 'queenReigns',
    foundByOwner: true,
    tracked: { path: 'beehive_id' },
    synced: {
      steps: { 17: 'beehive' },
      operations: ['installQueen', 'endQueenReign', 'updateQueenReign', 'deleteQueenReign'],
    },
  }),
} satisfies Partial<Records>;
