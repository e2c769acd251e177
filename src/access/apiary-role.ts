import { defineEnum, type EnumOf } from '../shared/define-enum.js';

export const ApiaryRole = defineEnum(
  'ApiaryRole',
  'What an account may do in an apiary. Each role may do what the roles below it may.',
  {
    OWNER: 'Transfers and deletes the apiary. Each apiary has one owner.',
    MANAGER:
      'Creates, splits, moves and deletes hives; creates and deletes items and questions; invites workers, viewers and inspectors.',
    WORKER:
      'Inspects, changes and unites hives, and records their loss; records, ends, corrects and voids treatments; records queens, harvests, lots and packs, mite counts and stock movements.',
    VIEWER: 'Reads.',
    INSPECTOR: 'Reads until a date.',
  },
);
export type ApiaryRole = EnumOf<typeof ApiaryRole>;
