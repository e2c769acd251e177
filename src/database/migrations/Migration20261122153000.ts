import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/** The log has follow-ups in the apiary where the hive stands (log-triggers.ts), as it has everything else below a hive. */
export class Migration20261122153000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      ...createLogTriggersWithoutTokens({
        table: 'treatment_follow_ups',
        entity: 'TreatmentFollowUp',
        path: 'treatment_id',
        columns: [
          'treatment_id',
          'reviewed_on',
          'hive_condition',
          'observed_changes',
          'partial_results',
          'infestation_level',
          'notes',
          'reviewer',
          'actor_id',
        ],
      }),
    );
  }
}
