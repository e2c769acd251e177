// npm run bench: compares the service with other servers on the same database, Node and core. See bench/README.md.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from './lib/database.mjs';
import { describeMachine, pinMyself, requireLinux } from './lib/machine.mjs';
import { measure } from './lib/measure.mjs';
import { HELP, readOptions } from './lib/options.mjs';
import { FIRST_PORT, OUT, ROOT, SIZES } from './lib/places.mjs';
import { startProgress } from './lib/progress.mjs';
import { startServer } from './lib/server.mjs';
import { summarize } from './lib/statistics.mjs';
import { requestsFor } from './lib/workloads.mjs';
import { profile } from './profile/profile.mjs';
import { markdown } from './report/markdown.mjs';
import { svg } from './report/svg.mjs';

/** The functions that stop what has been started; called in reverse order. */
const running = [];
async function stop() {
  for (const end of running.splice(0).reverse()) await end().catch((error) => console.error(error.message));
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop().then(() => process.exit(1)));

function compile(folder) {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${folder} does not compile`);
}

async function start(peers, options, database, progress) {
  const servers = [];
  for (const [i, peer] of peers.entries()) {
    progress.show(`starting ${peer.id}`);
    if (peer.compile) compile(peer.compile);
    const [probe] = requestsFor(peer, 'W6', SIZES[options.size], 2);
    const server = await startServer(peer, FIRST_PORT + i, database, probe);
    running.push(server.stop);
    servers.push(server);
    progress.done();
  }
  return servers;
}

const stepsOf = ({ peers, workloads, rounds }) =>
  1 +
  peers.length +
  workloads.reduce((sum, w) => sum + peers.filter((peer) => peer.workloads.includes(w)).length * (1 + rounds), 0);

async function compareAll(options) {
  const about = {
    date: new Date().toISOString().slice(0, 10),
    ...describeMachine(),
    node: process.versions.node,
    ...{ size: options.size, connections: options.connections, rounds: options.rounds, seconds: options.seconds },
  };
  const progress = startProgress(stepsOf(options));
  try {
    const database = await startDatabase(options.size, progress.show);
    running.push(database.stop);
    progress.done();
    const servers = await start(options.peers, options, database, progress);
    const results = await measure({ servers, database, options, progress });
    return { ...results, summary: summarize(results), about: { ...about, postgres: database.version } };
  } finally {
    progress.stop();
  }
}

function write(results, toDocs) {
  const files = { [join(OUT, 'results.json')]: `${JSON.stringify(results, null, 1)}\n` };
  const places = [[join(OUT, 'results.md'), join(OUT, 'results.svg')]];
  if (toDocs) places.push([join(ROOT, 'docs/performance-table.md'), join(ROOT, 'docs/images/performance.svg')]);
  for (const [table, picture] of places) Object.assign(files, { [table]: markdown(results), [picture]: svg(results) });
  mkdirSync(join(ROOT, 'docs/images'), { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(file, content);
  console.log(`\n${markdown(results)}\nWritten: ${Object.keys(files).join(', ')}`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else {
    requireLinux();
    pinMyself();
    if (options.profile) console.log(await profile(options, running));
    else write(await compareAll(options), options.write);
  }
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  await stop();
}
