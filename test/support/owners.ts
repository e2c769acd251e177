import { expect } from '@jest/globals';
import type { TestDatabase } from './database.js';

/** The apiary of each row, by table. */
const APIARIES: Record<string, string> = {
  beehives: 'select apiary_id',
  questions: 'select apiary_id',
  inventory_items: 'select apiary_id',
  beehive_questions: 'select apiary_id from beehives where id = t.beehive_id',
  inspections: 'select apiary_id from beehives where id = t.beehive_id',
  stock_movements: 'select apiary_id from inventory_items where id = t.item_id',
  mite_counts: 'select apiary_id from beehives where id = t.beehive_id',
  queen_reigns: 'select apiary_id from beehives where id = t.beehive_id',
  beehive_placements: 'select apiary_id from beehives where id = t.beehive_id',
  colony_events: 'select apiary_id from beehives where id = t.beehive_id',
  answers: 'select b.apiary_id from inspections i join beehives b on b.id = i.beehive_id where i.id = t.inspection_id',
};
export const OWNED_TABLES = Object.keys(APIARIES);

/** What outlives its apiary refers to nothing of another owner. */
const REFERENCES = [
  ['treatments', 'apiary_id', 'apiaries'],
  ['treatments', 'beehive_id', 'beehives'],
  ['treatments', 'item_id', 'inventory_items'],
  ['treatments', 'movement_id', 'stock_movements'],
  ['mite_counts', 'apiary_id', 'apiaries'],
  ['queens', 'apiary_id', 'apiaries'],
  ['queens', 'mother_id', 'queens'],
  ['queen_reigns', 'queen_id', 'queens'],
  ['beehive_placements', 'apiary_id', 'apiaries'],
  ['treatment_follow_ups', 'treatment_id', 'treatments'],
  ['harvests', 'apiary_id', 'apiaries'],
  ['harvest_sources', 'harvest_id', 'harvests'],
  ['harvest_sources', 'beehive_id', 'beehives'],
  ['harvest_revisions', 'harvest_id', 'harvests'],
  ['lots', 'apiary_id', 'apiaries'],
  ['lot_harvests', 'lot_id', 'lots'],
  ['lot_harvests', 'harvest_id', 'harvests'],
  ['lot_packs', 'lot_id', 'lots'],
  ['lot_packs', 'jar_movement_id', 'stock_movements'],
  ['lot_packs', 'label_movement_id', 'stock_movements'],
];

/** Expects every row in an apiary to have the owner of the apiary. */
export async function expectOwnersTrue({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const tables = OWNED_TABLES.map(
    (table) =>
      `select '${table}' as table, t.id from ${table} t
       where owner_id is distinct from (select a.owner_id from apiaries a where a.id = (${APIARIES[table]}))`,
  );
  const references = REFERENCES.map(
    ([table, column, target]) =>
      `select '${table}.${column}', t.id from ${table} t join ${target} r on r.id = t.${column} where r.owner_id <> t.owner_id`,
  );
  expect(await sql([...tables, ...references].join(' union all '))).toEqual([]);
}
