// Random histories of harvests, amendments, lots, packs and treatments, back-dated ones included, through two services on one database: some
// steps are sent at once. Afterwards, what the account reads is compared with what follows from the records alone: no gram is from
// nowhere, no lot is over-packed, the stock is what is left of it, and no honey of a hive in a withdrawal period is for sale.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import {
  AMEND,
  CLOSE,
  CREATE_LOT,
  harvest,
  lotOf,
  newCode,
  OVERRIDE,
  PACK_LOT,
  RECORD_HARVEST,
  TREAT,
  treatOn,
  VOID_HARVEST,
  VOID_PACK,
} from '../../support/harvests.js';
import { refusalOf } from '../../support/members.js';
import { Beekeeper, beekeeper } from '../../support/world.js';

const VOID_TREATMENT = 'mutation ($input: VoidTreatmentInput!) { voidTreatment(input: $input) { treatment { id } } }';

let services: TestApp[];
beforeAll(async () => {
  const first = await startTestApp();
  services = [first, await startTestApp({}, first.database)];
});
afterAll(async () => {
  await expectLogExact(services[0]!.database);
  await services[1]!.close();
  await services[0]!.close();
});

const HIVES = 3;
const FIRST_DAY = Date.parse('2026-06-01');
const DAY_MS = 86_400_000;
const DAYS = 20;
const dayOf = (n: number): string => new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10);
const JARS = 12;

const KINDS = [
  ...['harvest', 'harvest', 'draft', 'close', 'amend', 'void', 'lot', 'lot', 'deleteLot'],
  ...['pack', 'pack', 'pack', 'unpack', 'unpack'],
  ...['treat', 'treat', 'correct', 'correct', 'voidTreatment'],
] as const;
/** `n` chooses among what there is. */
interface Step {
  kind: (typeof KINDS)[number];
  service: number;
  n: [number, number, number, number];
  override: boolean;
}
const step = fc.record<Step>({
  kind: fc.constantFrom(...KINDS),
  service: fc.nat(1),
  n: fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99)),
  override: fc.boolean(),
});
/** The steps of a round are sent at once. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 12, maxLength: 20 });

/** What an operation may be refused with; another refusal fails the test. */
const EXPECTED =
  /^CONFLICT (WITHDRAWAL_ACTIVE|WITHDRAWAL_UNKNOWN|HARVEST_\w+|LOT_EXHAUSTED|LOT_HAS_PACKS|INSUFFICIENT_STOCK|CHANGED_CONCURRENTLY|TREATMENT_\w+)$|^NOT_FOUND$|^BAD_USER_INPUT$/;

interface Treatment {
  beehiveId: string;
  status: string;
  startedOn: string;
  endedOn: string | null;
  plannedDays: number | null;
  withdrawalDays: number | null;
}
interface Source {
  beehiveId: string;
  grams: number | null;
  withheld: boolean;
}
interface Harvest {
  id: string;
  status: string;
  harvestedOn: string;
  grams: number;
  lotGrams: number;
  destination: string;
  overrideReason: string | null;
  sources: Source[];
}
interface Pack {
  id: string;
  grams: number;
  jars: number;
  voidedAt: string | null;
}
interface Lot {
  id: string;
  grams: number;
  packedGrams: number;
  destination: string;
  neverForSale: boolean;
  contents: { harvestId: string; grams: number }[];
  packs: { nodes: Pack[] };
}
interface World {
  harvests: { nodes: Harvest[] };
  voided: { nodes: Harvest[] };
  lots: { nodes: Lot[] };
  treatments: { nodes: ({ id: string } & Treatment)[] };
  inventoryItem: { quantity: number };
}

const HARVEST = `nodes { id status harvestedOn grams lotGrams destination overrideReason sources { beehiveId grams withheld } }`;
const READ = `query ($apiary: ID!, $item: ID!) {
  harvests(apiaryId: $apiary) { ${HARVEST} } voided: harvests(apiaryId: $apiary, filter: { statuses: [VOIDED] }) { ${HARVEST} }
  lots(apiaryId: $apiary) { nodes { id grams packedGrams destination neverForSale contents { harvestId grams }
    packs { nodes { id grams jars voidedAt } } } }
  treatments(apiaryId: $apiary) { nodes { id beehiveId status startedOn endedOn plannedDays withdrawalDays } }
  inventoryItem(id: $item) { quantity } }`;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The rule in words: treated since before, and neither the treatment nor its period, or a year if it is not stated, had ended. */
