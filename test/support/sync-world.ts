// Several people with phones that are offline at times: they work in apiaries that they share, give away and delete. Answers get lost. In the
// end, every phone has exactly what the service shows to its account.
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { expectLogExact } from './change-log.js';
import type { TestApp } from './client.js';
import { endAccess, leave, removeMember, share, transfer } from './members.js';
import { expectEqual, Phone } from './phone.js';
import { type Beekeeper, beekeeper } from './world.js';

const PEOPLE = 3;
const PHONES_EACH = 2;
/** Of pages: hives and apiaries take several. */
const PAGE_SIZES = [1, 2, 7, 500];

const KINDS = [
  'hive',
  'hive',
  'update',
  'inspect',
  'draft',
  'treat',
  'correct',
  'harvest',
  'harvest',
  'pack',
  'question',
  'item',
  'exit',
  'deleteItem',
  'deleteHive',
  'move',
  'move',
  'apiary',
  'deleteApiary',
  'share',
  'share',
  'unshare',
  'leave',
  'expire',
  'transfer',
  'writer',
  'commit',
  'sync',
  'sync',
  'sync',
  'sync',
  'queue',
  'queue',
  'send',
] as const;
type Kind = (typeof KINDS)[number];
interface Step {
  kind: Kind;
  person: number;
  n: number[];
}
export const syncSteps = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      person: fc.nat(PEOPLE - 1),
      n: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
    }),
    { minLength: length, maxLength: length },
  );

const PUSH = 'mutation ($operations: [SyncOperation!]!) { push(operations: $operations) { key status ids error } }';
const ROLES = ['MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR'] as const;
const pick = <T>(list: T[], n: number): T | undefined => list[n % list.length];

interface Operation {
  key: string;
  createBeehive: object;
}

export class SyncWorld {
  private readonly phones: Phone[] = [];
  /** What a phone has recorded and not yet sent, of each person. */
  private readonly queues: Operation[][] = [];
  private writer: pg.Client | undefined;
  private lost = 0;

  private constructor(
    private readonly app: TestApp,
    private readonly people: Beekeeper[],
    /** An apiary of the first person that is never deleted: other programs write to it. */
    private readonly kept: string,
    /** Decides which answers are lost: every second one, in no order. */
    private readonly seed: number,
  ) {}

  static async start(app: TestApp, seed: number): Promise<SyncWorld> {
    const people = [];
    for (let i = 0; i < PEOPLE; i++) people.push(await beekeeper(app));
    const world = new SyncWorld(app, people, await people[0]!.apiary({ name: 'Kept' }), seed);
    for (const who of people)
      for (let i = 0; i < PHONES_EACH; i++)
        world.phones.push(
          new Phone(app, who, () => world.isLost(), PAGE_SIZES[world.phones.length % PAGE_SIZES.length]),
        );
    world.queues.push(...people.map((): Operation[] => []));
    return world;
  }

  private isLost(): boolean {
    this.lost = (Math.imul(this.lost ^ this.seed, 1_103_515_245) + 12_345) >>> 0;
    return (this.lost >>> 16) % 2 === 0;
  }

