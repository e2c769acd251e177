// Whether what a row says has been imported before, from whatever file.
import type { EntityClass } from '@mikro-orm/core';
import type { Context } from '../../../context.js';
import type { Where } from '../../../database/where.js';
import { TreatmentStatus } from '../../treatments/treatment-status.enums.js';
import { findUndoneTreatments } from '../undone.queries.js';
import { findUndone, findUsed, recordId } from './row-ids.js';
import type { SheetRow } from './row-values.js';

const ENTITIES = {
  APIARIES: 'Apiary',
  HIVES: 'Beehive',
  QUEENS: 'Queen',
  INSPECTIONS: 'Inspection',
  TREATMENTS: 'Treatment',
  MITE_COUNTS: 'MiteCount',
  HARVESTS: 'Harvest',
  FEEDINGS: 'Feeding',
  WEIGHTS: 'Measurement',
  INVENTORY: 'InventoryItem',
} as const;
export const entityOf = (row: SheetRow): (typeof ENTITIES)[SheetRow['kind']] => ENTITIES[row.kind];

/** FRESH: it is to be written under the id. PRESENT: its record is there. DELETED: somebody has deleted it since. */
export interface KnownRow {
  id: string;
  state: 'FRESH' | 'PRESENT' | 'DELETED';
}
/** Undos of the same row: each account keeps few imports. */
const MAX_GENERATIONS = 100;

/**
 * Finds what has become of rows. What an undo has removed comes back under another id: clients that have seen its deletion have no other record
 * under the old one.
 * @param rows with their keys
 */
export async function findKnown(
  context: Context,
  rows: readonly (readonly [row: SheetRow, key: string])[],
): Promise<Map<number, KnownRow>> {
  const known = new Map<number, KnownRow>();
  // Those of places are known by their names.
  let open = rows.filter(([{ kind }]) => kind !== 'HIVES' && kind !== 'APIARIES');
  for (let generation = 0; open.length > 0 && generation < MAX_GENERATIONS; generation++) {
    const ids = new Map(open.map(([row, key]) => [row.n, recordId(context, key, generation)]));
    const used = await findUsed(context, [...ids.values()]);
    const taken = open.filter(([{ n }]) => used.has(ids.get(n)!));
    const present = await findPresent(
      context,
      taken.map(([row]) => [row, ids.get(row.n)!]),
    );
    const gone = taken.flatMap(([row]) => (present.has(ids.get(row.n)!) ? [] : [row]));
    const undone = await findUndoneOf(context, gone, ids);
    for (const [{ n }] of open) {
      const id = ids.get(n)!;
      if (!undone.has(id))
        known.set(n, { id, state: !used.has(id) ? 'FRESH' : present.has(id) ? 'PRESENT' : 'DELETED' });
    }
    open = open.filter(([{ n }]) => !known.has(n));
  }
  return known;
}

async function findUndoneOf(
  context: Context,
  rows: SheetRow[],
  ids: ReadonlyMap<number, string>,
): Promise<Set<string>> {
  const idsOf = (areTreatments: boolean): string[] =>
    rows.flatMap((row) => ((row.kind === 'TREATMENTS') === areTreatments ? [ids.get(row.n)!] : []));
  return new Set([...(await findUndone(context, idsOf(false))), ...(await findUndoneTreatments(context, idsOf(true)))]);
}

/** Treatments that were voided count for nothing. */
const COUNTING = [TreatmentStatus.ACTIVE, TreatmentStatus.COMPLETED];

/** Which of the records are still there. */
async function findPresent(context: Context, rows: (readonly [row: SheetRow, id: string])[]): Promise<Set<string>> {
  const present = new Set<string>();
  for (const entity of new Set(rows.map(([row]) => entityOf(row)))) {
    const ids = rows.flatMap(([row, id]) => (entityOf(row) === entity ? [id] : []));
    const type = context.table(entity).meta.class as EntityClass<{ id: string }>;
    const where = { id: ids, ...(entity === 'Treatment' && { status: COUNTING }) };
    const { nodes } = await context.access.list(type, { where: where as object as Where<{ id: string }> });
    for (const { id } of nodes) present.add(id as string);
  }
  return present;
}
