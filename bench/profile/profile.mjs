// Profiles the CPU time of a server under load, by layer, by package and by function.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestsTo } from '../lib/cursors.mjs';
import { startDatabase } from '../lib/database.mjs';
import { prepareLoad } from '../lib/load.mjs';
import { FIRST_PORT, OUT, SIZES } from '../lib/places.mjs';
import { startServer } from '../lib/server.mjs';
import { requestsFor } from '../lib/workloads.mjs';
import { layerOf, packageOf } from './layers.mjs';

const WARM_UP_S = 4;
const MAX_ROWS = { layers: 24, packages: 20, functions: 30 };

/** @param running receives the functions that stop what was started */
export async function profile({ profile: { peer, workload }, size, connections, seconds }, running) {
  const database = await startDatabase(size, console.log);
  running.push(database.stop);
  const file = join(OUT, `${peer.id}.${workload}.cpuprofile`);
  rmSync(file, { force: true });
  const [probe] = requestsFor(peer, 'W6', SIZES[size], 2);
  const hook = ['--import', join(import.meta.dirname, 'hook.mjs')];
  const server = await startServer(peer, FIRST_PORT, database, probe, hook, { PROFILE_OUT: file });
  running.push(server.stop);
  const requests = await requestsTo(server, workload, SIZES[size]);
  const load = prepareLoad(server, requests, connections, workload);
  console.log(`${peer.id} under ${workload}`);
  await load(WARM_UP_S);
  process.kill(server.pid, 'SIGUSR2');
  const { requests: count, failed } = await load(seconds);
  process.kill(server.pid, 'SIGUSR2');
  for (let i = 0; i < 100 && !existsSync(file); i++) await sleep(100);
  return `${count} requests, ${failed} failed; ${file}\n${analyse(JSON.parse(readFileSync(file, 'utf8')))}`;
}

function analyse({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const framesOf = (id) => {
    const frames = [];
    for (let at = id; at !== undefined; at = parents.get(at)) frames.push(byId.get(at).callFrame);
    return frames;
  };
  const self = new Map();
  samples.forEach((id, i) => {
    self.set(id, (self.get(id) ?? 0) + timeDeltas[i]);
  });

  const views = { layers: new Map(), packages: new Map(), functions: new Map() };
  const add = (view, key, time) => views[view].set(key, (views[view].get(key) ?? 0) + time);
  let busy = 0;
  let idle = 0;
  for (const [id, time] of self) {
    const frames = framesOf(id);
    const [frame] = frames;
    if (frame.functionName === '(idle)') {
      idle += time;
      continue;
    }
    // The profiler itself is not counted.
    if (frame.url === 'node:inspector') continue;
    busy += time;
    add('layers', layerOf(frames), time);
    add('packages', packageOf(frames), time);
    add('functions', nameOf(frame, frames), time);
  }
  const share = (time) => `${((100 * time) / busy).toFixed(1).padStart(6)} %`;
  const sections = Object.entries(views).map(([view, times]) => {
    const sorted = [...times].sort(([, a], [, b]) => b - a).slice(0, MAX_ROWS[view]);
    return `\nBy ${view.slice(0, -1)}\n${sorted.map(([key, time]) => `${share(time)}  ${key}`).join('\n')}`;
  });
  return `busy ${(busy / 1e6).toFixed(2)} s, idle ${(idle / 1e6).toFixed(2)} s\n${sections.join('\n')}`;
}

function nameOf(frame, frames) {
  const name = frame.functionName || '(anonymous)';
  if (!frame.url) return `${name}  called by ${packageOf(frames)}`;
  return `${name}  ${frame.url.replace(/.*\/(node_modules|dist)\//, '')}:${frame.lineNumber + 1}`;
}
