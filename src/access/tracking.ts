// What the change log (ADR 0022) records of each tracked entity. The functions of its triggers are generated from this table: a test compares
// them with those in the database.
import type { LoggedTable } from '../database/log-triggers.js';

export interface Tracking
  extends Pick<LoggedTable, 'path' | 'label' | 'subject' | 'silent' | 'created' | 'moves' | 'hidden' | 'insertsOnly'> {
  /** Columns that are derived from others, or recorded elsewhere: a change of nothing else is not logged and is no new version. */
  ignored?: readonly string[];
  /** Fields that are no columns, and have no entries of their own: each new version may have changed them. */
  unlogged?: readonly string[];
}

const OWNER = 'owner_id';
const BOOKKEEPING = ['id', 'created_at', 'updated_at', 'version'];

export const tracking = {
  apiary: { path: 'id', label: 'name' },
  apiaryMember: { path: 'apiary_id', subject: 'user_id', created: ['role'], ignored: [OWNER, 'invited_by'] },
  // Neither the token nor the address is logged; who has accepted is a member.
  apiaryInvitation: {
    path: 'apiary_id',
    created: ['role'],
    ignored: [OWNER, 'token_hash', 'email', 'uses_left', 'accepted_by', 'invited_by'],
  },
  beehive: {
    path: 'apiary_id',
    label: 'beehive_number',
    moves: true,
    // The meanings of the recorded words.
    ignored: [OWNER, 'activity', 'population', 'status', 'health', 'production_chamber', 'last_inspected_at'],
  },
  // For the feed of changes: people see the change of the hive. Its apiary only changes when that is deleted, or the hive is given away.
  beehivePlacement: { path: 'beehive_id', ignored: [OWNER, 'apiary_id'], hidden: true },
  colonyEvent: { path: 'beehive_id', created: ['kind', 'occurred_on'], ignored: [OWNER] },
  question: { path: 'apiary_id', label: 'text', ignored: [OWNER], silent: ['position'] },
  beehiveQuestion: { path: 'beehive_id', ignored: [OWNER] },
  // Its apiary only changes when that is deleted. Answers are not logged: that a draft is saved is a new version, whatever has changed.
  inspection: {
    path: 'beehive_id',
    ignored: [OWNER, 'apiary_id'],
    silent: ['current', 'updated_at'],
    unlogged: ['answers'],
  },
  // Each change of the quantity is a movement.
  inventoryItem: {
    path: 'apiary_id',
    label: 'item_name',
    ignored: [OWNER, 'quantity', 'movement_count', 'unit_kind', 'low_stock', 'search_text'],
  },
  treatmentFollowUp: { path: 'treatment_id', ignored: [OWNER] },
  // Sources belong to their harvest, as answers to their inspection; what lots contain is counted.
  // Both leave an apiary that is transferred: its members learn of it.
  harvest: {
    path: 'apiary_id',
    label: 'harvested_on',
    moves: true,
    ignored: [OWNER, 'lot_grams'],
    silent: ['updated_at'],
  },
  lot: { path: 'apiary_id', label: 'code', moves: true, ignored: [OWNER, 'packed_grams'] },
  lotPack: { path: 'lot_id', ignored: [OWNER, 'jar_movement_id', 'label_movement_id'] },
  miteCount: { path: 'beehive_id', ignored: [OWNER, 'apiary_id'] },
  queen: { path: 'apiary_id', label: 'name', moves: true, ignored: [OWNER] },
  queenReign: { path: 'beehive_id', ignored: [OWNER] },
  // Movements are never changed, and deleted with their item only.
  stockMovement: { path: 'item_id', created: ['kind', 'amount'], insertsOnly: true },
} satisfies Record<string, Tracking>;

/** @param columns every column of the table, in the order of the entity */
export function describeLog(
  entity: string,
  table: string,
  columns: readonly string[],
  { ignored = [], unlogged: _, ...tracked }: Tracking,
): LoggedTable {
  const others = [...BOOKKEEPING, ...ignored, ...(tracked.silent ?? [])];
  const logged = tracked.insertsOnly ? [] : columns.filter((name) => !others.includes(name));
  return { table, entity, ...tracked, columns: logged };
}
