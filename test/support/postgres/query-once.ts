import pg from 'pg';

/** Runs a statement on a connection of its own, which the server may end at any time. @returns the rows */
export async function queryOnce<R extends object>(server: string | pg.ClientConfig, text: string): Promise<R[]> {
  const client = new pg.Client(server);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}
