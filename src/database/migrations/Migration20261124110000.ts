import { OnlineMigration } from '../online-migration.js';

/**
 * What large accounts read costs as much as it returns. The indexes of exclusion constraints served every statement about the reigns and the
 * placements of a hive, because PostgreSQL estimates them as slightly cheaper than the B-trees beside them: the constraints now compare a hash
 * of the id. And a statement about the rows of a parent and an owner read all rows of the owner, where each had an index of its own.
 *
 * The constraints do not change, nor their names, so the previous version does not notice. Not `concurrently`: that waits for the processes that
 * wait for this migration, and constraints cannot be built so. Changes of a table, and reads of reigns and placements, wait for its build: for
 * 60,000 hives about a second.
 */
export class Migration20261124110000 extends OnlineMigration {
  override async up(): Promise<void> {
    for (const { table, name, same, rest } of EXCLUDED) {
      const constraint = `exclude using gist ((md5(${same}::text)::uuid) with =, ${rest}`;
      await this.alter(`alter table ${table} drop constraint if exists ${name}, add constraint ${name} ${constraint}`);
    }
    for (const index of INDEXES) await this.alter(`create index if not exists ${index}`);
    await this.alter(
      'drop index if exists harvest_sources_harvested_index',
      'alter index harvest_sources_harvested_owner_index rename to harvest_sources_harvested_index',
    );
  }
}

const REIGN = 'daterange(started_on, ended_on) with &&)';
const EXCLUDED = [
  { table: 'queen_reigns', name: 'queen_reigns_beehive_excluded', same: 'beehive_id', rest: REIGN },
  { table: 'queen_reigns', name: 'queen_reigns_queen_excluded', same: 'queen_id', rest: REIGN },
  {
    table: 'beehive_placements',
    name: 'beehive_placements_one_apiary',
    same: 'beehive_id',
    rest: 'daterange(placed_on, left_on) with &&) deferrable',
  },
];

const INDEXES = [
  'harvest_sources_harvested_owner_index on harvest_sources (harvested_beehive_id, owner_id, harvest_id)',
  'queen_reigns_owner_index on queen_reigns (owner_id, beehive_id, started_on) include (ended_on, queen_id)',
  'inspections_owner_index on inspections (owner_id, occurred_at, id) include (status, current)',
  `inspections_owner_draft_index on inspections (owner_id, occurred_at, id) where status = 'DRAFT'`,
];