function isWithheld(treatments: Treatment[], hive: string, day: string): boolean {
  return treatments.some(({ beehiveId, status, startedOn, endedOn, withdrawalDays }) => {
    if (beehiveId !== hive || status === 'VOIDED' || startedOn > day) return false;
    return status === 'ACTIVE' || addDays(endedOn!, withdrawalDays ?? 365) >= day;
  });
}

class History {
  private constructor(
    private readonly clients: Beekeeper[],
    private readonly apiary: string,
    private readonly item: string,
    private readonly hives: string[],
  ) {}

  static async begin(): Promise<History> {
    const owner = await beekeeper(services[0]!);
    const other = new Beekeeper(services[1]!.url, owner.token!, owner.id, owner.email);
    const apiary = await owner.apiary();
    const hives = await Promise.all(
      Array.from({ length: HIVES }, (_, i) => owner.beehive(apiary, { beehiveNumber: i })),
    );
    return new History([owner, other], apiary, await owner.item(apiary, { quantity: JARS }), hives);
  }

  read(): Promise<World> {
    return this.clients[0]!.ask<World>(READ, { apiary: this.apiary, item: this.item });
  }

  /** @param world as it was before the round */
  async run({ kind, service, n, override }: Step, world: World): Promise<GraphqlAnswer<unknown> | undefined> {
    const client = this.clients[service]!;
    const [a, b, c, d] = n;
    const pick = <T>(list: T[]): T | undefined => list[a % Math.max(1, list.length)];
    const { apiary: apiaryId } = this;
    const closed = world.harvests.nodes.filter(({ status }) => status === 'CLOSED');
    const sources = this.hives
      .filter((_, i) => ((b % 7) + 1) & (1 << i))
      .map((beehiveId, i) => ({ beehiveId, frames: 1 + ((c + i) % 5) }));
    const permitted = override ? { override: OVERRIDE } : {};
    const send = (query: string, variables: Record<string, unknown>) => client.graphql(query, variables);
    const of = (one: { id: string } | undefined, query: string, input: object = {}) =>
      one && send(query, { input: { id: one.id, ...input } });
    switch (kind) {
      case 'harvest':
      case 'draft': {
        const input = {
          apiaryId,
          harvestedOn: dayOf(d % DAYS),
          sources,
          draft: kind === 'draft',
          ...(kind !== 'draft' && permitted),
        };
        return send(RECORD_HARVEST, { input: { ...input, ...(kind === 'harvest' && { totalGrams: 1 + a * 10 }) } });
      }
      case 'close': {
        const drafts = world.harvests.nodes.filter(({ status }) => status === 'DRAFT');
        return of(pick(drafts), CLOSE, { totalGrams: 1 + b * 10, ...permitted });
      }
      case 'amend': {
        const input = { harvestedOn: dayOf(d % DAYS), sources, totalGrams: 1 + c * 10, reason: 'r', ...permitted };
        return of(pick(closed), AMEND, input);
      }
      case 'void':
        return of(pick(closed), VOID_HARVEST, { reason: 'r' });
      case 'lot': {
        const first = pick(closed);
        if (!first) return undefined;
        const ids = [...new Set([first.id, closed[b % closed.length]!.id])];
        const harvests = ids.map((harvestId) => ({ harvestId, ...(c % 3 > 0 && { grams: 1 + c * 3 }) }));
        const destination = override ? 'NOT_FOR_SALE' : 'FOR_SALE';
        return send(CREATE_LOT, { input: { apiaryId, code: newCode(), harvests, destination } });
      }
      case 'pack': {
        const lot = pick(world.lots.nodes);
        const input = { id: lot?.id, jars: 1 + (b % 4), gramsPerJar: 1 + c, jarItemId: this.item };
        return lot && send(PACK_LOT, { input });
      }
      case 'unpack':
        return of(pick(world.lots.nodes.flatMap(({ packs }) => packs.nodes)), VOID_PACK, { reason: 'r' });
      case 'deleteLot':
        return of(
          pick(world.lots.nodes),
          'mutation ($input: DeleteLotInput!) { deleteLot(input: $input) { deletedId } }',
        );
      case 'treat': {
        const input = { beehiveIds: sources.map(({ beehiveId }) => beehiveId), kind: 'a', productName: 'b' };
        return send(TREAT, { input: { ...input, ...this.days(b, c, d) } });
      }
      case 'correct': {
        const { startedOn, endedOn, withdrawalDays } = this.days(b, c, d);
        const input = { startedOn, endedOn, withdrawalDays, reason: 'r' };
        return of(
          pick(world.treatments.nodes),
          'mutation ($input: CorrectTreatmentInput!) { correctTreatment(input: $input) { treatment { id } } }',
          input,
        );
      }
      case 'voidTreatment':
        return of(pick(world.treatments.nodes), VOID_TREATMENT, { reason: 'r' });
    }
  }

