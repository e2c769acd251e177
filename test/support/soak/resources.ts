// What a process holds: a module that is loaded into it before the service collects garbage and reports on SIGUSR2.
import { readdirSync } from 'node:fs';
import { type Service, until } from '../../process/service.js';

const MODULE = `
  process.on('SIGUSR2', () => {
    for (let i = 0; i < 3; i++) gc();
    const count = Object.groupBy(process.getActiveResourcesInfo(), (name) => name);
    const resources = Object.fromEntries(Object.entries(count).map(([name, all]) => [name, all.length]));
    console.log('resources: ' + JSON.stringify({ heapMegabytes: process.memoryUsage().heapUsed / 2 ** 20, ...resources }));
  });`;

/** The value of NODE_OPTIONS. Options for V8 are not allowed there, so the module sets them. */
export const LEAK_PROBE = `--import=data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8';
  import vm from 'node:vm';
  v8.setFlagsFromString('--expose-gc');
  globalThis.gc = vm.runInNewContext('gc');
  ${MODULE}`)}`;

export interface Resources {
  heapMegabytes: number;
  files: number;
  /** Active timers, referenced ones. */
  timers: number;
}

/** Linux only. */
export async function readResources(service: Service): Promise<Resources> {
  const reports = (): string[] => service.output.match(/^resources: .*$/gm) ?? [];
  const before = reports().length;
  process.kill(service.pid, 'SIGUSR2');
  await until(() => reports().length > before);
  const report = JSON.parse(reports().at(-1)!.slice('resources: '.length));
  const files = readdirSync(`/proc/${service.pid}/fd`).length;
  return { heapMegabytes: report.heapMegabytes, files, timers: report.Timeout ?? 0 };
}
