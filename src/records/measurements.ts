import { inApiary, type Records, recorded } from './record.js';

export const measurements = {
  Measurement: inApiary(['beehive', 'apiary'], recorded, {
    label: 'What a person has measured at a hive.',
    exportAs: 'measurements',
    tracked: { path: 'beehive_id', ignored: ['apiary_id'] },
    otherOperations: ['recordReadings'],
    synced: { steps: { 30: 'beehive' }, operations: ['recordMeasurement', 'updateMeasurement', 'deleteMeasurement'] },
  }),
} satisfies Partial<Records>;
