import { inApiary, managed, type Records } from './record.js';

export const deletions = {
  // The role that restores is that which deletes a record of the kind.
  Deletion: inApiary(['apiary'], managed, {
    outlives: true,
    found: () => ({ expiresAt: { $gt: new Date() } }),
    otherOperations: ['restoreDeletion', 'discardDeletion'],
  }),
  // No field leads to them: what is in the rows is read when they are restored.
  DeletedRows: inApiary(['deletion', 'apiary'], managed, { outlives: true, tokens: 'NONE' }),
} satisfies Partial<Records>;
