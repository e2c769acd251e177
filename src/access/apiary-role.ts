import { registerEnumType } from 'type-graphql';

export enum ApiaryRole {
  OWNER = 'OWNER',
  MANAGER = 'MANAGER',
  WORKER = 'WORKER',
  VIEWER = 'VIEWER',
  INSPECTOR = 'INSPECTOR',
}

registerEnumType(ApiaryRole, {
  name: 'ApiaryRole',
  description: 'What an account may do in an apiary. Each role may do what the roles below it may.',
  valuesConfig: {
    OWNER: { description: 'Transfers and deletes the apiary. Each apiary has one owner.' },
    MANAGER: {
      description:
        'Creates, splits, moves and deletes hives; creates and deletes items and questions; invites workers, viewers and inspectors.',
    },
    WORKER: {
      description:
        'Inspects, changes and unites hives, and records their loss; records, ends, corrects and voids treatments; records queens, harvests, lots and packs, mite counts and stock movements.',
    },
    VIEWER: { description: 'Reads.' },
    INSPECTOR: { description: 'Reads until a date.' },
  },
});
