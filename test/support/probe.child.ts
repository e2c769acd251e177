// Runs as a process of its own, so that the load of a test does not delay it: requests /livez ten times a second, each time on a new
// connection and without waiting for the previous response, and reads the memory of a process
// and of its children. Usage: url pid. Sends each sample.
import { readFileSync } from 'node:fs';
import http from 'node:http';

const INTERVAL_MS = 100;
const KB_PER_MB = 1024;
const [url, pid] = process.argv.slice(2) as [string, string];

/** That of a process with its children, in MB; undefined if it has ended. */
function readResidentSize(of: string): number | undefined {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${of}/status`, 'utf8'))?.[1] ?? 0) / KB_PER_MB;
    const children = readFileSync(`/proc/${of}/task/${of}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + (readResidentSize(child) ?? 0), own);
  } catch {
    return undefined;
  }
}

const open = new Set<number>();

setInterval(() => {
  const startedAt = performance.now();
  open.add(startedAt);
  const end = (failure?: string): void => {
    if (open.delete(startedAt)) process.send!({ ms: performance.now() - startedAt, failure });
  };
  http
    .get(`${url}/livez`, { agent: false }, (response) => {
      response.resume().on('end', () => end(response.statusCode === 200 ? undefined : `status ${response.statusCode}`));
    })
    .on('error', ({ message }) => end(message));
  process.send!({ ms: Math.max(...[...open].map((at) => performance.now() - at)), megabytes: readResidentSize(pid) });
}, INTERVAL_MS);
process.on('disconnect', () => process.exit());
