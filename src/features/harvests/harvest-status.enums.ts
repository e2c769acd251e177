import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const HarvestStatus = defineEnum('HarvestStatus', 'The status of a harvest.', {
  DRAFT: 'It is under way: frames may be counted, and the honey not be weighed yet. It counts for nothing.',
  CLOSED: 'It is complete. Its honey can be put into lots; it is changed by amendments only.',
  VOIDED: 'It was recorded by mistake. The record is kept, and counts for nothing.',
});
export type HarvestStatus = EnumOf<typeof HarvestStatus>;

export const HoneyDestination = defineEnum('HoneyDestination', 'Whether honey may be sold.', {
  FOR_SALE: 'It may be sold, as far as the records of treatments say.',
  NOT_FOR_SALE: 'It must not be sold: feed, own use or waste.',
});
export type HoneyDestination = EnumOf<typeof HoneyDestination>;
