// WHAT SENDS THE MAIL. Mails are rows of the same transaction as what they tell of; the postman takes them after the commit, and those
// that a crash or a deaf mail server left behind. A mail is taken by moving its next time, so two processes never send it at once; one
// that dies while sending sends it again later, which is better than never.
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
/** After so many attempts, over about two days, nobody waits for it any more. */
const MAX_ATTEMPTS = 12;

// Twice as long after each failure: a minute, two, four …
const CLAIM_DUE = `update mails set attempts = attempts + 1, due_at = now() + least(interval '1 minute' * 2 ^ attempts, interval '8 hours')
  where id in (select id from mails where due_at <= now() order by due_at limit ${BATCH_SIZE} for update skip locked)
  returning id, recipient, subject, text, html, attempts`;
const DELETE_MAIL = 'delete from mails where id = $1';

export class MailOutbox {
  private readonly stopping = new AbortController();
  private round: Promise<void> = Promise.resolve();
  private woken = false;

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

  /** There may be something to send. */
  wake(): void {
    if (this.woken) return;
    this.woken = true;
    this.round = this.round
      .then(() => {
        this.woken = false;
        return this.deliver();
      })
      .catch((error: unknown) => this.log.warn({ err: error }, 'mail could not be looked for'));
  }

  /** Finishes what is being sent. */
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
      const givenUp = mail.attempts >= MAX_ATTEMPTS;
      this.log.warn(
        { err: error, mail: mail.id, attempts: mail.attempts },
        givenUp ? 'mail given up' : 'mail not sent',
      );
      if (!givenUp) return;
    }
    await this.pool.query(DELETE_MAIL, [mail.id]);
  }
}
