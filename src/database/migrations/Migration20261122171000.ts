import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/** A draft whose answers have changed is a new version: a client that has an earlier one is refused, and reads it again (ADR 0026). */
export class Migration20261122171000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      ...createLogTriggersWithoutTokens({
        table: 'inspections',
        entity: 'Inspection',
        path: 'beehive_id',
        columns: [
          'beehive_id',
          'status',
          'occurred_at',
          'notes',
          'actor_id',
          'visit_id',
          'series_id',
          'revision',
          'reason',
        ],
        silent: ['current', 'updated_at'],
      }),
    );
  }
}
