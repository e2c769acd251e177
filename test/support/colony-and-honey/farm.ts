// The apiaries of a family: an owner, a manager who also owns one at times, and a worker, each on several devices.
import { until } from '../../process/service.js';
import { Client } from '../client.js';
import { correctBeehivePlacement, daysAgo } from '../colonies.js';
import { share } from '../members.js';
import type { Readable } from '../phone.js';
import { createRandom } from '../random.js';
import { RoamingBeekeeper } from '../roaming-beekeeper.js';
import { type Beekeeper, beekeeper, placementOf } from '../world.js';
import { Ledger } from './ledger.js';

export const FRAMES = { foodFrames: 8, broodFrames: 6 };
export const FIRST_DAY = 60;
const HIVES = 6;
/** Plenty of jars, so that lots are packed, and few labels, so that some run out. */
const STOCK = { Jars: 1_000_000, Labels: 300 };
/** Stay with the owner; `Traded` goes from one account to another, and what has another name is deleted again. */
const KEPT = ['Home', 'Forest', 'Heath'];
const TRADED = 'Traded';
const NEIGHBOUR = 'Neighbour';
export const DISPOSABLE = 'Disposable';

export interface Hive {
  id: string;
  owner: string;
  apiary: string;
  /** Whether it is in an apiary that may be deleted: its frames never leave it. */
  isDisposable: boolean;
  isEnded: boolean;
  version: number;
  food: number;
  brood: number;
}
export interface Owned {
  id: string;
  owner: string;
}
/** A record that outlives its apiary. */
export interface Placed extends Owned {
  apiary: string | null;
}
/** The latest records, as they were a moment ago: what clients know. */
export interface Catalog {
  apiaries: (Owned & { name: string })[];
  hives: Hive[];
  queens: Owned[];
  reigns: { id: string; isOpen: boolean }[];
  placements: { id: string }[];
  treatments: { id: string }[];
  harvests: (Placed & { status: string; left: number; inLots: number; destination: string })[];
  lots: (Placed & { left: number; packed: number })[];
  packs: { id: string; isOpen: boolean }[];
}

const LATEST = 150;
const list = (name: string, fields: string, from: string): string =>
  `(select coalesce(json_agg(row_to_json(r)), '[]') from (select ${fields} from ${from}) r) as ${name}`;
const latest = (table: string, condition = 'true'): string =>
  `${table} t where ${condition} order by created_at desc, id limit ${LATEST}`;
const READ = `select ${[
  list('apiaries', 'id, owner_id as owner, name', 'apiaries'),
  list(
    'hives',
    `h.id, h.owner_id as owner, h.apiary_id as apiary, a.name = '${DISPOSABLE}' as "isDisposable", h.ended_on is not null as "isEnded",
       h.version, h.food_frames as food, h.brood_frames as brood`,
    'beehives h join apiaries a on a.id = h.apiary_id order by h.id',
  ),
  list('queens', 'id, owner_id as owner', latest('queens')),
  list('reigns', 'id, ended_on is null as "isOpen"', latest('queen_reigns')),
  list('placements', 'id', latest('beehive_placements')),
  list('treatments', 'id', latest('treatments', `current and status <> 'VOIDED'`)),
  list(
    'harvests',
    'id, owner_id as owner, apiary_id as apiary, status, grams - lot_grams as left, lot_grams as "inLots", destination',
    latest('harvests'),
  ),
  list(
    'lots',
    'id, owner_id as owner, apiary_id as apiary, grams - packed_grams as left, packed_grams as packed',
    latest('lots'),
  ),
  list('packs', 'id, voided_at is null as "isOpen"', latest('lot_packs')),
].join(', ')}`;

export interface FarmServer extends Readable {
  urls: readonly string[];
  anyone: Parameters<typeof beekeeper>[0]['anyone'];
}

export class Farm {
  readonly ledger = new Ledger();
  catalog!: Catalog;
  /** The stock: jars, then labels. */
  readonly items: string[] = [];

  private constructor(
    readonly server: FarmServer,
    readonly owner: Beekeeper,
    readonly manager: Beekeeper,
    readonly worker: Beekeeper,
  ) {}

  get people(): Beekeeper[] {
    return [this.owner, this.manager, this.worker];
  }

  static async start(server: FarmServer, seed: number): Promise<Farm> {
    const people: Beekeeper[] = [];
    for (let i = 0; i < 3; i++) {
      const account = await beekeeper({ url: server.urls[0]!, anyone: server.anyone });
      people.push(new RoamingBeekeeper(account, server.urls, createRandom(seed + i)));
    }
    const [owner, manager, worker] = people as [Beekeeper, Beekeeper, Beekeeper];
    const farm = new Farm(server, owner, manager, worker);
    // Each process learns of the first membership of an account up to a second late.
    const neighbour = await manager.apiary({ name: NEIGHBOUR });
    await share(manager, neighbour, owner, 'MANAGER');
    await share(manager, neighbour, worker, 'WORKER');
    await farm.know(neighbour);
    for (const name of [...KEPT, TRADED]) {
      const apiary = await owner.apiary({ name });
      await share(owner, apiary, manager, 'MANAGER');
      await share(owner, apiary, worker, 'WORKER');
      await farm.know(apiary);
      for (let i = 0; i < HIVES; i++) await farm.addHive(apiary);
      if (name === KEPT[0])
        for (const [itemName, quantity] of Object.entries(STOCK)) {
          const item = await owner.item(apiary, { itemName, quantity });
          farm.items.push(item);
          farm.ledger.stock.set(item, quantity);
        }
    }
    await farm.refresh();
    return farm;
  }

  async refresh(): Promise<void> {
    [this.catalog] = (await this.server.database.sql<Catalog>(READ)) as [Catalog];
  }

  /** Waits until both processes show an apiary to everybody. */
  private async know(apiary: string): Promise<void> {
    const query = `{ apiary(id: "${apiary}") { id } }`;
    for (const { token } of this.people)
      for (const url of this.server.urls)
        await until(async () => (await new Client(url, token).graphql(query)).errors === undefined);
  }

  private async addHive(apiary: string): Promise<void> {
    const id = await this.owner.beehive(apiary, FRAMES);
    this.ledger.created(apiary, FRAMES);
    await correctBeehivePlacement(this.owner, await placementOf(this.owner, id), { placedOn: daysAgo(FIRST_DAY) });
  }
}
