// npm run bench:large: what the work of large accounts costs in a database with years of history. See bench/README.md, "Large accounts".
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './large/client.mjs';
import { costOf, storageOf } from './large/measure.mjs';
import { accountOf, FIRM, ORDINARY, othersOf, READERS, SHARING, startLarge, YEARS } from './large/seed.mjs';
import { WORKLOADS } from './large/workloads.mjs';
import { describeMachine, requireLinux } from './lib/machine.mjs';
import { OUT, ROOT } from './lib/places.mjs';
import { startProgress } from './lib/progress.mjs';
import { startServer } from './lib/server.mjs';
import { freePort, OURS } from './steady/service.mjs';

const HELP = `npm run bench:large -- [options]

  --accounts 200     other accounts, each with 3 apiaries of 20 hives
  --members 200      members of one of their apiaries
  --apiaries 20      apiaries of the firm
  --hives 110        hives of each of them
  --only a,b         only these workloads (${Object.keys(WORKLOADS).join(', ')})
  --help

Results: bench/out/large.md and large.json.`;

/** The functions that stop what has been started; called in reverse order. */
const running = [];
async function stop() {
  for (const end of running.splice(0).reverse()) await end().catch((error) => console.error(error.message));
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop().then(() => process.exit(1)));

const SIZE = { accounts: '200', members: '200', apiaries: '20', hives: '110' };

function readOptions() {
  const text = { type: 'string' };
  const sizes = Object.fromEntries(Object.keys(SIZE).map((name) => [name, text]));
  const { values } = parseArgs({ options: { ...sizes, only: text, help: { type: 'boolean' } } });
  const size = Object.fromEntries(Object.entries(SIZE).map(([name, value]) => [name, Number(values[name] ?? value)]));
  const wrong = Object.keys(size).find((name) => !(size[name] >= 2));
  if (wrong) throw new Error(`--${wrong} must be a number above 1`);
  const names = values.only?.split(',') ?? Object.keys(WORKLOADS);
  const unknown = names.filter((name) => !WORKLOADS[name]);
  if (unknown.length > 0)
    throw new Error(`unknown workload: ${unknown.join(', ')}; known: ${Object.keys(WORKLOADS).join(', ')}`);
  return { help: values.help, size, names };
}

const PASSWORD = 'Abeja-2026';

/** The accounts by their names in the workloads. `second` is the firm in its second apiary, `member` works in the apiary with many members. */
async function readersOf(database, port) {
  const { hashPassword } = await import(join(ROOT, 'dist/src/features/accounts/passwords.rules.js'));
  const email = `beekeeper-${ORDINARY}@example.org`;
  const hash = await hashPassword(PASSWORD);
  const { rows } = await database.admin.query('update users set password_hash = $1 where email = $2 returning id', [
    hash,
    email,
  ]);
  // The account is deleted with its password alone.
  await database.admin.query('delete from second_factors where user_id = $1', [rows[0].id]);
  const other = await accountOf(database, SHARING);
  const accounts = {};
  for (const [name, n] of Object.entries(READERS))
    accounts[name] = await accountOf(database, n, name === 'club' ? 3 : n);
  accounts.second = await accountOf(database, FIRM, FIRM, 2);
  accounts.shared = other;
  accounts.member = await accountOf(database, ORDINARY + 1, SHARING);
  return Object.fromEntries(
    Object.entries(accounts).map(([name, account]) => [
      name,
      { account, other, password: PASSWORD, client: new Client(port, account.token) },
    ]),
  );
}

async function measure({ size, names }, progress) {
  const database = await startLarge(size, progress.show);
  running.push(database.stop);
  progress.done();
  const others = othersOf(size);
  const storage = await storageOf(database, others);
  const readers = await readersOf(database, 0);
  const { token } = readers.firm.account;
  const probe = {
    method: 'POST',
    path: '/graphql',
    body: { query: '{ me { id } }' },
    headers: { authorization: `Bearer ${token}` },
  };
  const port = await freePort();
  const server = await startServer(OURS, port, database, probe);
  running.push(server.stop);
  for (const reader of Object.values(readers)) reader.client = new Client(port, reader.account.token);
  const rows = [];
  for (const name of names) {
    const { title, run, once, repeat, readers: who } = WORKLOADS[name];
    for (const reader of who) {
      progress.show(`${title}: ${reader}`);
      if (!once) await run(readers[reader]);
      rows.push({
        workload: name,
        title,
        reader,
        ...(await costOf(() => run(readers[reader]), repeat, { server, database })),
      });
    }
    progress.done();
  }
  return {
    date: new Date().toISOString(),
    machine: describeMachine(),
    size,
    postgres: database.version,
    accountYears: others.length * YEARS,
    storage,
    rows,
  };
}

const number = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));
/** What an account of 60 hives stores in a year. */
function storedBy({ accountYears, storage }) {
  const each = (sum) => sum / accountYears;
  const bytes = storage.reduce((sum, table) => sum + table.bytes, 0);
  const rows = storage.reduce((sum, table) => sum + table.rows, 0);
  const cells = [...storage, { name: 'together', rows, bytes }].map((table) => [
    ...[table.name, number(each(table.rows)), number(each(table.bytes) / 1000)],
  ]);
  return [['a year of an account of 60 hives', 'rows', 'kB with indexes'], ['---', '---:', '---:'], ...cells];
}

const table = (lines) => lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
function markdown({ date, machine, size, postgres, rows, ...stored }) {
  const { accounts, members, apiaries, hives } = size;
  const cells = rows.map(({ title, reader, postgresMs, buffers, statements, cpuMs, bytes, walBytes }) => [
    ...[title, reader, number(postgresMs), number(buffers), number(statements), number(cpuMs)],
    ...[number(bytes / 1000), number(walBytes / 1000)],
  ]);
  const head = ['', 'account', 'PostgreSQL ms', 'buffers', 'statements', 'CPU ms', 'kB', 'WAL kB'];
  return `${[
    '# Large accounts',
    `A firm with ${apiaries} apiaries of ${hives} hives, a club that manages two apiaries of each of up to 60 others, and ${accounts} other accounts, one with an apiary of ${members} members; five years of history. Each figure is of one execution: the time in PostgreSQL and the pages that it read there, the statements, the CPU time of the service, the response, and the log that PostgreSQL wrote.`,
    table([head, head.map((_, i) => (i < 2 ? '---' : '---:')), ...cells]),
    table(storedBy(stored)),
    `${date.slice(0, 16).replace('T', ' ')} UTC, ${machine.cpu}, load average ${machine.load}, PostgreSQL ${postgres}`,
  ].join('\n\n')}\n`;
}

try {
  const options = readOptions();
  if (options.help) console.log(HELP);
  else {
    requireLinux();
    const progress = startProgress(1 + options.names.length);
    const results = await measure(options, progress).finally(progress.stop);
    writeFileSync(join(OUT, 'large.json'), `${JSON.stringify(results, null, 1)}\n`);
    writeFileSync(join(OUT, 'large.md'), markdown(results));
    console.log(`\n${markdown(results)}\nWritten: ${join(OUT, 'large.md')}, ${join(OUT, 'large.json')}`);
  }
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  await stop();
}
