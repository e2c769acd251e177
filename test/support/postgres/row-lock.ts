import pg from 'pg';
import type { Server } from '../../../src/database/orm.js';

/** Locks a row in a transaction of its own, until it is released. */
export class RowLock {
  private constructor(private readonly client: pg.Client) {}

  static async take(server: Server, table: string, id: string): Promise<RowLock> {
    const client = new pg.Client('url' in server ? server.url : server);
    await client.connect();
    await client.query('begin');
    const { rowCount } = await client.query(`select 1 from ${table} where id = $1 for update`, [id]);
    if (rowCount !== 1) throw new Error(`no row ${id} in ${table}`);
    return new RowLock(client);
  }

  async release(): Promise<void> {
    await this.client.end();
  }
}
