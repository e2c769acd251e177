import { registerKinds } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';

export type SyncKind = RecordName;
export const SyncKind = registerKinds(
  'SyncKind',
  'The kinds of records of which clients keep copies. In parentheses: what goes with a deleted one.',
  ({ synced, label }) => synced && (synced.label ?? label),
);
