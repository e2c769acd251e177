// A mail is a row, written with the job that sends it in the transaction of the change that causes it. Delivery is at least once, and copies have
// the same Message-ID.
import type { Pool } from 'pg';
import * as z from 'zod';
import type { JobType } from '../jobs/job-kind.js';
import type { Message, Transport } from './transport.js';

export const MAIL: JobType<{ mail: string }> = { name: 'mail', payload: z.object({ mail: z.uuid() }) };

const FIND = 'select id, recipient, subject, text, html, unsubscribe_url as "unsubscribeUrl" from mails where id = $1';
const DELETE = 'delete from mails where id = $1';

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
}
