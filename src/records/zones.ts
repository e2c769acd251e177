import { owned, type Records } from './record.js';

export const zones = {
  // Every account reads those for all; who may write one, the commands decide (features/zones/zones.commands.ts).
  RestrictedZone: owned((viewer) => ({ removedAt: null, $or: [{ user: viewer }, { user: null }] }), {
    label: 'A restricted zone.',
    exportAs: 'restrictedZones',
    exportColumns: { userId: 'ownerId' },
    exportWhere: (viewer) => ({ user: viewer }),
    restored: true,
  }),
} satisfies Partial<Records>;
