import { v7 as uuidv7 } from 'uuid';
import type { FeatureCases } from '../case.js';

export const harvests: FeatureCases = {
  fields: {
    'Query.harvests': ['reader', ({ apiary }) => `{ harvests(apiaryId: "${apiary}") { nodes { grams } } }`],
    'Query.harvest': ['reader', ({ harvest }) => `{ harvest(id: "${harvest}") { grams } }`],
    'Query.lots': ['reader', ({ apiary }) => `{ lots(apiaryId: "${apiary}") { nodes { grams } } }`],
    'Query.lot': ['reader', ({ lot }) => `{ lot(id: "${lot}") { grams } }`],
    // The code of the lot is its id in capital letters.
    'Query.traceLot': ['reader', ({ lot }) => `{ traceLot(code: "${lot.toUpperCase()}") { grams } }`],
    'Query.yield': ['reader', ({ apiary }) => `{ yield(by: BEEHIVE, apiaryId: "${apiary}") { nodes { grams } } }`],
    'Mutation.recordHarvest': [
      'worker',
      ({ apiary, beehive }) =>
        `mutation { recordHarvest(input: { apiaryId: "${apiary}", harvestedOn: "2026-04-01", sources: [{ beehiveId: "${beehive}", frames: 1, grams: 5 }] }) { grams } }`,
    ],
    'Mutation.updateHarvestDraft': [
      'worker',
      ({ harvestDraft }) =>
        `mutation { updateHarvestDraft(id: "${harvestDraft}", input: { notes: "Seen" }) { notes } }`,
    ],
    'Mutation.closeHarvest': [
      'worker',
      ({ harvestDraft }) => `mutation { closeHarvest(id: "${harvestDraft}", input: { totalGrams: 5 }) { status } }`,
    ],
    'Mutation.discardHarvestDraft': [
      'worker',
      ({ harvestDraft }) => `mutation { discardHarvestDraft(id: "${harvestDraft}") }`,
    ],
    'Mutation.amendHarvest': [
      'worker',
      ({ harvest }) =>
        `mutation { amendHarvest(id: "${harvest}", input: { notes: "Seen", reason: "Typo" }) { notes } }`,
    ],
    'Mutation.voidHarvest': [
      'worker',
      ({ harvest }) => `mutation { voidHarvest(id: "${harvest}", reason: "Wrong apiary") { status } }`,
    ],
    'Mutation.createLot': [
      'worker',
      ({ apiary, harvest }) =>
        `mutation { createLot(input: { apiaryId: "${apiary}", code: "${uuidv7().toUpperCase()}", harvests: [{ harvestId: "${harvest}", grams: 1 }] }) { grams } }`,
    ],
    'Mutation.updateLot': [
      'worker',
      ({ lot }) => `mutation { updateLot(id: "${lot}", input: { notes: "Seen" }) { notes } }`,
    ],
    'Mutation.deleteLot': ['worker', ({ emptyLot }) => `mutation { deleteLot(id: "${emptyLot}") }`],
    'Mutation.packLot': [
      'worker',
      ({ lot }) => `mutation { packLot(input: { lotId: "${lot}", jars: 1, gramsPerJar: 1 }) { jars } }`,
    ],
    'Mutation.voidPack': ['worker', ({ pack }) => `mutation { voidPack(id: "${pack}", reason: "Broken") { jars } }`],
  },
  routes: {},
  nested: {
    'Apiary.harvests': ({ apiary }) => `{ apiary(id: "${apiary}") { harvests(first: 5) { nodes { id } } } }`,
    'Apiary.lots': ({ apiary }) => `{ apiary(id: "${apiary}") { lots(first: 5) { nodes { id } } } }`,
    'Harvest.lots': ({ harvest }) => `{ harvest(id: "${harvest}") { lots(first: 5) { nodes { lotId } } } }`,
    'Lot.packs': ({ lot }) => `{ lot(id: "${lot}") { packs(first: 5) { nodes { id } } } }`,
  },
};