  private days(b: number, c: number, d: number) {
    const startedOn = dayOf(d % DAYS);
    return {
      startedOn,
      endedOn: b % 4 === 0 ? null : addDays(startedOn, c % 5),
      withdrawalDays: c % 4 === 0 ? null : c % 9,
    };
  }

  async check(): Promise<void> {
    const { harvests, voided, lots, treatments, inventoryItem } = await this.read();
    const inLots = new Map<string, number>();
    for (const { contents } of lots.nodes)
      for (const { harvestId, grams } of contents) inLots.set(harvestId, (inLots.get(harvestId) ?? 0) + grams);
    for (const harvest of [...harvests.nodes, ...voided.nodes]) {
      const { id, status, grams, lotGrams, sources, harvestedOn, destination, overrideReason } = harvest;
      expect(sources.reduce((sum, source) => sum + (source.grams ?? 0), 0)).toBe(grams);
      expect([lotGrams, lotGrams <= grams]).toEqual([inLots.get(id) ?? 0, true]);
      if (status !== 'CLOSED') {
        expect(lotGrams).toBe(0);
        continue;
      }
      for (const { beehiveId, withheld } of sources)
        expect({ id, withheld }).toEqual({
          id,
          withheld: isWithheld(treatments.nodes, beehiveId, harvestedOn),
        });
      const isNotForSale = overrideReason !== null || sources.some(({ withheld }) => withheld);
      expect(destination).toBe(isNotForSale ? 'NOT_FOR_SALE' : 'FOR_SALE');
    }
    const byId = new Map(harvests.nodes.map((harvest) => [harvest.id, harvest]));
    let jars = 0;
    for (const { grams, packedGrams, destination, neverForSale, contents, packs } of lots.nodes) {
      const open = packs.nodes.filter(({ voidedAt }) => voidedAt === null);
      expect(contents.reduce((sum, content) => sum + content.grams, 0)).toBe(grams);
      expect(open.reduce((sum, pack) => sum + pack.grams, 0)).toBe(packedGrams);
      expect(packedGrams).toBeLessThanOrEqual(grams);
      const withheld = contents.some(({ harvestId }) => byId.get(harvestId)!.destination === 'NOT_FOR_SALE');
      expect(destination).toBe(neverForSale || withheld ? 'NOT_FOR_SALE' : 'FOR_SALE');
      jars += open.reduce((sum, pack) => sum + pack.jars, 0);
    }
    expect(inventoryItem.quantity).toBe(JARS - jars);
  }
}

it('no gram is from nowhere, no lot is over-packed, and no honey in a withdrawal period is for sale', async () => {
  const done = new Set<string>();
  await fc.assertAll(
    fc.asyncProperty(rounds, async (history) => {
      const world = await History.begin();
      for (const round of history) {
        const before = await world.read();
        const answers = await Promise.all(round.map((one) => world.run(one, before)));
        for (const [i, answer] of answers.entries()) {
          if (answer === undefined) continue;
          const { kind } = round[i]!;
          const refusal = refusalOf(answer);
          if (refusal === undefined) done.add(kind);
          else expect({ kind, refusal }).toEqual({ kind, refusal: expect.stringMatching(EXPECTED) });
        }
        await world.check();
      }
    }),
    { numRuns: 16 },
  );
  // Each kind of step has succeeded, so the test has tested something.
  expect([...done].sort()).toEqual([...new Set(KINDS)].sort());
}, 240_000);

