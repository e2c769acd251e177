import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const TreatmentStatus = defineEnum('TreatmentStatus', 'The status of a treatment.', {
  ACTIVE: 'The hive is being treated. An announced end changes nothing until the treatment is ended.',
  COMPLETED: 'The treatment has ended.',
  VOIDED: 'It was recorded by mistake. The record is kept, and counts for nothing.',
});
export type TreatmentStatus = EnumOf<typeof TreatmentStatus>;
