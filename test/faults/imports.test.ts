// SIGKILL of the service while it reads, checks, writes and undoes imports, of a table and of an archive: what is there in the end, and the
// record of each row, is what an import that nothing disturbs leaves, in a copy of the database where the same accounts have the same ids.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, jest } from '@jest/globals';
import { RESTORED_LISTS } from '../../src/records/archived.js';
import { type Service, until } from '../process/service.js';
import { comparable, exportArchive, exportJson, type Lists } from '../support/archives.js';
import { expectLogExact } from '../support/change-log.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { act, createImport, sendFile, settled } from '../support/imports.js';
import { newBeekeeper, Services } from '../support/service.js';
import { Beekeeper } from '../support/world.js';

jest.setTimeout(590_000);

const HIVES = 40;
const VISITS = 50;
const KILLS_EACH = 2;
/** How long an import has a status at most, roughly: kills are within. */
const STEPS_MS = { READING: 600, CHECKING: 300, RUNNING: 2000, UNDOING: 2000 };
type Step = keyof typeof STEPS_MS;
type Bytes = Uint8Array<ArrayBuffer>;

const services = new Services();
const databases: TestDatabase[] = [];
afterAll(async () => {
  await services.end();
  for (const database of databases) await database.drop();
});

function table(): Bytes {
  const day = (days: number): string => new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
  const rows = Array.from({ length: HIVES * VISITS }, (_, i) => {
    const [hive, visit] = [i % HIVES, Math.floor(i / HIVES)];
    return `${hive % 2 ? 'El Roble' : 'La Peña'};${hive + 1};${day(visit * 7)};${visit % 9};row ${i}\n`;
  });
  return Buffer.from(`Apiario;Colmena;Fecha;Cuadros de cría;Notas\n${rows.join('')}`);
}

/** The service on a database, which is killed and started again. */
class World {
  service!: Service;
  url = '';
  readonly kills: string[] = [];
  constructor(readonly database: TestDatabase) {
    databases.push(database);
  }

  async start(): Promise<void> {
    const { host, port, user, database } = this.database.server as unknown as Record<string, string>;
    const url = `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${database}`;
    this.service = services.start({ DATABASE_URL: url });
    this.url = await this.service.ready();
  }

  as({ token, id, email }: Beekeeper): Beekeeper {
    return new Beekeeper(this.url, token!, id, email);
  }

  async statusOf(id: string): Promise<string> {
    const [row] = await this.database.sql<{ status: string }>('select status from imports where id = $1', [id]);
    return row!.status;
  }

  /** Kills the process, at random moments while the import has the status. */
  async killDuring(id: string, step: Step): Promise<void> {
    for (let kill = 0; kill < KILLS_EACH; kill++) {
      await until(async () => step !== 'CHECKING' || (await this.statusOf(id)) !== 'READING');
      await sleep(Math.random() * STEPS_MS[step]);
      if (!((await this.statusOf(id)) in STEPS_MS)) return;
      await this.service.stop('SIGKILL');
      const [row] = await this.database.sql<{ status: string; done: number }>(
        'select status, rows_done as done from imports where id = $1',
        [id],
      );
      this.kills.push(`${row!.status} ${row!.done}`);
      // As the others do once they have missed the heartbeat of the process for a minute.
      await this.database.sql(
        `update jobs.job set state = 'retry', start_after = now() where name = 'imports' and state = 'active'`,
      );
      await this.start();
    }
  }

  async import(owner: Beekeeper, file: Bytes, steps: Step[]): Promise<string> {
    const id = await createImport(this.as(owner), 'table');
    expect((await sendFile(this.as(owner), id, file)).status).toBe(202);
    for (const step of steps.filter((each) => each === 'READING' || each === 'CHECKING'))
      await this.killDuring(id, step);
    expect(await settled(this.as(owner), id, 120_000)).toMatchObject({ status: 'READY', rows_with_problems: 0 });
    expect((await this.as(owner).rest('POST', `/imports/${id}/run`)).status).toBe(202);
    if (steps.includes('RUNNING')) await this.killDuring(id, 'RUNNING');
    expect(await settled(this.as(owner), id, 200_000)).toMatchObject({ status: 'DONE', rows_with_problems: 0 });
    return id;
  }

  /** What the account has, and what each row of the import says. */
  async outcome(owner: Beekeeper, id: string): Promise<object> {
    const rows = await this.database.sql(
      'select n, status, records, problems from import_rows where import_id = $1 order by n',
      [id],
    );
    return { rows, lists: canonical(await exportJson(this.as(owner))) };
  }
}

/** Records whose ids do not follow from the file have others each time. */
const isDerived = (id: string): boolean => id[14] === '5';
function canonical(lists: Lists): Record<string, string[]> {
  const compared = comparable(lists, RESTORED_LISTS.keys(), (id) => (isDerived(id) ? id : 'any'));
  return Object.fromEntries(
    Object.entries(compared).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  );
}

it('kill -9 at any moment of an import changes nothing of what it leaves', async () => {
  const calm = new World(await cloneDatabase());
  await calm.start();
  const ana = await newBeekeeper(calm.url);
  const ben = await newBeekeeper(calm.url);
  await calm.service.stop();
  const shaken = new World(await cloneDatabase((calm.database.server as unknown as { database: string }).database));
  await calm.start();
  const file = table();
  const calmTable = await calm.import(ana, file, []);
  const archive = (await exportArchive(calm.as(ana))) as Bytes;
  const calmArchive = await calm.import(ben, archive, []);

  await shaken.start();
  const shakenTable = await shaken.import(ana, file, ['READING', 'CHECKING', 'RUNNING']);
  const expected = await calm.outcome(ana, calmTable);
  expect(await shaken.outcome(ana, shakenTable)).toEqual(expected);
  const shakenArchive = await shaken.import(ben, archive, ['READING', 'CHECKING', 'RUNNING']);
  expect(await shaken.outcome(ben, shakenArchive)).toEqual(await calm.outcome(ben, calmArchive));

  for (const [owner, calmId, shakenId] of [
    [ana, calmTable, shakenTable],
    [ben, calmArchive, shakenArchive],
  ] as const) {
    await act(calm.as(owner), calmId, 'undo');
    expect((await shaken.as(owner).rest('POST', `/imports/${shakenId}/undo`)).status).toBe(202);
    await shaken.killDuring(shakenId, 'UNDOING');
    expect(await settled(shaken.as(owner), shakenId, 200_000)).toMatchObject({ status: 'UNDONE' });
    const left = await calm.outcome(owner, calmId);
    expect(await shaken.outcome(owner, shakenId)).toEqual(left);
  }
  // What the undo has removed comes back, under the same ids whatever happens.
  const calmAgain = await calm.import(ben, archive, []);
  const shakenAgain = await shaken.import(ben, archive, ['RUNNING']);
  expect(await shaken.outcome(ben, shakenAgain)).toEqual(await calm.outcome(ben, calmAgain));
  await expectLogExact(shaken.database);
  process.stderr.write(`    ${file.length} bytes, ${HIVES * VISITS} rows; killed at ${shaken.kills.join(', ')}\n`);
  expect(new Set(shaken.kills.map((kill) => kill.split(' ')[0])).size).toBeGreaterThan(2);
});
