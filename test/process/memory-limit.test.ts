// The memory that deploy/ gives to the service is enough for it and a process that reads a file; where it is not, the kernel ends that process,
// and not the service. A control group limits both, as systemd and containers do; where none can be made, the tests are skipped.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { parse } from 'yaml';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { createImport, sendFile, settled } from '../support/imports.js';
import { newBeekeeper, Services } from '../support/service.js';
import { MAIN, until } from './service.js';

jest.setTimeout(180_000);

const MEGABYTE = 2 ** 20;
const ROOT = '/sys/fs/cgroup';
/** The files of both versions of control groups. */
const FILES = existsSync(join(ROOT, 'cgroup.controllers'))
  ? { folder: ROOT, limit: 'memory.max', peak: 'memory.peak' }
  : { folder: join(ROOT, 'memory'), limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' };

class ControlGroup {
  private readonly folder = join(FILES.folder, `beekeeping-${process.pid}-${performance.now().toFixed(0)}`);

  constructor(megabytes: number) {
    mkdirSync(this.folder);
    try {
      this.write(FILES.limit, megabytes * MEGABYTE);
    } catch (error) {
      rmdirSync(this.folder);
      throw error;
    }
  }
  add(pid: number): void {
    this.write('cgroup.procs', pid);
  }
  get peakMegabytes(): number {
    return Number(readFileSync(join(this.folder, FILES.peak), 'utf8')) / MEGABYTE;
  }
  remove(): void {
    rmdirSync(this.folder);
  }
  private write(file: string, value: number): void {
    writeFileSync(join(this.folder, file), String(value));
  }
}
function canLimit(): boolean {
  try {
    new ControlGroup(64).remove();
    return true;
  } catch {
    process.stderr.write('    no control group can be made here: the tests of limits of memory are skipped\n');
    return false;
  }
}
const whereGroups = canLimit() ? it : it.skip;

const services = new Services();
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  await services.end();
  await database.drop();
});

/** A file that is made to take memory, and a table as large as it may be. */
const OBJECTS = `[${'{},'.repeat(6_000_000)}{}]`;
const note = 'a note that is long enough to fill the file. '.repeat(8);
const TABLE = `Apiary;Hive;Date;Notes\n${Array.from({ length: 49_000 }, (_, i) => `A;${(i % 60) + 1};2025-05-01;${note}${i}`).join('\n')}`;

interface Outcome {
  peak: number;
  imports: { status: string; failure: string | null }[];
}
async function importUnder(megabytes: number, files: string[]): Promise<Outcome> {
  const { host, port, user, database: name } = database.server as unknown as Record<string, string>;
  const group = new ControlGroup(megabytes);
  const [, ...flags] = JSON.parse(/^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8'))![1]!) as string[];
  const DATABASE_URL = `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`;
  const service = services.start({ DATABASE_URL }, undefined, [...flags.slice(0, -1), MAIN]);
  group.add(service.pid);
  const url = await service.ready();
  try {
    const sent = files.map(async (file) => {
      const who = await newBeekeeper(url);
      const id = await createImport(who, 'file');
      expect((await sendFile(who, id, file)).status).toBe(202);
      return settled(who, id, 120_000);
    });
    const imports = await Promise.all(sent);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(service.isRunning).toBe(true);
    return { peak: group.peakMegabytes, imports };
  } finally {
    await service.stop('SIGKILL');
    await until(() => {
      try {
        group.remove();
        return true;
      } catch {
        return false;
      }
    });
  }
}

const refused = { status: 'FAILED', failure: expect.stringContaining('too much memory') };

whereGroups(
  'with the memory of deploy/, a large table is read, and a file that takes too much is refused',
  async () => {
    const { services: composed } = parse(readFileSync('deploy/compose/compose.yml', 'utf8')) as {
      services: { api: { mem_limit: string } };
    };
    const limit = Number.parseInt(composed.api.mem_limit, 10);
    const { peak, imports } = await importUnder(limit, [OBJECTS, TABLE, OBJECTS]);
    process.stderr.write(`    of ${limit} MB: at most ${peak.toFixed(0)}\n`);
    expect(imports).toMatchObject([refused, { status: 'READY', rows_total: 49_000 }, refused]);
    expect(peak).toBeLessThan(limit - 32);
  },
);

whereGroups('with less, the process that reads the file is ended, and the service goes on', async () => {
  const { peak, imports } = await importUnder(320, [OBJECTS, OBJECTS]);
  process.stderr.write(`    of 320 MB: at most ${peak.toFixed(0)}\n`);
  expect(imports).toMatchObject([refused, refused]);
});
