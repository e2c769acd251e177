// Random histories of queens: installed now and in the past, ended, corrected and deleted, by two accounts through two services on one
// database. Groups of requests run at the same time: their responses and what is stored must be those of one order of the requests.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { expectLogExact } from '../../support/change-log.js';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import { refusalOf, share } from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper, createQueen } from '../../support/world.js';

let services: TestApp[];
let ana: Beekeeper;
let bea: Beekeeper;
let apiary: string;
beforeAll(async () => {
  const first = await startTestApp();
  services = [first, await startTestApp({}, first.database)];
  [ana, bea] = [await beekeeper(first), await beekeeper(first)];
  apiary = await ana.apiary();
  await share(ana, apiary, bea, 'WORKER');
  for (const { url } of services)
    await until(
      async () => (await new Client(url, bea.token).graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined,
    );
});
afterAll(async () => {
  await expectLogExact(services[0]!.database);
  await expectOwnersTrue(services[0]!.database);
  await services[1]!.close();
  await services[0]!.close();
});

const [HIVES, QUEENS, DAYS] = [3, 4, 20];
/** The index of the account that owns the apiary. */
const OWNER = 0;
const FIRST_DAY = Date.UTC(2026, 2, 1);
const toDay = (n: number): string => new Date(FIRST_DAY + n * 86_400_000).toISOString().slice(0, 10);

/** Days are numbers, hives and queens indexes. */
interface Reign {
  hive: number;
  queen: number;
  start: number;
  end: number | null;
}
/** `at` is the position of a reign among those that the history has tried to begin. */
type Request =
  | { kind: 'install'; id: string; hive: number; queen: number; start: number; end: number | null }
  | { kind: 'end'; at: number; end: number }
  | { kind: 'correct'; at: number; start: number | undefined; end: number | null | undefined }
  | { kind: 'delete'; at: number };
type State = ReadonlyMap<string, Reign>;
/** Who has deleted a reign, by its id. */
type Deletions = ReadonlyMap<string, number>;
interface Result {
  state: State;
  deleted: Deletions;
  refusal: string | undefined;
}
interface Sent {
  request: Request;
  account: number;
}

const day = fc.nat(DAYS);
const request: fc.Arbitrary<Request> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        hive: fc.nat(HIVES - 1),
        queen: fc.nat(QUEENS - 1),
        start: day,
        days: fc.option(fc.nat(6), { freq: 2 }),
      })
      .map(({ days, ...fields }) => ({
        kind: 'install' as const,
        id: '',
        ...fields,
        end: days === null ? null : fields.start + days,
      })),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), at: fc.nat(), end: day }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      at: fc.nat(),
      start: fc.option(day, { nil: undefined }),
      end: fc.oneof(day, fc.constant(null), fc.constant(undefined)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }) },
);
/** Each request comes from one of two accounts, through one of two services. */
const groups = fc.array(
  fc.array(fc.record({ request, account: fc.nat(1), service: fc.nat(1) }), { minLength: 1, maxLength: 3 }),
  { minLength: 12, maxLength: 12 },
);

/** Whether two reigns have a day in common; the day of an end is not part of a reign. */
const meet = (one: Reign, other: Reign): boolean =>
  Math.max(one.start, other.start) < Math.min(one.end ?? Infinity, other.end ?? Infinity);
const overlaps = (state: State, id: string, reign: Reign): boolean =>
  [...state].some(([other, r]) => other !== id && (r.hive === reign.hive || r.queen === reign.queen) && meet(r, reign));

