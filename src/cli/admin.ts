// npm run admin -- grant EMAIL | revoke EMAIL: grants or revokes the administrator role; others list and end sessions, export and delete an
// account (admin/accounts.ts); usage lists the accounts that hold most; jobs lists background jobs that have failed for the last time, and runs
// them again; webhooks lists those that fail; vapid-keys prints keys for the settings. The service may be running. In the image, where nothing
// can be built, it is `node dist/bundle/admin.js grant EMAIL`.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Role } from '../access/permissions.js';
import { MAX_REASON_LENGTH } from '../features/accounts/audit-entry.entity.js';
import { normalizeEmail } from '../features/accounts/passwords.rules.js';
import * as accounts from './admin/accounts.js';
import * as jobs from './admin/jobs.js';
import { removeSecondFactor } from './admin/second-factor.js';
import { setTimeZones } from './admin/time-zone.js';
import { createVapidKeys } from './admin/vapid-keys.js';
import { listFailingWebhooks } from './admin/webhooks.js';
import { runCommand, UsageError } from './run-command.js';
import { withDatabase } from './with-database.js';

const USAGE = `Usage: grant EMAIL | revoke EMAIL                 gives an account the role of an administrator, or takes it away
       sessions EMAIL                             lists its active sessions
       end-sessions EMAIL --reason TEXT           ends them
       export EMAIL --reason TEXT > FILE          writes all its data as JSON
       delete-account EMAIL --reason TEXT [--delete-shared-apiaries]
       remove-second-factor EMAIL --reason TEXT   of somebody who has lost it with the recovery codes; ends the sessions
       time-zone [EMAIL] --zone NAME              sets that of accounts in UTC, and of their apiaries
       usage [EMAIL]                              what it holds, or the accounts that hold most
       jobs [retry ID | retry all]                lists background jobs that have failed for the last time, or runs them again
       webhooks                                   lists those that fail or were disabled, and how many deliveries wait
       vapid-keys                                 prints new keys for web push
  npm run admin -- grant EMAIL              in a checkout
  node dist/bundle/admin.js grant EMAIL    in the image`;

/** The setting makes the trigger write an audit entry, as of an administrator's change; its actor is null. */
const CHANGE = `update users set role = $1, updated_at = now()
  from (select set_config('beekeeping.request', 'npm run admin', true)) as settings where email = $2 returning id`;

async function changeRole({ pool, email }: Target, role: Role): Promise<string> {
  const { rowCount } = await pool.query(CHANGE, [role, email]);
  if (rowCount === 0) throw new Error(`There is no account with the e-mail address ${email}: register it first.`);
  return `${email} is now ${role === Role.ADMIN ? 'an administrator' : 'a beekeeper'}, also in open sessions.`;
}

const LARGEST = `select email, row_count::int8 as rows, round(bytes / 1024.0 ^ 2, 1) as mb, measured_at as "measuredAt"
  from account_usage join users on users.id = user_id where measured_at is not null order by bytes desc limit 20`;

async function listLargest({ pool }: Target): Promise<string> {
  const { rows } = await pool.query<{ email: string; rows: string; mb: number; measuredAt: string }>(LARGEST);
  if (rows.length === 0) return 'No account has been measured yet.';
  const lines = rows.map(
    ({ email, rows: n, mb, measuredAt }) => `${mb} MB, ${accounts.count(Number(n), 'row')}, ${measuredAt}  ${email}`,
  );
  return lines.join('\n');
}

type Target = Parameters<typeof accounts.listSessions>[0];
type Run = (target: Target & { reason: string; shared: boolean; zone: string }) => Promise<string | undefined>;
interface Command {
  /** Or the id of a job. */
  email: 'required' | 'optional' | 'none';
  needsReason?: true;
  run: Run;
}
/** What needs neither arguments nor the database. */
const ALONE: Record<string, () => Promise<string>> = { 'vapid-keys': createVapidKeys };
const COMMANDS: Record<string, Command> = {
  grant: { email: 'required', run: (target) => changeRole(target, Role.ADMIN) },
  revoke: { email: 'required', run: (target) => changeRole(target, Role.BEEKEEPER) },
  sessions: { email: 'required', run: accounts.listSessions },
  'end-sessions': { email: 'required', needsReason: true, run: accounts.endSessions },
  export: { email: 'required', needsReason: true, run: accounts.exportAccount },
  'delete-account': { email: 'required', needsReason: true, run: accounts.deleteAccount },
  'remove-second-factor': { email: 'required', needsReason: true, run: removeSecondFactor },
  usage: {
    email: 'optional',
    run: (target) => (target.email === '' ? listLargest(target) : accounts.readUsage(target)),
  },
  'time-zone': { email: 'optional', run: setTimeZones },
  jobs: { email: 'none', run: jobs.listDead },
  'jobs retry': { email: 'required', run: ({ pool, email: id }) => jobs.retryDead(pool, id) },
  webhooks: { email: 'none', run: listFailingWebhooks },
};
const OPTIONS = {
  reason: { type: 'string' },
  zone: { type: 'string' },
  'delete-shared-apiaries': { type: 'boolean' },
} as const;

/** @throws UsageError */
function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parse(args);
  const words = positionals[0] === 'jobs' && positionals.length > 1 ? 2 : 1;
  const name = positionals.slice(0, words).join(' ');
  const [given = '', ...others] = positionals.slice(words);
  const isAlone = Object.hasOwn(ALONE, name) && given === '' && Object.keys(values).length === 0;
  if (isAlone) return console.log(await ALONE[name]!());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || others.length > 0) throw new UsageError();
  const { email, needsReason, run } = command;
  if (email !== 'optional' && (given === '') !== (email === 'none')) throw new UsageError();
  const reason = values.reason?.trim() ?? '';
  const length = [...reason].length;
  if (!needsReason && values.reason !== undefined) throw new UsageError();
  if (needsReason && (length === 0 || length > MAX_REASON_LENGTH))
    throw new UsageError(`--reason must have 1 to ${MAX_REASON_LENGTH} characters`);
  if ((name === 'time-zone') !== (values.zone !== undefined)) throw new UsageError();
  const zone = values.zone ?? '';
  const shared = values['delete-shared-apiaries'] ?? false;
  if (shared && name !== 'delete-account') throw new UsageError();
  const report = await withDatabase(({ orm, pool }) =>
    run({ orm, pool, email: normalizeEmail(given), reason, shared, zone }),
  );
  if (report !== undefined) console.log(report);
});
