// npm run admin -- grant EMAIL | revoke EMAIL: grants or revokes the administrator role; npm run admin -- usage lists the accounts that hold
// most; npm run admin -- partition-log divides a large change log into partitions. The service may be running. In the image, where nothing
// can be built, it is `node dist/bundle/admin.js grant EMAIL`.
import 'reflect-metadata';
import { Role } from '../access/permissions.js';
import { partitionLog } from '../database/partition-log.js';
import { normalizeEmail } from '../features/accounts/passwords.js';
import { runCommand, UsageError } from './run-command.js';
import { withDatabase } from './with-database.js';

const ROLES: Record<string, Role> = { grant: Role.ADMIN, revoke: Role.BEEKEEPER };
const USAGE = `Usage: grant EMAIL | revoke EMAIL | usage | partition-log
  npm run admin -- grant EMAIL            in a checkout
  node dist/bundle/admin.js grant EMAIL    in the image`;

/** The setting makes the trigger write an audit entry, as of an administrator's change; its actor is null. */
const CHANGE = `update users set role = $1, updated_at = now()
  from (select set_config('beekeeping.request', 'npm run admin', true)) as settings where email = $2 returning id`;

async function changeRole(command: string, email: string): Promise<string> {
  const role = Object.hasOwn(ROLES, command) ? ROLES[command] : undefined;
  if (!role || email === '') throw new UsageError();
  const { rowCount } = await withDatabase(({ pool }) => pool.query(CHANGE, [role, normalizeEmail(email)]));
  if (rowCount === 0) throw new Error(`There is no account with the e-mail address ${email}: register it first.`);
  return `${email} is now ${role === Role.ADMIN ? 'an administrator' : 'a beekeeper'}, also in open sessions.`;
}

const LARGEST = `select email, row_count::int8 as rows, round(bytes / 1024.0 ^ 2, 1) as mb, measured_at as "measuredAt"
  from account_usage join users on users.id = user_id where measured_at is not null order by bytes desc limit 20`;

async function listLargest(): Promise<string> {
  const { rows } = await withDatabase(({ pool }) =>
    pool.query<{ email: string; rows: string; mb: number; measuredAt: string }>(LARGEST),
  );
  if (rows.length === 0) return 'No account has been measured yet.';
  return rows.map(({ email, rows: n, mb, measuredAt }) => `${mb} MB, ${n} rows, ${measuredAt}  ${email}`).join('\n');
}

async function divideLog(): Promise<string> {
  const isDone = await withDatabase(({ pool }) => partitionLog(pool));
  return isDone ? 'The change log is divided into partitions.' : 'The change log has partitions: nothing to do.';
}

/** The commands without an argument. */
const COMMANDS: Record<string, () => Promise<string>> = { usage: listLargest, 'partition-log': divideLog };

await runCommand(USAGE, async ([command = '', email = '', ...others]) => {
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (others.length > 0 || (run && email !== '')) throw new UsageError();
  console.log(await (run ? run() : changeRole(command, email)));
});
