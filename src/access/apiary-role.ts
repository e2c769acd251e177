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
      description: 'Creates and deletes hives, items and questions, and invites workers, viewers and inspectors.',
    },
    WORKER: {
      description:
        'Inspects and changes hives; records, ends, corrects and voids treatments; records mite counts and stock movements.',
    },
    VIEWER: { description: 'Reads.' },
    INSPECTOR: { description: 'Reads until a date.' },
  },
});
