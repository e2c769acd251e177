// Two processes of the last release are replaced by this version, which migrates their database, under load and without a failed request. Until
// there is a release, they are of this version.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { commandFile, type Service, until } from '../process/service.js';
import { cloneDatabase } from '../support/database.js';
import { LoadBalancer } from '../support/load-balancer.js';
import { buildRelease, findLastRelease, runProgram } from '../support/release.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { Load, send, type TimedRequest } from '../support/timed-request.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(300_000);

const VOLUME = { accounts: 10, apiaries: 5, hives: 40, items: 10 };
const CLIENTS = 6;
const BETWEEN_REQUESTS_MS = 10;

const services = new Services();
let reachable: Reachable;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let balancer: LoadBalancer;
beforeAll(async () => {
  database = await cloneDatabase('template1');
  reachable = await reachableDatabase(database);
  balancer = await LoadBalancer.listen();
});
afterAll(async () => {
  await balancer.close();
  await services.end();
  await reachable.drop();
  await database.drop();
});

const portOf = async (service: Service): Promise<number> => Number(new URL(await service.ready()).port);

/** Records what a beekeeper does in the released app. Notes every response but a success. */
class Visits {
  readonly hives: string[] = [];
  readonly failed: string[] = [];

  constructor(private readonly ana: Beekeeper) {}

  async visit(name: string): Promise<void> {
    const apiary = await this.request({ method: 'POST', path: '/api/v1/apiaries', body: { name } });
    const hive = { apiary_id: apiary?.id, hive_number: 1, food_frames: 4, treatments: false };
    const { id } = (await this.request({ method: 'POST', path: '/api/v1/beehives', body: hive })) ?? {};
    await this.request({ method: 'PUT', path: `/api/v1/beehives/${id}`, body: { food_frames: 5 } });
    const list = await this.request({ path: `/api/v1/beehives/apiary/${apiary?.id}` });
    if (list?.[0]?.food_frames === 5) this.hives.push(id);
    else this.failed.push(`${name}: ${JSON.stringify(list)}`);
  }

  // biome-ignore lint/suspicious/noExplicitAny: of any endpoint
  private async request(request: TimedRequest): Promise<any> {
    const outcome = await send(balancer.url, { ...request, token: this.ana.token }).catch((error: Error) => error);
    if (outcome instanceof Error) this.failed.push(`${request.path}: ${outcome.message}`);
    else if (outcome.status >= 300)
      this.failed.push(`${request.path}: ${outcome.status} ${JSON.stringify(outcome.body)}`);
    else return outcome.body;
  }
}

it('no request fails while the processes are replaced one after the other', async () => {
  const release = await findLastRelease();
  const built = release === undefined ? undefined : await buildRelease(release, join(services.folder(), 'release'));
  const settings = { DATABASE_URL: reachable.url };
  const volume = Object.entries(VOLUME).flatMap(([name, count]) => [`--${name}`, String(count)]);
  await runProgram(built?.seed ?? commandFile('seed'), volume, settings, services.folder());

  const old = [1, 2].map(() => services.start(settings, services.folder(), built && [built.main]));
  balancer.backends = await Promise.all(old.map(portOf));
  const ana = await newBeekeeper(balancer.url);
  const visits = new Visits(ana);
  const load = new Load(CLIENTS, async (client, round) => {
    await visits.visit(`Visit ${client} ${round}`);
    await sleep(BETWEEN_REQUESTS_MS);
  });
  // Not a time: on a busy machine, few would be made in it.
  await until(() => visits.hives.length > 20 || visits.failed.length > 0);
  const before = visits.hives.length;
  for (const one of old) {
    balancer.backends.push(await portOf(services.start(settings)));
    await balancer.remove(await portOf(one));
    expect(await one.stop()).toBe(0);
    await sleep(500);
  }
  await load.stop();

  process.stderr.write(
    `    from ${release ?? 'this version'}: ${before} visits before, ${visits.hives.length} in all\n`,
  );
  expect(visits.failed).toEqual([]);
  const stored = await database.sql<{ id: string }>('select id from beehives where owner_id = $1 and food_frames = 5', [
    ana.id,
  ]);
  expect(stored.map(({ id }) => id).sort()).toEqual(visits.hives.sort());
  const [seeded] = await database.sql('select count(*)::int as hives from beehives where owner_id <> $1', [ana.id]);
  expect(seeded).toEqual({ hives: VOLUME.accounts * VOLUME.apiaries * VOLUME.hives });
});
