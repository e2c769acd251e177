import { v7 as uuidv7 } from 'uuid';
import type { FeatureCases } from '../case.js';

export const harvests: FeatureCases = {
  fields: {
    'Query.harvests': ['reader', ({ apiary }) => `{ harvests(apiaryId: "${apiary}") { nodes { grams } } }`],
    'Query.harvest': ['reader', ({ harvest }) => `{ harvest(id: "${harvest}") { grams } }`],
    'Query.lots': ['reader', ({ apiary }) => `{ lots(apiaryId: "${apiary}") { nodes { grams } } }`],
    'Query.lot': ['reader', ({ lot }) => `{ lot(id: "${lot}") { grams } }`],
    // The code of the lot is its id in capital letters.
    'Query.lotByCode': ['reader', ({ lot }) => `{ lotByCode(code: "${lot.toUpperCase()}") { grams } }`],
    'Query.honeyYield': [
      'reader',
      ({ apiary }) => `{ honeyYield(by: BEEHIVE, apiaryId: "${apiary}") { nodes { grams } } }`,
    ],
    'Mutation.recordHarvest': [
      'worker',
      ({ apiary, beehive }) =>
        `mutation { recordHarvest(input: { apiaryId: "${apiary}", harvestedOn: "2026-04-01", sources: [{ beehiveId: "${beehive}", frames: 1, grams: 5 }] }) { harvest { grams } } }`,
    ],
    'Mutation.updateHarvestDraft': [
      'worker',
      ({ harvestDraft }) =>
        `mutation { updateHarvestDraft(input: { id: "${harvestDraft}", notes: "Seen" }) { harvest { notes } } }`,
    ],
    'Mutation.closeHarvest': [
      'worker',
      ({ harvestDraft }) =>
        `mutation { closeHarvest(input: { id: "${harvestDraft}", totalGrams: 5 }) { harvest { status } } }`,
    ],
    'Mutation.discardHarvestDraft': [
      'worker',
      ({ harvestDraft }) => `mutation { discardHarvestDraft(input: { id: "${harvestDraft}" }) { deletedId } }`,
    ],
    'Mutation.amendHarvest': [
      'worker',
      ({ harvest }) =>
        `mutation { amendHarvest(input: { id: "${harvest}", notes: "Seen", reason: "Typo" }) { harvest { notes } } }`,
    ],
    'Mutation.voidHarvest': [
      'worker',
      ({ harvest }) =>
        `mutation { voidHarvest(input: { id: "${harvest}", reason: "Wrong apiary" }) { harvest { status } } }`,
    ],
    'Mutation.createLot': [
      'worker',
      ({ apiary, harvest }) =>
        `mutation { createLot(input: { apiaryId: "${apiary}", code: "${uuidv7().toUpperCase()}", harvests: [{ harvestId: "${harvest}", grams: 1 }] }) { lot { grams } } }`,
    ],
    'Mutation.updateLot': [
      'worker',
      ({ lot }) => `mutation { updateLot(input: { id: "${lot}", notes: "Seen" }) { lot { notes } } }`,
    ],
    'Mutation.deleteLot': [
      'worker',
      ({ emptyLot }) => `mutation { deleteLot(input: { id: "${emptyLot}" }) { deletedId } }`,
    ],
    'Mutation.packLot': [
      'worker',
      ({ lot }) => `mutation { packLot(input: { id: "${lot}", jars: 1, gramsPerJar: 1 }) { lotPack { jars } } }`,
    ],
    'Mutation.voidLotPack': [
      'worker',
      ({ pack }) => `mutation { voidLotPack(input: { id: "${pack}", reason: "Broken" }) { lotPack { jars } } }`,
    ],
  },
  routes: {},
  nested: {
    'Apiary.harvests': ({ apiary }) => `{ apiary(id: "${apiary}") { harvests(first: 5) { nodes { id } } } }`,
    'Apiary.lots': ({ apiary }) => `{ apiary(id: "${apiary}") { lots(first: 5) { nodes { id } } } }`,
    'Harvest.lots': ({ harvest }) => `{ harvest(id: "${harvest}") { lots(first: 5) { nodes { lotId } } } }`,
    'Lot.packs': ({ lot }) => `{ lot(id: "${lot}") { packs(first: 5) { nodes { id } } } }`,
  },
};