/** The rules, as a client reads them in the schema. */
function apply(state: State, deleted: Deletions, { request: sent, account }: Sent, ids: string[]): Result {
  const refuse = (refusal: string | undefined): Result => ({ state, deleted, refusal });
  const accept = (...changes: [string, Reign][]): Result => ({
    state: new Map([...state, ...changes]),
    deleted,
    refusal: undefined,
  });
  if (sent.kind === 'install') {
    const { id, hive, queen, start, end } = sent;
    const ended = [...state]
      .filter(([, r]) => end === null && r.end === null && r.start <= start && (r.hive === hive || r.queen === queen))
      .filter(([, r]) => r.hive !== hive || r.queen !== queen)
      .map(([other, r]): [string, Reign] => [other, { ...r, end: start }]);
    const after = new Map([...state, ...ended]);
    const reign = { hive, queen, start, end };
    return overlaps(after, id, reign) ? refuse('CONFLICT REIGN_OVERLAPS') : accept(...ended, [id, reign]);
  }
  const id = ids[sent.at % ids.length]!;
  const reign = state.get(id);
  if (sent.kind === 'delete') {
    // The owner and the one who deleted it may repeat the deletion.
    if (!reign) return refuse(deleted.has(id) && [deleted.get(id), OWNER].includes(account) ? undefined : 'NOT_FOUND');
    const rest = new Map([...state].filter(([other]) => other !== id));
    return { state: rest, deleted: new Map([...deleted, [id, account]]), refusal: undefined };
  }
  if (!reign) return refuse('NOT_FOUND');
  if (sent.kind === 'end') {
    if (reign.end !== null) return refuse('CONFLICT REIGN_ENDED');
    return sent.end < reign.start ? refuse('BAD_USER_INPUT') : accept([id, { ...reign, end: sent.end }]);
  }
  const { start = reign.start, end = reign.end } = sent;
  const corrected = { ...reign, start, end };
  if (end !== null && end < start) return refuse('BAD_USER_INPUT');
  return overlaps(state, id, corrected) ? refuse('CONFLICT REIGN_OVERLAPS') : accept([id, corrected]);
}

function permutations<T>(list: T[]): T[][] {
  if (list.length < 2) return [list];
  return list.flatMap((one, i) => permutations(list.toSpliced(i, 1)).map((rest) => [one, ...rest]));
}

/** A request may find that a hive has changed since it was read: it can be sent again, and has changed nothing. */
const CHANGED = 'CONFLICT CHANGED_CONCURRENTLY';

class History {
  private state: State = new Map();
  private readonly ids: string[] = [randomUUID()];
  private deleted: Deletions = new Map();

  private constructor(
    private readonly hives: string[],
    private readonly queens: string[],
  ) {}

  static async start(): Promise<History> {
    const hives = await Promise.all(Array.from({ length: HIVES }, () => ana.beehive(apiary)));
    const queens = await Promise.all(Array.from({ length: QUEENS }, () => createQueen(ana, apiary)));
    return new History(hives, queens);
  }

  async run(group: { request: Request; account: number; service: number }[]): Promise<void> {
    const known = [...this.ids];
    const sent = group.map(({ request: one, ...from }) => {
      const identified = one.kind === 'install' ? { ...one, id: randomUUID() } : one;
      if (identified.kind === 'install') this.ids.push(identified.id);
      return { request: identified, ...from };
    });
    const refusals = await Promise.all(
      sent.map(async ({ request: one, account, service }) => {
        const who = new Client(services[service]!.url, [ana, bea][account]!.token);
        return refusalOf(await who.graphql(this.write(one, known)));
      }),
    );
    const stored = await this.read();
    const answered = sent.map((one, i) => ({ ...one, refusal: refusals[i] }));
    const done = answered.filter(({ refusal }) => refusal !== CHANGED);
    const serial = permutations(done)
      .map((order) => this.apply(order, known))
      .find((result) => result && JSON.stringify(this.list(result.state)) === JSON.stringify(stored));
    expect(serial ? [] : [answered, this.list(this.state), stored, known]).toEqual([]);
    this.state = serial!.state;
    this.deleted = serial!.deleted;
    this.expectOneEach();
    await this.expectCurrent();
  }

  /** Returns what the requests lead to in this order; undefined if they would have other responses. */
  private apply(order: (Sent & { refusal: string | undefined })[], ids: string[]) {
    let [state, deleted] = [this.state, this.deleted];
    for (const { refusal, ...sent } of order) {
      const result = apply(state, deleted, sent, ids);
      if (result.refusal !== refusal) return undefined;
      ({ state, deleted } = result);
    }
    return { state, deleted };
  }

