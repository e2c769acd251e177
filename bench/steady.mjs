// npm run bench:steady: memory over time, the event loop while passwords are hashed, start times, and the cost of subscriptions.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDatabase } from './lib/database.mjs';
import { describeMachine, requireLinux } from './lib/machine.mjs';
import { OUT, SIZES } from './lib/places.mjs';
import { startProgress } from './lib/progress.mjs';
import { requestsFor } from './lib/workloads.mjs';
import { interleave } from './steady/load.mjs';
import { BURSTS, logins, setPasswords } from './steady/logins.mjs';
import { markdown } from './steady/markdown.mjs';
import { READING_STEPS, readings } from './steady/readings.mjs';
import { OURS, startWatched } from './steady/service.mjs';
import { SIZE_COST_STEPS, sizeCost } from './steady/size-cost.mjs';
import { samplesOf, soak } from './steady/soak.mjs';
import { STARTS, starts } from './steady/starts.mjs';
import { SUBSCRIPTION_STEPS, subscriptions } from './steady/subscriptions.mjs';

const HELP = `npm run bench:steady -- [options]

  --minutes 10     duration of the mixed load
  --rate 150       requests per second
  --size-cost      also compares the cost of a request in a small and in a large database
  --only a,b       runs only these parts (soak, logins, starts, subscriptions, readings, size-cost); the results of the others are kept
  --help

Results: bench/out/steady.md and steady.json. The exit code is 1 if a figure misses its bound.`;

const PARTS = ['soak', 'logins', 'starts', 'subscriptions', 'readings', 'size-cost'];
const FILES = { json: join(OUT, 'steady.json'), md: join(OUT, 'steady.md') };

/** The functions that stop what has been started; called in reverse order. */
const running = [];
async function stop() {
  for (const end of running.splice(0).reverse()) await end().catch((error) => console.error(error.message));
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop().then(() => process.exit(1)));

function readOptions() {
  const text = { type: 'string' };
  const flag = { type: 'boolean' };
  const { values } = parseArgs({
    options: { minutes: text, rate: text, only: text, 'size-cost': flag, help: flag },
  });
  const defaultParts = PARTS.filter((part) => part !== 'size-cost' || values['size-cost']);
  const parts = values.only?.split(',') ?? defaultParts;
  const unknown = parts.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new Error(`unknown part: ${unknown.join(', ')}; known: ${PARTS.join(', ')}`);
  const [minutes, rate] = [values.minutes ?? 10, values.rate ?? 150].map(Number);
  if (!(minutes > 0 && rate > 0)) throw new Error('--minutes and --rate must be numbers above 0');
  return { help: values.help, parts, minutes, rate };
}

const stepsOf = ({ parts, minutes }) => {
  const steps = {
    soak: samplesOf(minutes),
    logins: BURSTS + 1,
    starts: STARTS,
    subscriptions: SUBSCRIPTION_STEPS,
    readings: READING_STEPS,
    'size-cost': SIZE_COST_STEPS,
  };
  return 1 + parts.reduce((sum, part) => sum + steps[part], 0);
};

/** @param save stores the figures of each part as soon as they exist, so that a later failure does not lose ten minutes of results */
async function measure({ parts, minutes, rate }, save, progress) {
  const database = await startDatabase('S', progress.show);
  running.push(database.stop);
  if (parts.includes('logins')) await setPasswords(database.owner);
  progress.done();
  if (parts.includes('starts')) save('starts', await starts({ database, running, progress }));
  if (parts.includes('soak') || parts.includes('logins')) {
    const requests = interleave(requestsFor(OURS, 'W7', SIZES.S), requestsFor(OURS, 'W7R', SIZES.S));
    const server = await startWatched(database, requests[0]);
    running.push(server.stop);
    if (parts.includes('soak')) save('soak', await soak({ server, requests, minutes, rate, progress }));
    if (parts.includes('logins')) save('logins', await logins({ server, progress }));
    await server.stop();
  }
  if (parts.includes('subscriptions')) {
    const server = await startWatched(database, requestsFor(OURS, 'W6', SIZES.S, 2)[0]);
    running.push(server.stop);
    save('subscriptions', await subscriptions({ server, progress }));
    await server.stop();
  }
  if (parts.includes('readings')) {
    const server = await startWatched(database, requestsFor(OURS, 'W6', SIZES.S, 2)[0]);
    running.push(server.stop);
    save('readings', await readings({ server, database, progress }));
    await server.stop();
  }
  if (parts.includes('size-cost')) save('size-cost', await sizeCost({ small: database, running, progress }));
}

function lastResults() {
  try {
    return JSON.parse(readFileSync(FILES.json, 'utf8'));
  } catch {
    return {};
  }
}

function write(results) {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(FILES.json, `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(FILES.md, markdown(results));
}

try {
  const options = readOptions();
  if (options.help) console.log(HELP);
  else {
    requireLinux();
    const progress = startProgress(stepsOf(options));
    const save = (part, figures) => {
      write({ ...lastResults(), [part]: { date: new Date().toISOString(), machine: describeMachine(), ...figures } });
      if (!figures.ok) process.exitCode = 1;
    };
    await measure(options, save, progress).finally(progress.stop);
    console.log(`\n${markdown(lastResults())}\nWritten: ${Object.values(FILES).join(', ')}`);
  }
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  await stop();
}
