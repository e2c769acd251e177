import { inApiary, type Records, recorded, type Step, withoutApiary } from './record.js';

/** A lot may outlive its apiary. */
const packs = (parent: Step['parent'], where: string): Step => ({
  parent,
  from: (isKnown) => `lots l join lot_packs r on r.lot_id = l.id where ${isKnown('l.id')} and ${where}`,
});

export const harvests = {
  // Records of food stay with the account that harvested, without their apiary when that is deleted or transferred (docs/harvests.md). Its members
  // learn of the transfer. Sources belong to their harvest, as answers to their inspection; what lots contain is counted.
  Harvest: inApiary(['apiary'], recorded, {
    label:
      'A harvest, with its sources and revisions. `label` is its day. `lotGrams` has no entry of its own: read `contents { harvest }` of the lot.',
    exportAs: 'harvests',
    outlives: true,
    staysWithOwner: true,
    tracked: { path: 'apiary_id', label: 'harvested_on', moves: true, ignored: ['lot_grams'], silent: ['updated_at'] },
    synced: {
      steps: { 20: 'apiary', 21: withoutApiary },
      operations: [
        ...['recordHarvest', 'updateHarvestDraft', 'closeHarvest', 'discardHarvestDraft', 'amendHarvest'],
        'voidHarvest',
      ],
    },
  }),
  HarvestSource: inApiary(['harvest', 'apiary'], recorded, {
    label: 'A source of a harvest.',
    exportAs: 'harvestSources',
    outlives: true,
  }),
  HarvestRevision: inApiary(['harvest', 'apiary'], recorded, {
    label: 'An earlier revision of a harvest.',
    exportAs: 'harvestRevisions',
    outlives: true,
  }),
  Lot: inApiary(['apiary'], recorded, {
    label: 'A lot of honey, with its contents (its packs). `label` is its code.',
    exportAs: 'lots',
    outlives: true,
    staysWithOwner: true,
    tracked: { path: 'apiary_id', label: 'code', moves: true, ignored: ['packed_grams'] },
    synced: {
      steps: { 22: 'apiary', 23: withoutApiary },
      operations: ['createLot', 'updateLot', 'deleteLot'],
    },
  }),
  LotHarvest: inApiary(['lot', 'apiary'], recorded, {
    label: 'What a lot contains of a harvest.',
    exportAs: 'lotHarvests',
    outlives: true,
  }),
  LotPack: inApiary(['lot', 'apiary'], recorded, {
    label: 'Jars that were filled from a lot. `label` is the code of the lot, whose `packedGrams` they also change.',
    exportAs: 'lotPacks',
    outlives: true,
    tracked: { path: 'lot_id', ignored: ['jar_movement_id', 'label_movement_id'] },
    synced: {
      steps: {
        24: packs('apiary', 'l.apiary_id = p.id'),
        25: packs('owner', 'l.owner_id = p.id and l.apiary_id is null'),
      },
      operations: ['packLot', 'voidLotPack'],
    },
  }),
} satisfies Partial<Records>;