  async run({ kind, person, n }: Step): Promise<void> {
    const who = this.people[person]!;
    const [a, b] = n as [number, number, number];
    if (kind === 'sync') return void (await pick(this.phones, a)!.sync());
    if (kind === 'writer' || kind === 'commit') return this.runWriter(kind, a);
    const { apiaries } = await who.ask(
      '{ apiaries { nodes { id beehives { nodes { id treatmentRecords { nodes { id } } inspections { nodes { id status } } } } inventoryItems { nodes { id } } } } }',
    );
    const places = apiaries.nodes as {
      id: string;
      beehives: {
        nodes: {
          id: string;
          treatmentRecords: { nodes: Ids };
          inspections: { nodes: { id: string; status: string }[] };
        }[];
      };
      inventoryItems: { nodes: Ids };
    }[];
    const place = pick(places, a);
    const hives = places.flatMap(({ beehives }) => beehives.nodes);
    const hive = pick(hives, b);
    const item = pick(
      places.flatMap(({ inventoryItems }) => inventoryItems.nodes),
      b,
    );
    const other = pick(
      this.people.filter((one) => one !== who),
      b,
    )!;
    const isOfWriter = place?.id === this.kept;
    switch (kind) {
      case 'apiary':
        return void (await who.apiary({ name: `Apiary ${a}` }));
      case 'queue':
        if (place) this.queues[person]!.push({ key: randomUUID(), createBeehive: { input: { apiaryId: place.id } } });
        return;
      case 'send':
        return this.sendQueue(person);
      case 'hive':
        return place && this.try(who, `createBeehive(input: { apiaryId: "${place.id}", foodFrames: 1 }) { id }`);
      case 'question':
        return place && this.try(who, `createQuestion(input: { apiaryId: "${place.id}", text: "Seen ${b}?" }) { id }`);
      case 'item':
        return (
          place &&
          this.try(
            who,
            `createInventoryItem(input: { apiaryId: "${place.id}", itemName: "Wax", unit: "kg", quantity: 9 }) { id }`,
          )
        );
      case 'share':
        return place && this.attempt(() => share(who, place.id, other, pick([...ROLES], n[2]!)!));
      case 'unshare':
        return place && this.attempt(() => removeMember(who, place.id, other.id));
      case 'leave':
        return place && this.attempt(() => leave(who, place.id));
      case 'expire':
        return void (await endAccess(this.app.database, who));
      case 'transfer':
        return place && !isOfWriter
          ? this.attempt(() => transfer(who, place.id, other.id, n[2]! % 2 === 0))
          : undefined;
      case 'deleteApiary':
        return place && !isOfWriter ? this.try(who, `deleteApiary(id: "${place.id}")`) : undefined;
    }
    if (kind === 'exit')
      return item && this.try(who, `recordExit(input: { itemId: "${item.id}", quantity: 1, person: "x" }) { id }`);
    if (kind === 'deleteItem') return item && this.try(who, `deleteInventoryItem(id: "${item.id}")`);
    if (!hive) return;
    const to = pick(places, n[2]!)!;
    const treatment = pick(hive.treatmentRecords.nodes, n[2]!);
    const draft = hive.inspections.nodes.find(({ status }) => status === 'DRAFT');
    switch (kind) {
      case 'update':
        return this.try(who, `updateBeehive(id: "${hive.id}", input: { foodFrames: ${a % 9} }) { id }`);
      case 'inspect':
        return this.try(
          who,
          `recordInspection(input: { beehiveId: "${hive.id}", answers: [], draft: ${a % 3 === 0} }) { id }`,
        );
      case 'draft':
        return (
          draft &&
          this.try(who, `updateInspectionDraft(id: "${draft.id}", input: { answers: [], notes: "${a % 2}" }) { id }`)
        );
      case 'treat':
        return this.try(
          who,
          `recordTreatment(input: { beehiveIds: ["${hive.id}"], kind: "a", productName: "b", startedOn: "2026-05-01" }) { id }
          recordMiteCount(input: { beehiveId: "${hive.id}", method: SUGAR_ROLL, bees: 300, mites: ${a % 50} }) { id }`,
        );
      case 'correct':
        return (
          treatment &&
          this.try(
            who,
            `recordFollowUp(input: { treatmentId: "${treatment.id}", reviewedOn: "2026-05-20" }) { id }
          correctTreatment(id: "${treatment.id}", input: { productName: "c${a}", reason: "Typo" }) { id }`,
          )
        );
      case 'harvest':
        return this.tryLot(who, place!.id, hive.id, a);
      case 'pack': {
        const { lots } = await who.ask('{ lots { nodes { id } } }');
        const lot = pick(lots.nodes as Ids, a);
        return lot && this.try(who, `packLot(input: { lotId: "${lot.id}", jars: 1, gramsPerJar: 1 }) { id }`);
      }
      case 'move':
        return this.try(who, `updateBeehive(id: "${hive.id}", input: { apiaryId: "${to.id}" }) { id }`);
      default:
        return this.try(who, `deleteBeehive(id: "${hive.id}")`);
    }
  }

  /** Harvests a hive, and puts the honey into a lot. */
  private async tryLot(who: Beekeeper, apiaryId: string, beehiveId: string, n: number): Promise<void> {
    const harvestId = randomUUID();
    await this.try(
      who,
      `recordHarvest(input: { id: "${harvestId}", apiaryId: "${apiaryId}", harvestedOn: "2026-04-${10 + (n % 20)}", sources: [{ beehiveId: "${beehiveId}", frames: 1, grams: ${1 + n} }] }) { id }`,
    );
    await this.try(
      who,
      `createLot(input: { apiaryId: "${apiaryId}", code: "${harvestId.toUpperCase()}", harvests: [{ harvestId: "${harvestId}" }] }) { id }`,
    );
  }

  /** Sends a mutation, which may be refused: a role is too low, a number taken. */
  private async try(who: Beekeeper, mutation: string): Promise<void> {
    const { errors } = await who.graphql(`mutation { ${mutation} }`);
    for (const { extensions } of errors ?? [])
      expect(['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'BAD_USER_INPUT']).toContain(extensions.code);
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: Error) => expect(error.message).not.toBe('Something went wrong'));
  }

  /** Answers get lost, so the queue is sent until one arrives. Each operation is executed once. */
  private async sendQueue(person: number): Promise<void> {
    const operations = this.queues[person]!.splice(0, 100);
    for (let arrived = operations.length === 0; !arrived; arrived = !this.isLost()) {
      const { push } = await this.people[person]!.ask(PUSH, { operations });
      expect(push.map(({ key }: { key: string }) => key)).toEqual(operations.map(({ key }) => key));
    }
  }

  /** Another program, whose transaction stays open during other steps. */
  private async runWriter(kind: 'writer' | 'commit', n: number): Promise<void> {
    if (kind === 'writer') {
      if (!this.writer) {
        this.writer = new pg.Client(this.app.database.server as pg.ClientConfig);
        await this.writer.connect();
        await this.writer.query('begin');
      }
      await this.writer.query(
        'insert into beehives (id, created_at, updated_at, apiary_id) values (gen_random_uuid(), now(), now(), $1)',
        [this.kept],
      );
    } else if (this.writer) {
      await this.writer.query(n % 4 === 0 ? 'rollback' : 'commit');
      await this.writer.end();
      this.writer = undefined;
    }
  }

  /** @throws unless all phones equal the service, and each operation of the queues was executed at most once */
  async end(): Promise<void> {
    await this.runWriter('commit', 1);
    for (const [person] of this.people.entries()) await this.sendQueue(person);
    for (const phone of this.phones) {
      await phone.sync();
      await expectEqual(phone, this.app);
    }
    await expectLogExact(this.app.database);
  }
}

type Ids = { id: string }[];
