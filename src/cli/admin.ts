// npm run admin -- grant EMAIL | revoke EMAIL: grants or revokes the administrator role. The service may be running.
import 'reflect-metadata';
import { v7 as uuidv7 } from 'uuid';
import { Role } from '../access/permissions.js';
import { normalizeEmail } from '../features/accounts/passwords.js';
import { withDatabase } from './with-database.js';

const ROLES: Record<string, Role> = { grant: Role.ADMIN, revoke: Role.BEEKEEPER };

/** Writes an audit entry like an administrator's change; its actor is null. */
const CHANGE = `with before as (select id, role from users where email = $2 for update),
  changed as (update users set role = $1, updated_at = now() from before where users.id = before.id returning users.id),
  audited as (insert into audit_entries (id, created_at, updated_at, subject_id, field, before, after)
    select $3, now(), now(), id, 'role', to_json(role)::text, to_json($1::text)::text from before where role <> $1)
  select id from changed`;

const [command = '', email = ''] = process.argv.slice(2);
const role = ROLES[command];
if (!role || email === '') {
  console.error('npm run admin -- grant EMAIL\nnpm run admin -- revoke EMAIL');
  process.exit(1);
}
const rowCount = await withDatabase(({ pool }) =>
  pool.query(CHANGE, [role, normalizeEmail(email), uuidv7()]).then((result) => result.rowCount),
);
if (rowCount === 0) {
  console.error(`There is no account with the e-mail address ${email}: register it first.`);
  process.exitCode = 1;
} else {
  console.log(`${email} is now ${role === Role.ADMIN ? 'an administrator' : 'a beekeeper'}, also in open sessions.`);
}
