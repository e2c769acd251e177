// Uses the embedded database like the service: `hold` starts it, prints its address, and stops at the end of stdin or on SIGTERM;
// `rounds` starts and stops it several times and runs a query each time.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';

const [mode, dir, rounds] = process.argv.slice(2) as ['hold' | 'rounds' | 'throwaway', string, string?];
const options = {
  dir,
  throwaway: mode === 'throwaway',
  log: (message: string) => process.stderr.write(`${message}\n`),
};

if (mode === 'rounds') {
  for (let round = 0; round < Number(rounds); round++) {
    const server = await startEmbeddedPostgres(options);
    const client = new pg.Client({ host: server.socketDir, user: server.user, database: 'postgres' });
    await client.connect();
    await sleep(Math.random() * 30);
    await client.query('select 1');
    await client.end();
    await server.stop();
    // Long enough that sometimes no client is left.
    await sleep(Math.random() * 100);
  }
} else {
  const stopRequested = Promise.race([once(process.stdin.resume(), 'end'), once(process, 'SIGTERM')]);
  const server = await startEmbeddedPostgres(options);
  process.stdout.write(`${JSON.stringify(server)}\n`);
  await stopRequested;
  await server.stop();
  process.exit();
}
