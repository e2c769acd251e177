import { inApiary, type Records, recorded, type Step } from './record.js';

/** A treatment may outlive its hive and its apiary. */
const followUps = (parent: Step['parent'], where: string): Step => ({
  parent,
  from: (isKnown) =>
    `treatments t join treatment_follow_ups r on r.treatment_id = t.id where ${isKnown('t.id')} and ${where}`,
});

export const treatments = {
  // A record outlives its hive: then the apiary in which the hive stood decides. That one has it in its register in any case. Its
  // revisions are its log.
  Treatment: inApiary(['beehive', 'apiary'], recorded, {
    label:
      'A treatment, or a replaced revision of one (its follow-ups). It also changes `withdrawalUntil` and `withdrawalUnknown` of its `beehive`.',
    exportAs: 'treatments',
    otherOperations: ['recordBeehiveTreatment'],
    otherwise: ['apiary'],
    readAlso: ['apiary'],
    synced: {
      steps: {
        9: 'beehive',
        11: {
          parent: 'apiary',
          where: 'not exists (select 1 from beehives b where b.id = r.beehive_id and b.apiary_id = r.apiary_id)',
        },
        13: { parent: 'owner', where: 'beehive_id is null and apiary_id is null' },
      },
      operations: ['recordTreatment', 'endTreatment', 'correctTreatment', 'voidTreatment'],
    },
  }),
  TreatmentFollowUp: inApiary(['treatment', 'beehive', 'apiary'], recorded, {
    label: 'A review of a treatment.',
    exportAs: 'treatmentFollowUps',
    otherwise: ['treatment', 'apiary'],
    tracked: { path: 'treatment_id' },
    synced: {
      steps: {
        10: followUps('beehive', 't.beehive_id = p.id'),
        12: followUps('apiary', 't.apiary_id = p.id and t.beehive_id is null'),
        14: followUps('owner', 't.owner_id = p.id and t.beehive_id is null and t.apiary_id is null'),
      },
      operations: ['recordTreatmentFollowUp', 'updateTreatmentFollowUp', 'deleteTreatmentFollowUp'],
    },
  }),
  MiteCount: inApiary(['beehive', 'apiary'], recorded, {
    label: 'A count of Varroa mites.',
    exportAs: 'miteCounts',
    tracked: { path: 'beehive_id', ignored: ['apiary_id'] },
    synced: { steps: { 8: 'beehive' }, operations: ['recordMiteCount', 'deleteMiteCount'] },
  }),
} satisfies Partial<Records>;
