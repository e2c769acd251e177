import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Another program, which writes hives to an apiary in a transaction that stays open for a time. */
export class SlowWriter {
  private client: pg.Client | undefined;

  constructor(
    private readonly connect: () => Promise<pg.Client>,
    private readonly apiaryId: string,
  ) {}

  /** Creates a hive and changes it. */
  async write(): Promise<void> {
    const id = randomUUID();
    await this.run(
      'insert into beehives (id, created_at, updated_at, apiary_id) values ($1, now(), now(), $2)',
      id,
      this.apiaryId,
    );
    await this.run(`update beehives set observations = 'Changed' where id = $1`, id);
  }

  /** Changes a hive that phones may change, too: they wait for its end. */
  async overwrite(): Promise<void> {
    const any = 'select id from beehives where apiary_id = $1 order by random() limit 1';
    await this.run(`update beehives set observations = now()::text where id = (${any})`, this.apiaryId);
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    await this.client?.query(how);
    await this.disconnect();
  }

  /** Without an end of the transaction, which is rolled back. */
  async disconnect(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => {});
  }

  private async run(text: string, ...values: unknown[]): Promise<void> {
    if (!this.client) {
      this.client = await this.connect();
      await this.client.query('begin');
    }
    await this.client.query(text, values);
  }
}
