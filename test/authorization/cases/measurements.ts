import type { FeatureCases } from '../case.js';

export const measurements: FeatureCases = {
  fields: {
    'Mutation.recordMeasurement': [
      'worker',
      ({ beehive }) =>
        `mutation { recordMeasurement(input: { beehiveId: "${beehive}", kind: WEIGHT, value: 38.5 }) { measurement { value } } }`,
    ],
    'Mutation.updateMeasurement': [
      'worker',
      ({ measurement }) =>
        `mutation { updateMeasurement(input: { id: "${measurement}", value: 39 }) { measurement { value } } }`,
    ],
    'Mutation.deleteMeasurement': [
      'worker',
      ({ measurement }) => `mutation { deleteMeasurement(input: { id: "${measurement}" }) { deletedId } }`,
    ],
    'Mutation.recordReadings': [
      'worker',
      ({ beehive }) =>
        `mutation { recordReadings(input: { readings: [{ beehiveId: "${beehive}", kind: WEIGHT, value: 38.5 }] }) { recordedCount } }`,
    ],
    'Mutation.deleteReadings': [
      'manager',
      ({ beehive }) => `mutation { deleteReadings(input: { beehiveId: "${beehive}", kind: WEIGHT }) { deletedCount } }`,
    ],
  },
  routes: {
    'post /measurements': [
      'worker',
      ({ beehive }) => ({ path: '/measurements', body: { beehive_id: beehive, kind: 'WEIGHT', value: 38.5 } }),
    ],
  },
  nested: {
    'Apiary.measurements': ({ apiary }) => `{ apiary(id: "${apiary}") { measurements(first: 5) { nodes { id } } } }`,
    'Beehive.measurements': ({ beehive }) =>
      `{ beehive(id: "${beehive}") { measurements(first: 5) { nodes { id } } } }`,
    'Beehive.series': ({ beehive }) =>
      `{ beehive(id: "${beehive}") { series(kind: WEIGHT) { points { mean } gain } latestMeasurements { value } } }`,
  },
};
