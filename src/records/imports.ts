import { owned, type Records } from './record.js';

export const imports = {
  Import: owned((viewer) => ({ user: viewer }), { exportAs: 'imports' }),
  // Not in the export: what has been written of them is there.
  ImportRow: owned((viewer) => ({ import: { user: viewer } })),
} satisfies Partial<Records>;
