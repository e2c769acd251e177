import type { FeatureCases } from '../case.js';

export const treatments: FeatureCases = {
  fields: {
    'Query.treatments': [
      'reader',
      ({ beehive }) => `{ treatments(beehiveId: "${beehive}") { nodes { productName } } }`,
    ],
    'Query.treatment': ['reader', ({ treatment }) => `{ treatment(id: "${treatment}") { productName } }`],
    'Query.treatmentRegister': [
      'reader',
      ({ apiary }) => `{ treatmentRegister(apiaryId: "${apiary}") { nodes { productName } } }`,
    ],
    'Mutation.createRegisterLink': [
      'viewer',
      () => 'mutation { createRegisterLink(input: { from: "2026-01-01" }) { link } }',
      'session',
    ],
    'Mutation.revokeRegisterLinks': ['viewer', () => 'mutation { revokeRegisterLinks { success } }', 'session'],
    'Mutation.recordTreatment': [
      'worker',
      ({ beehive }) =>
        `mutation { recordTreatment(input: { beehiveIds: ["${beehive}"], kind: "a", productName: "b", startedOn: "2026-05-01" }) { treatments { revision } } }`,
    ],
    'Mutation.endTreatment': [
      'worker',
      ({ treatment }) =>
        `mutation { endTreatment(input: { id: "${treatment}", finalResult: "Seen" }) { treatment { status } } }`,
    ],
    'Mutation.correctTreatment': [
      'worker',
      ({ treatment }) =>
        `mutation { correctTreatment(input: { id: "${treatment}", productName: "Seen", reason: "Typo" }) { treatment { revision } } }`,
    ],
    'Mutation.voidTreatment': [
      'worker',
      ({ treatment }) =>
        `mutation { voidTreatment(input: { id: "${treatment}", reason: "Wrong hive" }) { treatment { status } } }`,
    ],
    'Mutation.recordTreatmentFollowUp': [
      'worker',
      ({ treatment }) =>
        `mutation { recordTreatmentFollowUp(input: { treatmentId: "${treatment}", reviewedOn: "2026-05-20" }) { treatmentFollowUp { reviewedOn } } }`,
    ],
    'Mutation.updateTreatmentFollowUp': [
      'worker',
      ({ followUp }) =>
        `mutation { updateTreatmentFollowUp(input: { id: "${followUp}", notes: "Seen" }) { treatmentFollowUp { notes } } }`,
    ],
    'Mutation.deleteTreatmentFollowUp': [
      'worker',
      ({ followUp }) => `mutation { deleteTreatmentFollowUp(input: { id: "${followUp}" }) { deletedId } }`,
    ],
    'Mutation.recordMiteCount': [
      'worker',
      ({ beehive }) =>
        `mutation { recordMiteCount(input: { beehiveId: "${beehive}", method: SUGAR_ROLL, bees: 300, mites: 3 }) { miteCount { per100 } } }`,
    ],
    'Mutation.deleteMiteCount': [
      'worker',
      ({ miteCount }) => `mutation { deleteMiteCount(input: { id: "${miteCount}" }) { deletedId } }`,
    ],
  },
  routes: {
    'get /treatments/register/csv': [
      'reader',
      ({ apiary }) => ({ path: `/treatments/register/csv?apiary_id=${apiary}` }),
    ],
    'get /treatments/register/xlsx': [
      'reader',
      ({ apiary }) => ({ path: `/treatments/register/xlsx?apiary_id=${apiary}` }),
    ],
    'get /treatments/register/pdf': [
      'reader',
      ({ apiary }) => ({ path: `/treatments/register/pdf?apiary_id=${apiary}` }),
    ],
    'get /treatments/register/html': [
      'reader',
      ({ apiary }) => ({ path: `/treatments/register/html?apiary_id=${apiary}` }),
    ],
    'get /treatments/hive/:hiveId': ['reader', ({ beehive }) => ({ path: `/treatments/hive/${beehive}` })],
    'post /treatments': [
      'worker',
      ({ beehive }) => ({
        path: '/treatments',
        body: { hive_id: beehive, treatment_type: 'a', product_name: 'b', start_date: '2026-05-01' },
      }),
    ],
    'get /treatments/:id': ['reader', ({ treatment }) => ({ path: `/treatments/${treatment}` })],
    'put /treatments/:id': [
      'worker',
      ({ treatment }) => ({ path: `/treatments/${treatment}`, body: { final_result: 'Seen' } }),
    ],
    'delete /treatments/:id': ['worker', ({ treatment }) => ({ path: `/treatments/${treatment}` })],
    'post /treatments/followup': [
      'worker',
      ({ treatment }) => ({
        path: '/treatments/followup',
        body: { treatment_id: treatment, review_date: '2026-05-20' },
      }),
    ],
    'put /treatments/followup/:id': [
      'worker',
      ({ followUp }) => ({ path: `/treatments/followup/${followUp}`, body: { notes: 'Seen' } }),
    ],
    'delete /treatments/followup/:id': ['worker', ({ followUp }) => ({ path: `/treatments/followup/${followUp}` })],
  },
  nested: {
    'Apiary.miteCounts': ({ apiary }) => `{ apiary(id: "${apiary}") { miteCounts(first: 5) { nodes { id } } } }`,
    'Apiary.miteTrend': ({ apiary }) => `{ apiary(id: "${apiary}") { miteTrend(to: "2026-06-01") { mitesToTreat } } }`,
    'Apiary.treatmentRecords': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { treatmentRecords(first: 5) { nodes { id } } } }`,
    'Apiary.treatmentTrend': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { treatmentTrend(period: MONTH) { treatmentsCount } } }`,
    'Beehive.miteCounts': ({ beehive }) => `{ beehive(id: "${beehive}") { miteCounts(first: 5) { nodes { id } } } }`,
    'Beehive.miteTrend': ({ beehive }) =>
      `{ beehive(id: "${beehive}") { miteTrend(to: "2026-06-01") { mitesToTreat } } }`,
    'Beehive.treatments': ({ beehive }) => `{ beehive(id: "${beehive}") { treatments(first: 5) { nodes { id } } } }`,
  },
};
