// npm run bench: compares the service with other servers on the same database, Node and core. See bench/README.md.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from './lib/database.mjs';
import { describeMachine, pinMyself, requireLinux } from './lib/machine.mjs';
import { measure } from './lib/measure.mjs';
import { HELP, readOptions } from './lib/options.mjs';
import { FIRST_PORT, OUT, ROOT, SIZES } from './lib/places.mjs';
import { startProgress } from './lib/progress.mjs';
import { disturbanceOf, waitUntilQuiet } from './lib/quiet.mjs';
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

async function start(peers, size, database, progress) {
  const servers = [];
  for (const [i, peer] of peers.entries()) {
    progress.show(`starting ${peer.id}`);
    if (peer.compile) compile(peer.compile);
    const [probe] = requestsFor(peer, 'W6', SIZES[size], 2);
    const server = await startServer(peer, FIRST_PORT + i, database, probe);
    running.push(server.stop);
    servers.push(server);
    progress.done();
  }
  return servers;
}

const stepsOf = ({ sizes, peers, workloads, rounds }) => {
  const stepsOn = (size) => {
    const measured = workloads.flatMap((workload) => peers[size].filter((peer) => peer.workloads.includes(workload)));
    return 1 + peers[size].length + measured.length * (1 + rounds);
  };
  return sizes.reduce((sum, size) => sum + stepsOn(size), 0);
};

async function compareAll(options) {
  const about = {
    date: new Date().toISOString().slice(0, 10),
    ...describeMachine(),
    node: process.versions.node,
    ...{ connections: options.connections, rounds: options.rounds, seconds: options.seconds },
  };
  await waitUntilQuiet(options, about);
  const results = { about, sizes: {} };
  const progress = startProgress(stepsOf(options));
  try {
    for (const size of options.sizes) {
      results.sizes[size] = await compareOn(size, options, about, progress);
      write(results, OUT_FILES);
    }
  } finally {
    progress.stop();
  }
  return results;
}

async function compareOn(size, options, about, progress) {
  const database = await startDatabase(size, progress.show, options.memberships);
  running.push(database.stop);
  about.postgres = database.version;
  progress.done();
  const servers = await start(options.peers[size], size, database, progress);
  const results = await measure({ servers, size, database, options, progress });
  await stop();
  return { ...results, summary: summarize(results) };
}

const OUT_FILES = { table: join(OUT, 'results.md'), picture: join(OUT, 'results.svg'), raw: join(OUT, 'results.json') };
const PUBLISHED_FILES = {
  table: join(ROOT, 'bench/performance-table.md'),
  picture: join(ROOT, 'docs/images/performance.svg'),
};

function write(results, { table, picture, raw }) {
  writeFileSync(table, markdown(results));
  writeFileSync(picture, svg(results));
  if (raw) writeFileSync(raw, `${JSON.stringify(results, null, 1)}\n`);
}

function report(results, { write: isPublished, anyway }) {
  console.log(`\n${markdown(results)}\nWritten: ${Object.values(OUT_FILES).join(', ')}`);
  if (!isPublished) return;
  const disturbance = disturbanceOf(results);
  if (disturbance && !anyway) throw new Error(`The published files are unchanged, because ${disturbance} (--anyway)`);
  write(results, PUBLISHED_FILES);
  console.log(`Written: ${Object.values(PUBLISHED_FILES).join(', ')}`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else {
    requireLinux();
    pinMyself();
    if (options.profile) console.log(await profile(options, running));
    else report(await compareAll(options), options);
  }
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  await stop();
}
