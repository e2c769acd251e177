// Sends the digests that are due, as a job. What an account is to be told is read as that account, outside of any transaction. Then one
// transaction advances the next time of each and writes its mail: of processes that have read the same digest, one finds the time that it has read.
import type { Context, Services } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { DAY_MS } from '../../shared/days.js';
import type { Language } from '../../shared/language.js';
import type { MailContent } from '../accounts/account.mail.js';
import { enqueueMails } from '../accounts/mails.commands.js';
import type { WorklistKind } from '../worklist/worklist.enums.js';
import { type ListedItem, listFirst } from '../worklist/worklist.queries.js';
import { DigestFrequency } from './digest.enums.js';
import { composeDigest } from './digest.mail.js';
import { enqueuePushes } from './push-subscriptions.commands.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.rules.js';

/** The most that a mail lists. */
const MAX_ITEMS = 30;
/** The most digests of one transaction. */
const BATCH_SIZE = 50;
/** Accounts whose items are read at the same time. */
const AT_ONCE = 4;
const DAYS = { [DigestFrequency.DAILY]: 1, [DigestFrequency.WEEKLY]: 7 };

/** By the index, with all that is needed of their accounts. Those that cannot be sent now are passed over until the next job. */
const FIND = `
  select d.id, d.due_at as "dueAt", d.frequency, d.kinds, d.only_assigned as "onlyAssigned", u.id as "accountId", u.username as name, u.language,
    u.is_active and u.is_verified as "isReachable", exists (select 1 from apiary_members m where m.user_id = u.id) as "isMember"
  from digests d join users u on u.id = d.user_id
  where d.due_at <= now() and (d.due_at, d.id) > ($1::timestamptz, $2::uuid) order by d.due_at, d.id limit ${BATCH_SIZE}`;
const FIRST = ['-infinity', '00000000-0000-0000-0000-000000000000'];

/** One that another process has claimed, or whose settings have changed, has another time. @returns those with a mail, and their addresses */
const CLAIM = `
  with claimed as materialized (
    select d.id, c.has_mail from unnest($1::uuid[], $2::timestamptz[], $3::boolean[]) as c (id, due_at, has_mail)
    join digests d on d.id = c.id and d.due_at = c.due_at order by d.id for update of d skip locked),
  advanced as (
    update digests d set sent_at = case when c.has_mail then now() else d.sent_at end,
      due_at = digest_due(u.time_zone, d.frequency, d.weekday, d.hour, now(), case when c.has_mail then now() else d.sent_at end)
    from claimed c, users u where c.id = d.id and u.id = d.user_id
    returning d.id, u.id as account_id, u.email, c.has_mail)
  select id, account_id as "accountId", email, has_mail as "hasMail" from advanced`;
const SWITCH_OFF = `update digests set frequency = '${DigestFrequency.OFF}', updated_at = now() where user_id = $1 and frequency <> '${DigestFrequency.OFF}'`;

interface Due {
  id: string;
  dueAt: string;
  frequency: Exclude<DigestFrequency, 'OFF'>;
  kinds: WorklistKind[] | null;
  onlyAssigned: boolean;
  accountId: string;
  name: string;
  language: Language;
  /** Whether its account is active, and its address verified. */
  isReachable: boolean;
  isMember: boolean;
}
interface Written {
  content: MailContent;
  /** How many items there are, also beyond those that the mail lists. */
  total: number;
}
interface Claimed {
  id: string;
  accountId: string;
  email: string;
  hasMail: boolean;
}
/** What became of digests that were due. */
export const DIGEST_RESULTS = ['sent', 'empty', 'withheld', 'failed'] as const;
type Counts = Record<(typeof DIGEST_RESULTS)[number], number>;

export class Digests {
  private readonly tokens: UnsubscribeTokens;

  /** @param newContext returns a context without a client */
  constructor(
    private readonly services: Pick<Services, 'pool' | 'log' | 'metrics'>,
    secrets: readonly Buffer[],
    private readonly newContext: () => Context,
  ) {
    this.tokens = new UnsubscribeTokens(secrets);
  }