  private write(sent: Request, ids: string[]): string {
    const write = (value: number | null | undefined, name: string): string =>
      value === undefined ? '' : `${name}: ${value === null ? null : `"${toDay(value)}"`}`;
    if (sent.kind === 'install') {
      const { id, hive, queen, start, end } = sent;
      const where = `newId: "${id}", beehiveId: "${this.hives[hive]}", queenId: "${this.queens[queen]}"`;
      return `mutation { installQueen(input: { ${where}, ${write(start, 'startedOn')}, ${write(end, 'endedOn')} }) { queenReign { id } } }`;
    }
    const id = `id: "${ids[sent.at % ids.length]}"`;
    if (sent.kind === 'delete') return `mutation { deleteQueenReign(input: { ${id} }) { deletedId } }`;
    if (sent.kind === 'end')
      return `mutation { endQueenReign(input: { ${id}, ${write(sent.end, 'endedOn')} }) { queenReign { id } } }`;
    const days = `${write(sent.start, 'startedOn')} ${write(sent.end, 'endedOn')}`;
    return `mutation { updateQueenReign(input: { ${id}, ${days} }) { queenReign { id } } }`;
  }

  private list(state: State) {
    return [...state].map(([id, reign]) => ({ id, ...reign })).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** What a client reads of the hives. */
  private async read() {
    const fields = this.hives.map(
      (id, i) => `h${i}: beehive(id: "${id}") { queenReigns { nodes { id queenId startedOn endedOn } } }`,
    );
    const data = await ana.ask(`{ ${fields.join(' ')} }`);
    type Node = { id: string; queenId: string; startedOn: string; endedOn: string | null };
    const toNumber = (text: string): number => (Date.parse(text) - FIRST_DAY) / 86_400_000;
    const state = this.hives.flatMap((_, hive) =>
      (data[`h${hive}`].queenReigns.nodes as Node[]).map(({ id, queenId, startedOn, endedOn }): [string, Reign] => [
        id,
        {
          hive,
          queen: this.queens.indexOf(queenId),
          start: toNumber(startedOn),
          end: endedOn === null ? null : toNumber(endedOn),
        },
      ]),
    );
    return this.list(new Map(state));
  }

  /** On each day, counted one by one. */
  private expectOneEach(): void {
    for (let n = 0; n <= DAYS + 7; n++) {
      const reigning = [...this.state.values()].filter(({ start, end }) => start <= n && (end === null || n < end));
      for (const of of ['hive', 'queen'] as const) {
        const taken = reigning.map((reign) => reign[of]);
        expect({ n, of, taken: new Set(taken).size }).toEqual({ n, of, taken: taken.length });
      }
    }
  }

  /** The queen of each hive now, and the hive of each queen. */
  private async expectCurrent(): Promise<void> {
    const hives = this.hives.map((id, i) => `h${i}: beehive(id: "${id}") { queen { id } queenlessSince }`);
    const queens = this.queens.map((id, i) => `q${i}: queen(id: "${id}") { beehive { id } }`);
    const data = await bea.ask(`{ ${hives.join(' ')} ${queens.join(' ')} }`);
    const open = [...this.state.values()].filter(({ end }) => end === null);
    for (const i of this.hives.keys()) {
      const reign = open.find(({ hive }) => hive === i);
      const ends = [...this.state.values()].filter(({ hive }) => hive === i).map(({ end }) => end ?? Infinity);
      const since = ends.length === 0 || reign ? null : toDay(Math.max(...ends));
      expect(data[`h${i}`]).toEqual({ queen: reign ? { id: this.queens[reign.queen] } : null, queenlessSince: since });
    }
    for (const i of this.queens.keys()) {
      const reign = open.find(({ queen }) => queen === i);
      expect(data[`q${i}`]).toEqual({ beehive: reign ? { id: this.hives[reign.hive] } : null });
    }
  }
}

it('no hive ever has two queens on a day, and no queen is in two hives', async () => {
  await fc.assert(
    fc.asyncProperty(groups, async (history) => {
      const run = await History.start();
      for (const group of history) await run.run(group);
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 120_000);