it('a harvest and a treatment of the same hive at once: the honey is refused or withheld', async () => {
  const owner = await beekeeper(services[0]!);
  const other = new Beekeeper(services[1]!.url, owner.token!, owner.id, owner.email);
  const apiaryId = await owner.apiary();
  for (let i = 0; i < 30; i++) {
    const beehiveId = await owner.beehive(apiaryId);
    const sources = [{ beehiveId, frames: 1, grams: 10 }];
    const harvested = owner.graphql(RECORD_HARVEST, { input: { apiaryId, harvestedOn: dayOf(9), sources } });
    const input = { beehiveIds: [beehiveId], kind: 'a', productName: 'b', startedOn: dayOf(5), withdrawalDays: 3 };
    const [answer] = await Promise.all([harvested, other.graphql(TREAT, { input })]);
    const refusal = refusalOf(answer);
    if (refusal) {
      expect(refusal).toBe('CONFLICT WITHDRAWAL_ACTIVE');
      continue;
    }
    const { id } = (answer.data as { recordHarvest: { harvest: { id: string } } }).recordHarvest.harvest;
    const { harvest } = await owner.ask(`{ harvest(id: "${id}") { destination } }`);
    expect(harvest.destination).toBe('NOT_FOR_SALE');
  }
}, 120_000);

it('of the two harvests of a lot, one is for sale again, and at once the other is not any more: neither is the lot', async () => {
  const owner = await beekeeper(services[0]!);
  const other = new Beekeeper(services[1]!.url, owner.token!, owner.id, owner.email);
  const apiaryId = await owner.apiary();
  const [one, two] = [await owner.beehive(apiaryId), await owner.beehive(apiaryId)];
  const ids: string[] = [];
  for (const hive of [one, two]) ids.push(await harvest(owner, apiaryId, { [hive]: 10 }, { harvestedOn: dayOf(9) }));
  const lot = await lotOf(owner, apiaryId, ids);
  const period = { startedOn: dayOf(5), endedOn: dayOf(8), withdrawalDays: 3 };
  for (let i = 0; i < 30; i++) {
    const [before] = await treatOn(owner, [one], period);
    const voided = owner.ask(VOID_TREATMENT, { input: { id: before, reason: 'r' } });
    const [[after]] = await Promise.all([treatOn(other, [two], period), voided]);
    expect(await owner.ask(`{ lot(id: "${lot}") { destination } }`)).toEqual({ lot: { destination: 'NOT_FOR_SALE' } });
    await owner.ask(VOID_TREATMENT, { input: { id: after, reason: 'r' } });
  }
}, 120_000);

it('many packs at once never take more than a lot holds', async () => {
  const owner = await beekeeper(services[0]!);
  const other = new Beekeeper(services[1]!.url, owner.token!, owner.id, owner.email);
  const apiaryId = await owner.apiary();
  const sources = [{ beehiveId: await owner.beehive(apiaryId), frames: 1, grams: 1000 }];
  const { recordHarvest } = await owner.ask(RECORD_HARVEST, { input: { apiaryId, harvestedOn: dayOf(1), sources } });
  const harvests = [{ harvestId: recordHarvest.harvest.id, grams: 300 }];
  const lots = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      (i % 2 ? owner : other).graphql(CREATE_LOT, { input: { apiaryId, code: newCode(), harvests } }),
    ),
  );
  const created = lots.filter(({ errors }) => !errors);
  expect([created.length, lots.map(refusalOf).filter((one) => one === 'CONFLICT HARVEST_EXHAUSTED').length]).toEqual([
    3, 3,
  ]);
  const lotId = (created[0]!.data as { createLot: { lot: { id: string } } }).createLot.lot.id;
  const packs = await Promise.all(
    Array.from({ length: 9 }, (_, i) =>
      (i % 2 ? owner : other).graphql(PACK_LOT, { input: { id: lotId, jars: 1, gramsPerJar: 50 } }),
    ),
  );
  expect(packs.filter(({ errors }) => !errors)).toHaveLength(6);
  const { lot } = await owner.ask(`{ lot(id: "${lotId}") { packedGrams } }`);
  expect(lot.packedGrams).toBe(300);
});
