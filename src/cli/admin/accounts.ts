// What the command does with one account. As with the API, what ends, exports or deletes writes an audit entry in the same statement; its
// actor is null.
import { once } from 'node:events';
import type { EntityClass } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { Access } from '../../access/access.js';
import { Role } from '../../access/permissions.js';
import { scopeOf } from '../../access/policy.js';
import { RowLimit } from '../../database/page-size.js';
import { type QueryTarget, runStatement } from '../../database/pool.js';
import { type UnitOfWorkRequest, unitOfWork } from '../../database/unit-of-work.js';
import { Table } from '../../database/where.js';
import { writeExport } from '../../documents/export/export.js';
import type { ExportSource } from '../../documents/export/export-rows.js';
import { removeWaitingMails } from '../../features/accounts/mails.commands.js';
import { lockSharedApiaries } from '../../features/members/account-deletion.commands.js';

interface Target {
  orm: MikroORM;
  pool: Pool;
  email: string;
}
export type Reasoned = Target & { reason: string };

const MB = 1024 ** 2;
/** The name of these commands in the change log. */
const REQUEST_ID = 'npm run admin';

export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

export const noAccount = (email: string): Error => new Error(`There is no account with the e-mail address ${email}.`);

const SESSIONS = `
  select u.id, s.id as session, s.device, s.address, s.created_at::text as since, s.last_seen_at::text as seen
  from users u left join sessions s on s.user_id = u.id and s.ended_at is null and s.expires_at > now()
  where u.email = $1 order by s.last_seen_at desc`;

/** Each active session in a line. */
export async function listSessions({ pool, email }: Target): Promise<string> {
  const { rows } = await pool.query<Record<'session' | 'device' | 'address' | 'since' | 'seen', string | null>>(
    SESSIONS,
    [email],
  );
  if (rows.length === 0) throw noAccount(email);
  const sessions = rows.filter(({ session }) => session !== null);
  if (sessions.length === 0) return 'No active sessions.';
  return sessions
    .map((s) => `${s.session}  since ${s.since}, last used ${s.seen}  ${s.address ?? '-'}  ${s.device ?? '-'}`)
    .join('\n');
}

/** @param before SQL of the value */
const writeAudit = (field: string, before: string, from: string): string => `
  insert into audit_entries (id, created_at, updated_at, actor_id, subject_id, field, before, after, reason)
    select gen_random_uuid(), now(), now(), null, id, '${field}', ${before}, ${field === 'sessions' ? "'0'" : "'null'"}, $2
    from ${from} returning subject_id as id`;

const END_SESSIONS = `
  with subject as (select id from users where email = $1 for no key update),
    ended as (update sessions set ended_at = now(), updated_at = now() from subject
      where user_id = subject.id and ended_at is null and expires_at > now() returning 1),
    audited as (${writeAudit('sessions', '(select count(*) from ended)::text', 'subject')})
  select (select count(*)::int from ended) as ended from audited`;

export async function endSessions({ pool, email, reason }: Reasoned): Promise<string> {
  const { rows } = await pool.query<{ ended: number }>(END_SESSIONS, [email, reason]);
  if (!rows[0]) throw noAccount(email);
  const { ended } = rows[0];
  return `${count(ended, 'session')} of ${email} ${ended === 1 ? 'has' : 'have'} ended.`;
}

const LOCK_ACCOUNT = 'select id, role from users where email = $1 for update';
const DELETE = `
  with deleted as (delete from users where id = $1 returning id),
    audited as (${writeAudit('account', "'null'", 'deleted')})
  select 1 from audited`;

/** As the API does, in one transaction: what it has read is locked. */
export async function deleteAccount(target: Reasoned & { shared: boolean }): Promise<string> {
  const { email, reason, shared } = target;
  const request = requestOf(target);
  await unitOfWork(request, async () => {
    const [account] = await runStatement<{ id: string; role: string }>(request, {
      text: LOCK_ACCOUNT,
      values: [email],
    });
    if (!account) throw noAccount(email);
    if (account.role === Role.ADMIN) throw new Error(`${email} is an administrator: revoke the role first.`);
    const names = shared ? [] : await lockSharedApiaries(request, account.id);
    if (names.length > 0)
      throw new Error(
        `Others use these apiaries: ${names.join(', ')}. Have them transferred, or add --delete-shared-apiaries.`,
      );
    await removeWaitingMails(request, email);
    await runStatement(request, { text: DELETE, values: [account.id, reason] });
  });
  return `The account ${email} has ended; the service removes its rows.`;
}

/** What a transaction needs of a request, without a client. */
export function requestOf({ orm, pool }: Pick<Target, 'orm' | 'pool'>): UnitOfWorkRequest & QueryTarget {
  return {
    em: orm.em.fork(),
    pool,
    transaction: undefined,
    afterCommit: [],
    hasWritten: false,
    requestLog: { operation: undefined, log: logToStderr() },
    loaders: { clear: () => {} },
    changeSource: { actorId: undefined, requestId: REQUEST_ID },
    budget: undefined,
    withShare: (_name, work) => work(),
    clientKey: REQUEST_ID,
    connections: undefined,
  };
}

/** The standard output has what a command returns. */
const logToStderr = (): Logger => pino(pino.destination(process.stderr.fd));

const AUDIT_EXPORT = `
  with audited as (${writeAudit('export', "'null'", '(select id from users where email = $1) subject')})
  select id, exists (select 1 from apiary_members where user_id = audited.id) as "isMember" from audited`;

/** Writes the export to the standard output, after its audit entry. */
export async function exportAccount({ orm, pool, email, reason }: Reasoned): Promise<undefined> {
  const { rows } = await pool.query<{ id: string; isMember: boolean }>(AUDIT_EXPORT, [email, reason]);
  if (!rows[0]) throw noAccount(email);
  for await (const piece of writeExport(sourceOf(orm, pool), { ...rows[0], isOther: true }))
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}

/** Reads as the service does, without a request. */
function sourceOf(orm: MikroORM, pool: Pool): ExportSource {
  const table = (type: EntityClass<object> | string): Table => Table.find(orm.getMetadata(), type);
  const rowLimit = new RowLimit();
  const accessOf: ExportSource['accessOf'] = (account) =>
    new Access({
      em: orm.em.fork(),
      pool,
      transaction: undefined,
      requestLog: { operation: undefined, log: logToStderr() },
      hasWritten: false,
      changeSource: { actorId: undefined, requestId: REQUEST_ID },
      isMember: false,
      withShare: (_name, work) => work(),
      rowLimit,
      scope: (type) => scopeOf(table(type), account),
    });
  return { table, accessOf, rowLimit };
}

const USAGE = `
  select row_count::int8 as rows, bytes::float8 as bytes, measured_at::text as "measuredAt"
  from users left join account_usage on user_id = users.id where email = $1`;

export async function readUsage({ pool, email }: Target): Promise<string> {
  const { rows } = await pool.query<{ rows: string; bytes: number; measuredAt: string | null }>(USAGE, [email]);
  if (!rows[0]) throw noAccount(email);
  const { rows: n, bytes, measuredAt } = rows[0];
  if (measuredAt === null) return `${email} has not been measured yet.`;
  return `${(bytes / MB).toFixed(1)} MB, ${count(Number(n), 'row')}, ${measuredAt}  ${email}`;
}
