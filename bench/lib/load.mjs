import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesOf } from './http.mjs';
import { pinned } from './machine.mjs';
import { LOAD_CPU, OUT } from './places.mjs';

const GENERATOR = join(import.meta.dirname, 'generator.mjs');
const run = promisify(execFile);

/** Prepares the requests once. @returns a function that sends them for some seconds, from a given one on, and returns the results */
export function prepareLoad(server, requests, connections, name) {
  const file = join(OUT, `${server.peer.id}.${name}.requests`);
  writeFileSync(file, requests.map((request) => bytesOf(request, server.port)).join('\0'));
  return async (seconds, offset = 0) => {
    const args = [file, server.port, connections, seconds, offset].map(String);
    const [command, ...rest] = pinned(LOAD_CPU, [process.execPath, GENERATOR, ...args]);
    const { stdout } = await run(command, rest);
    return JSON.parse(stdout);
  };
}
