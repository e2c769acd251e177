import { OnlineMigration } from '../online-migration.js';

/**
 * What a firm with 30,000 hives counts and adds up is read from indexes alone: of its hives in one piece, where each was read through its
 * apiary; of harvests from the index that keeps the sources of a harvest unique, which has their amounts, too. And the lots that expire are
 * found, where all of the owner were read.
 *
 * Not `concurrently`: that waits for the processes that wait for this migration. Changes of hives, lots and harvests wait for the builds: for
 * 380,000 sources about half a second. The previous version does not notice: the new unique index has the name of the constraint.
 */
export class Migration20261124200000 extends OnlineMigration {
  override async up(): Promise<void> {
    for (const index of INDEXES) await this.alter(`create index if not exists ${index}`);
    if (!(await this.hasConstraint(UNIQUE))) return;
    await this.alter(`create unique index if not exists ${UNIQUE}_with_amounts on ${SOURCES}`);
    await this.alter(
      `alter table harvest_sources drop constraint ${UNIQUE}`,
      `alter index ${UNIQUE}_with_amounts rename to ${UNIQUE}`,
    );
  }
}

const INDEXES = [
  'beehives_owner_index on beehives (owner_id) include (id, ended_on, health, status, last_inspected_at)',
  'lots_best_before_index on lots (owner_id, best_before) where best_before is not null',
];
const UNIQUE = 'harvest_sources_beehive_unique';
const SOURCES = 'harvest_sources (harvest_id, harvested_beehive_id) include (beehive_id, grams, frames)';
