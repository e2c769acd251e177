// A transactional outbox: a mail is a row written in the transaction of the change that causes it, and sent after the commit. A process
// claims mails by moving their `due_at` into the future, and does so again while it is sending, so that two processes never send one at
// the same time, however slow the mail server is. If a process dies while sending, the mail is sent again a minute later: delivery is at
// least once, and copies have the same Message-ID.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { codeOf, type TracedSpan, traceRoot, tracer } from '../observability/tracer.js';
import type { Transport } from './transport.js';

interface DueMail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  attempts: number;
}

const STOP_TIMEOUT_MS = 5000;
const POLL_INTERVAL_MS = 5000;
const BATCH_SIZE = 5;
/** With the backoff below, the last attempt is after about a day. */
const MAX_ATTEMPTS = 12;

const CLAIM_RENEWAL_MS = 15_000;
const CLAIM_DUE = `update mails set attempts = attempts + 1, due_at = now() + interval '1 minute'
  where id in (select id from mails where due_at <= now() order by due_at limit ${BATCH_SIZE} for update skip locked)
  returning id, recipient, subject, text, html, attempts`;
const RENEW_CLAIMS = `update mails set due_at = now() + interval '1 minute' where id = any($1)`;
// Exponential backoff: one minute, two, four, up to eight hours.
const RETRY_LATER = `update mails set due_at = now() + least(interval '30 seconds' * 2 ^ attempts, interval '8 hours') where id = $1`;
const DELETE_MAIL = 'delete from mails where id = $1';

export class MailOutbox {
  private readonly stopping = new AbortController();
  private round: Promise<void> = Promise.resolve();
  private isScheduled = false;

  constructor(
    private readonly pool: Pool,
    private readonly transport: Transport,
    private readonly log: Logger,
  ) {}

  start(): void {
    void (async () => {
      for (;;) {
        this.wake();
        await wait(POLL_INTERVAL_MS, undefined, { signal: this.stopping.signal, ref: false });
      }
    })().catch(() => {});
  }

  /** Looks for due mails now instead of at the next poll. */
  wake(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.round = this.round
      .then(() => {
        this.isScheduled = false;
        // A request that wakes it is not waited for, and other mails are sent with its own.
        return tracer ? tracer.exit(() => this.deliver()) : this.deliver();
      })
      .catch((error: unknown) => this.log.warn({ err: error }, 'due mails could not be read'));
  }

  /** Waits for the mails that are being sent, but not long for a slow mail server. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.race([this.round, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    this.transport.close();
  }

  private async deliver(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const { rows } = await this.pool.query<DueMail>(CLAIM_DUE);
      if (rows.length === 0) return;
      const sending = new Set(rows.map(({ id }) => id));
      const renewal = setInterval(() => {
        this.pool
          .query(RENEW_CLAIMS, [[...sending]])
          .catch((error: unknown) => this.log.warn({ err: error }, 'the claim of mails could not be renewed'));
      }, CLAIM_RENEWAL_MS);
      await Promise.all(rows.map((mail) => this.attempt(mail).finally(() => sending.delete(mail.id)))).finally(() =>
        clearInterval(renewal),
      );
    }
  }

  private attempt(mail: DueMail): Promise<void> {
    const attributes = { 'beekeeping.mail.id': mail.id, 'beekeeping.mail.attempt': mail.attempts };
    return traceRoot('send mail', attributes, (span) => this.send(mail, span));
  }

  private async send(mail: DueMail, span?: TracedSpan): Promise<void> {
    try {
      await this.transport.send(mail);
    } catch (error) {
      span?.fail(codeOf(error));
      const isLastAttempt = mail.attempts >= MAX_ATTEMPTS;
      this.log.warn(
        { err: error, mail: mail.id, attempts: mail.attempts },
        isLastAttempt ? 'mail not sent: no more attempts' : 'mail not sent',
      );
      if (!isLastAttempt) {
        // A claim that is renewed at this moment would only delay the next attempt differently.
        await this.pool.query(RETRY_LATER, [mail.id]);
        return;
      }
    }
    await this.pool.query(DELETE_MAIL, [mail.id]);
  }
}