  /** Sends what is due. */
  async send(signal = new AbortController().signal): Promise<Counts> {
    const counts: Counts = { sent: 0, empty: 0, withheld: 0, failed: 0 };
    for (let after = FIRST; !signal.aborted; ) {
      const context = this.createContext();
      const due = await runStatement<Due>(context, { text: FIND, values: after });
      const last = due.at(-1);
      if (!last) break;
      await this.sendBatch(context, due, counts);
      after = [last.dueAt, last.id];
    }
    for (const result of DIGEST_RESULTS) this.services.metrics?.digests(result, counts[result]);
    return counts;
  }

  /** Idempotent. Nothing happens for a token that the service has not signed. */
  async unsubscribe(token: string): Promise<void> {
    const accountId = this.tokens.read(token);
    if (accountId !== undefined) await this.services.pool.query(SWITCH_OFF, [accountId]);
  }

  private createContext(): Context {
    const context = this.newContext();
    // A replica may not know that a member was removed; and there is no response that could be too large.
    context.startWriting();
    return context;
  }

  private async sendBatch(context: Context, due: Due[], counts: Counts): Promise<void> {
    const at = new Date();
    const mails = new Map<string, Written>();
    const done: Due[] = [];
    const read = async (digest: Due): Promise<void> => {
      try {
        const written = await this.compose(context, digest, at);
        if (written) mails.set(digest.id, written);
        done.push(digest);
      } catch (err) {
        this.fail(digest, err, counts);
      }
    };
    const waiting = due.values();
    const readOn = async (): Promise<void> => {
      for (const digest of waiting) await read(digest);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
    const claimed = await this.write(context, done, mails, counts);
    const isReachable = new Map(due.map((digest) => [digest.id, digest.isReachable]));
    for (const { id, hasMail } of claimed) counts[hasMail ? 'sent' : isReachable.get(id) ? 'empty' : 'withheld']++;
  }

  /** If one cannot be written, the others are, each by itself. */
  private async write(context: Context, due: Due[], mails: Map<string, Written>, counts: Counts): Promise<Claimed[]> {
    try {
      return await unitOfWork(context, () => claim(context, due, mails));
    } catch (err) {
      if (due.length === 1) this.fail(due[0]!, err, counts);
      const claimed: Claimed[] = [];
      if (due.length > 1) for (const one of due) claimed.push(...(await this.write(context, [one], mails, counts)));
      return claimed;
    }
  }

  private fail({ accountId }: Due, err: unknown, counts: Counts): void {
    counts.failed++;
    this.services.log.warn({ err, account: accountId }, 'a digest could not be written');
  }

  /** @returns undefined if there is nothing to tell, or nobody to be told */
  private async compose(context: Context, digest: Due, at: Date): Promise<Written | undefined> {
    if (!digest.isReachable) return undefined;
    const { accountId, frequency, language, name } = digest;
    const items = await readItems(context, digest, at);
    if (items.length === 0) return undefined;
    const unsubscribeUrl = context.links.unsubscribe(this.tokens.create(accountId));
    const content = composeDigest({ language, name, frequency, items, unsubscribeUrl });
    return { content, total: items[0]!.total };
  }
}

/** As the worklist of the account lists them, by its rights of now. */
function readItems(context: Context, due: Due, at: Date): Promise<ListedItem[]> {
  const { accountId, isMember, kinds, onlyAssigned, frequency } = due;
  const account = { id: accountId, isMember };
  const dueBefore = new Date(at.getTime() + DAYS[frequency] * DAY_MS);
  const args = { kinds, dueBefore, assigneeIds: onlyAssigned ? [accountId] : null };
  return listFirst(context.accessOf(account), account, args, at, MAX_ITEMS);
}

/** Advances digests, and writes their mails and the messages to browsers. */
async function claim(context: Context, due: Due[], mails: Map<string, Written>): Promise<Claimed[]> {
  const ids = due.map(({ id }) => id);
  const values = [ids, due.map(({ dueAt }) => dueAt), ids.map((id) => mails.has(id))];
  const claimed = await runStatement<Claimed>(context, { text: CLAIM, values });
  const written = claimed.filter(({ hasMail }) => hasMail).map((one) => ({ ...one, ...mails.get(one.id)! }));
  if (written.length === 0) return claimed;
  await enqueueMails(
    context,
    written.map(({ email, content }) => ({ recipient: email, content })),
  );
  await enqueuePushes(context, new Map(written.map(({ accountId, total }) => [accountId, total])));
  return claimed;
}
