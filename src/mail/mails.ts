// A mail is a row, written with the job that sends it in the transaction of the change that causes it. Delivery is at least once, and copies have
// the same Message-ID.
import type { Pool } from 'pg';
import * as z from 'zod';
import type { JobType } from '../jobs/job-kind.js';
import type { JobRunner } from '../jobs/runner.js';
import { SENT_BY_JOB } from './mail.entity.js';
import type { Message, Transport } from './transport.js';

export const MAIL: JobType<{ mail: string }> = { name: 'mail', payload: z.object({ mail: z.uuid() }) };

const FIND = 'select id, recipient, subject, text, html, unsubscribe_url as "unsubscribeUrl" from mails where id = $1';
const DELETE = 'delete from mails where id = $1';
/** As a process of the version before claims it, which sends it again after a minute if this one dies. */
const CLAIM_OLD = `update mails set due_at = now() + interval '1 minute'
  where id in (select id from mails where due_at <= now() order by due_at limit 100 for update skip locked) returning id`;
const ADOPT = 'update mails set due_at = $2 where id = $1';

export class Mails {
  constructor(
    private readonly pool: Pool,
    private readonly transport: Transport,
  ) {}

  async send(id: string): Promise<void> {
    const { rows } = await this.pool.query<Message>(FIND, [id]);
    // An attempt that could not report its success has sent it, or it has expired.
    if (!rows[0]) return;
    await this.transport.send(rows[0]);
    await this.pool.query(DELETE, [id]);
  }

  /** Adds jobs for the mails that the version before has written, and that none of its processes is sending. */
  async adopt(jobs: JobRunner): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(CLAIM_OLD);
    for (const { id } of rows) {
      await jobs.addNow(MAIL, { mail: id }, id);
      await this.pool.query(ADOPT, [id, SENT_BY_JOB]);
    }
  }
}
