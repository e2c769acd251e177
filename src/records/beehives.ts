import { inApiary, managed, type Records, recorded } from './record.js';

/** SQL of `Beehive.label`, in the form in which PostgreSQL stores it. */
export const writeBeehiveLabel = (row = ''): string =>
  `COALESCE(${row}name, (${row}beehive_number)::text, "right"((${row}id)::text, 8))`;

export const beehives = {
  Beehive: inApiary(
    ['apiary'],
    { create: 'MANAGER', update: 'WORKER', delete: 'MANAGER' },
    {
      label:
        'A hive (its overrides, inspections, mite counts, feedings, measurements, reigns of queens, placements and events, and the follow-ups of its treatments). `beehivesCount` of its apiary has no entry of its own.',
      exportAs: 'beehives',
      otherOperations: ['deleteReadings'],
      foundByOwner: true,
      exportColumns: { beehiveNumber: 'number', isTreated: 'treatments' },
      tracked: {
        path: 'apiary_id',
        // A trigger before an update does not see what is generated.
        label: (row) => writeBeehiveLabel(`${row}.`),
        moves: true,
        // The meanings of the recorded words, and what follows from other columns and records.
        ignored: [
          'label',
          ...['activity', 'population', 'status', 'health', 'production_chamber', 'last_inspected_at'],
          ...['reigning_queen_id', 'queenless_since', 'mites_counted_on', 'mites_per_100'],
          ...['treatment_ends_on', 'withdrawal_until', 'withdrawal_unknown_until'],
        ],
      },
      synced: {
        steps: { 4: 'apiary', 5: 'moved' },
        operations: [
          ...['createBeehive', 'createBeehives', 'updateBeehive', 'deleteBeehive', 'splitBeehive', 'uniteBeehives'],
          ...['recordLoss', 'correctBeehiveEnd', 'reviveBeehive', 'moveBeehive', 'moveBeehives'],
        ],
      },
      recordOperations: ['updateBeehive', 'uniteBeehives', 'recordLoss', 'correctBeehiveEnd', 'reviveBeehive'],
    },
  ),
  // Triggers write the placements of a hive; its day can be corrected.
  BeehivePlacement: inApiary(['beehive', 'apiary'], managed, {
    label: 'Where a hive stood from one day to another.',
    exportAs: 'beehivePlacements',
    // For the feed of changes: people see the change of the hive. Its apiary only changes when that is deleted, or the hive is given away.
    tracked: {
      path: 'beehive_id',
      ignored: ['apiary_id', 'apiary_label', 'apiary_register_number', 'apiary_municipality', 'apiary_country'],
      hidden: true,
    },
    synced: { steps: { 18: 'beehive' }, operations: ['correctBeehivePlacement'] },
  }),
  ColonyEvent: inApiary(['beehive', 'apiary'], recorded, {
    label: 'A split, a union or a loss of a colony. Of two hives, each has an event.',
    exportAs: 'colonyEvents',
    tracked: { path: 'beehive_id', created: ['kind', 'occurred_on'] },
    synced: { steps: { 19: 'beehive' } },
  }),
} satisfies Partial<Records>;
