// A transactional outbox: a mail is a row written in the transaction of the change that causes it, and sent after the commit. A process
// claims mails by moving their `due_at` into the future, so two processes never send one at the same time. If a process dies while
// sending, the mail is sent again later: delivery is at least once.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Transport } from './transport.js';

interface DueMail {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  attempts: number;
}

const POLL_INTERVAL_MS = 5000;
const BATCH_SIZE = 5;
/** With the backoff below, the last attempt is after about two days. */
const MAX_ATTEMPTS = 12;

// Exponential backoff: one minute, two, four, up to eight hours.
const CLAIM_DUE = `update mails set attempts = attempts + 1, due_at = now() + least(interval '1 minute' * 2 ^ attempts, interval '8 hours')
  where id in (select id from mails where due_at <= now() order by due_at limit ${BATCH_SIZE} for update skip locked)
  returning id, recipient, subject, text, html, attempts`;
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
        return this.deliver();
      })
      .catch((error: unknown) => this.log.warn({ err: error }, 'due mails could not be read'));
  }

  /** Waits for the mails that are being sent. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.round;
    this.transport.close();
  }

  private async deliver(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const { rows } = await this.pool.query<DueMail>(CLAIM_DUE);
      if (rows.length === 0) return;
      await Promise.all(rows.map((mail) => this.send(mail)));
    }
  }

  private async send(mail: DueMail): Promise<void> {
    try {
      await this.transport.send(mail);
    } catch (error) {
      const isLastAttempt = mail.attempts >= MAX_ATTEMPTS;
      this.log.warn(
        { err: error, mail: mail.id, attempts: mail.attempts },
        isLastAttempt ? 'mail not sent: no more attempts' : 'mail not sent',
      );
      if (!isLastAttempt) return;
    }
    await this.pool.query(DELETE_MAIL, [mail.id]);
  }
}
