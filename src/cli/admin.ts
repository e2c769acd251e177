// npm run admin -- grant EMAIL | revoke EMAIL: grants or revokes the administrator role. The service may be running. In the image, where
// nothing can be built, it is `node dist/src/cli/admin.js grant EMAIL`.
import 'reflect-metadata';
import { Role } from '../access/permissions.js';
import { normalizeEmail } from '../features/accounts/passwords.js';
import { withDatabase } from './with-database.js';

const ROLES: Record<string, Role> = { grant: Role.ADMIN, revoke: Role.BEEKEEPER };
const USAGE = `Usage: grant EMAIL | revoke EMAIL
  npm run admin -- grant EMAIL              in a checkout
  node dist/src/cli/admin.js grant EMAIL    in the image`;

/** The setting makes the trigger write an audit entry, as of an administrator's change; its actor is null. */
const CHANGE = `update users set role = $1, updated_at = now()
  from (select set_config('beekeeping.request', 'npm run admin', true)) as settings where email = $2 returning id`;

async function changeRole(command: string, email: string): Promise<string> {
  const role = ROLES[command];
  if (!role || email === '') throw new Error(USAGE);
  const { rowCount } = await withDatabase(({ pool }) => pool.query(CHANGE, [role, normalizeEmail(email)]));
  if (rowCount === 0) throw new Error(`There is no account with the e-mail address ${email}: register it first.`);
  return `${email} is now ${role === Role.ADMIN ? 'an administrator' : 'a beekeeper'}, also in open sessions.`;
}

const [command = '', email = ''] = process.argv.slice(2);
try {
  console.log(await changeRole(command, email));
} catch (error) {
  // An unreachable database has a message without a stack too, but several causes.
  const { message, errors } = error as Error & { errors?: Error[] };
  console.error(message || errors?.[0]?.message);
  process.exitCode = 1;
}
