import { registerEnumType } from 'type-graphql';

export enum TreatmentStatus {
  ACTIVE = 'ACTIVE',
  COMPLETED = 'COMPLETED',
  VOIDED = 'VOIDED',
}
registerEnumType(TreatmentStatus, {
  name: 'TreatmentStatus',
  description: 'The status of a treatment.',
  valuesConfig: {
    ACTIVE: {
      description: 'The hive is being treated. An announced end changes nothing until the treatment is ended.',
    },
    COMPLETED: { description: 'The treatment has ended.' },
    VOIDED: { description: 'It was recorded by mistake. The record is kept, and counts for nothing.' },
  },
});
