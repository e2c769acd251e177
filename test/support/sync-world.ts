// Several people with phones that are offline at times: they work in apiaries that they share, give away and delete. Answers get lost. In the
// end, every phone has exactly what the service shows to its account, and each operation was executed once, or refused.
import { expect } from '@jest/globals';
import type pg from 'pg';
import { expectLogExact } from './change-log.js';
import type { TestApp } from './client.js';
import { expectExecutedOnce } from './executed-once.js';
import { endAccess, leave, type Role, removeMember, share, transfer } from './members.js';
import { expectEqual, type Readable, type StoredNode } from './phone.js';
import { below, createRandom, pick, type Random } from './random.js';
import { RoamingBeekeeper } from './roaming-beekeeper.js';
import { SlowWriter } from './slow-writer.js';
import { WorkingPhone } from './working-phone.js';
import { type Beekeeper, beekeeper } from './world.js';

/** The sizes of pages: hives and apiaries take several. Pages of one record take many requests. */
const PAGE_SIZES = [500, 3, 20, 1, 100, 7, 500, 50];
const WRITERS = 2;

/** What a phone does next, by how often it does it. */
const ACTIONS = {
  record: 10,
  send: 6,
  deliverAgain: 2,
  sync: 6,
  share: 2,
  unshare: 1,
  leave: 1,
  expire: 1,
  transfer: 1,
} as const;
type Action = keyof typeof ACTIONS;
const DRAWN = Object.entries(ACTIONS).flatMap(([action, n]) => Array<Action>(n).fill(action as Action));
const ROLES = ['MANAGER', 'WORKER', 'WORKER', 'VIEWER', 'INSPECTOR'] as const satisfies Role[];

export interface SyncServer extends Readable {
  /** The processes of the service. */
  urls: readonly string[];
  anyone: TestApp['anyone'];
  /** Connects another program to the database. */
  connect: () => Promise<pg.Client>;
}
export interface SyncWorldOptions {
  seed: number;
  people: number;
  phones: number;
}

export class SyncWorld {
  readonly phones: WorkingPhone[] = [];
  readonly writers: SlowWriter[];
  private readonly owners: Beekeeper[] = [];

  private constructor(
    private readonly server: SyncServer,
    private readonly people: Beekeeper[],
    /** An apiary of the first person that is never deleted: other programs write to it. */
    private readonly kept: string,
    readonly random: Random,
  ) {
    this.writers = Array.from({ length: WRITERS }, () => new SlowWriter(server.connect, kept));
  }

  static async start(server: SyncServer, { seed, people, phones }: SyncWorldOptions): Promise<SyncWorld> {
    const random = createRandom(seed);
    const accounts: Beekeeper[] = [];
    for (let i = 0; i < people; i++) {
      const account = await beekeeper({ url: server.urls[0]!, anyone: server.anyone });
      accounts.push(new RoamingBeekeeper(account, server.urls, random));
    }
    const kept = await accounts[0]!.apiary({ name: 'Kept' });
    const world = new SyncWorld(server, accounts, kept, random);
    for (const [i, member] of accounts.entries()) {
      const apiary = i === 0 ? kept : await accounts[i - 1]!.apiary();
      if (i > 0) await accounts[i - 1]!.beehive(apiary);
      if (i > 0) await share(accounts[i - 1]!, apiary, member, ROLES[i % ROLES.length]!);
    }
    for (let i = 0; i < phones; i++) {
      const owner = accounts[i % people]!;
      world.owners.push(owner);
      const pageSize = PAGE_SIZES[i % PAGE_SIZES.length]!;
      world.phones.push(new WorkingPhone(server, owner, createRandom(seed + i), pageSize));
    }
    return world;
  }

  /** One step of one phone: of its beekeeper in the field, or, with a signal, with other people. */
  async act(phone: WorkingPhone): Promise<void> {
    const { random } = phone;
    const action = pick(random, DRAWN)!;
    if (action === 'sync') return void (await phone.sync());
    if (action === 'send' || action === 'deliverAgain') return phone[action]();
    if (action === 'record') {
      for (let n = 2 + below(random, 6); n > 0; n--) phone.record(this.kept);
      return;
    }
    const who = this.owners[this.phones.indexOf(phone)]!;
    const other = pick(
      random,
      this.people.filter((one) => one !== who),
    )!;
    if (action === 'expire') return void (await endAccess(this.server.database, who));
    const place = pick(
      random,
      [...phone.records.values()].filter((record) => record.__typename === 'Apiary' && isGoverned(record)),
    );
    if (!place) return;
    switch (action) {
      case 'share':
        return this.attempt(share(who, place.id, other, pick(random, ROLES)!));
      case 'unshare':
        return this.attempt(removeMember(who, place.id, other.id));
      case 'leave':
        return this.attempt(leave(who, place.id));
      case 'transfer':
        if (place.id !== this.kept) await this.attempt(transfer(who, place.id, other.id, below(random, 2) === 0));
    }
  }

  /** Another program goes on with its transaction, or ends it. */
  async write(): Promise<void> {
    const writer = pick(this.random, this.writers)!;
    if (below(this.random, 3) > 0) return writer.write();
    return writer.end(below(this.random, 4) === 0 ? 'rollback' : 'commit');
  }

  /** @throws unless all phones equal the service, and each operation was executed once, or refused */
  async end(): Promise<void> {
    for (const writer of this.writers) await writer.end('commit');
    await this.forEach(this.phones, (phone) => phone.finish());
    await this.forEach(this.phones, async (phone) => void (await phone.sync()));
    await this.forEach(this.people, (who) =>
      expectEqual(
        this.phones.filter((phone) => phone.who === who),
        this.server,
      ),
    );
    await expectExecutedOnce(
      this.phones.map(({ who, operations }) => ({ who: who as Beekeeper, operations })),
      this.server,
    );
    await expectLogExact(this.server.database);
  }

  /** Refusals are expected: a role is too low, an invitation is not for oneself. */
  private async attempt(work: Promise<unknown>): Promise<void> {
    await work.catch((error: Error) => expect(error.message).not.toMatch(/Something went wrong|no process/));
  }

  private async forEach<T>(list: T[], work: (one: T) => Promise<void>): Promise<void> {
    await Promise.all(list.map(work));
  }
}

const isGoverned = ({ viewerRole }: StoredNode): boolean => viewerRole === 'OWNER' || viewerRole === 'MANAGER';
