import { registerEnumType } from 'type-graphql';

export enum HarvestStatus {
  DRAFT = 'DRAFT',
  CLOSED = 'CLOSED',
  VOIDED = 'VOIDED',
}
registerEnumType(HarvestStatus, {
  name: 'HarvestStatus',
  description: 'The status of a harvest.',
  valuesConfig: {
    DRAFT: {
      description: 'It is under way: frames may be counted, and the honey not be weighed yet. It counts for nothing.',
    },
    CLOSED: { description: 'It is complete. Its honey can be put into lots; it is changed by amendments only.' },
    VOIDED: { description: 'It was recorded by mistake. The record is kept, and counts for nothing.' },
  },
});

export enum Destination {
  FOR_SALE = 'FOR_SALE',
  NOT_FOR_SALE = 'NOT_FOR_SALE',
}
registerEnumType(Destination, {
  name: 'Destination',
  description: 'Whether honey may be sold.',
  valuesConfig: {
    FOR_SALE: { description: 'It may be sold, as far as the records of treatments say.' },
    NOT_FOR_SALE: { description: 'It must not be sold: feed, own use or waste.' },
  },
});
