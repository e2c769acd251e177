import { createLogTriggersWithoutTokens, type LoggedTable } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

const MEMBERS: LoggedTable[] = [
  {
    table: 'apiary_members',
    entity: 'ApiaryMember',
    path: 'apiary_id',
    subject: 'user_id',
    columns: ['apiary_id', 'user_id', 'role', 'expires_at'],
    created: ['role'],
  },
  {
    table: 'apiary_invitations',
    entity: 'ApiaryInvitation',
    path: 'apiary_id',
    columns: ['apiary_id', 'role', 'expires_at', 'member_until', 'revoked_at'],
    created: ['role'],
  },
];
const BEEHIVES: LoggedTable = {
  table: 'beehives',
  entity: 'Beehive',
  path: 'apiary_id',
  label: 'beehive_number',
  moves: true,
  columns: [
    'apiary_id',
    'beehive_number',
    'activity_level',
    'bee_population',
    'food_frames',
    'brood_frames',
    'hive_status',
    'health_status',
    'has_production_chamber',
    'is_treated',
    'observations',
  ],
};

/**
 * The log has entries of memberships and invitations, and the apiary that a hive leaves has one of the departure. The previous version
 * writes them, too, but cannot read them: until the upgrade ends, it refuses the activity of an apiary that has such an entry.
 */
export class Migration20261122160000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      'alter table changes add column if not exists subject_id uuid',
      'alter table changes drop constraint if exists changes_action_check',
      `alter table changes add constraint changes_action_check
         check (action in ('CREATED', 'UPDATED', 'DELETED', 'MOVED_AWAY')) not valid`,
    );
    await this.execute('alter table changes validate constraint changes_action_check');
    for (const logged of MEMBERS)
      await this.alter(
        `alter table ${logged.table} add column if not exists version int not null default 1`,
        ...createLogTriggersWithoutTokens(logged),
      );
    await this.alter(...createLogTriggersWithoutTokens(BEEHIVES));
  }
}
