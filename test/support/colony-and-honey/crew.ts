import { randomUUID } from 'node:crypto';
import { REASONS } from '../../../src/shared/error-reasons.js';
import { refusalOf } from '../members.js';
import { createRandom } from '../random.js';
import { Choice, type Operation, type Operations } from './choice.js';
import { COLONY_OPERATIONS } from './colony-operations.js';
import type { Farm } from './farm.js';
import { HONEY_OPERATIONS } from './honey-operations.js';
import { QUEEN_OPERATIONS } from './queen-operations.js';

const OPERATIONS: Operations = { ...COLONY_OPERATIONS, ...QUEEN_OPERATIONS, ...HONEY_OPERATIONS };
const DRAWN = Object.entries(OPERATIONS).flatMap(([name, [weight]]) => Array<string>(weight).fill(name));
/** How many operations are sent twice at once, and how many of those under one key. */
const [TWICE_PERCENT, SAME_KEY_PERCENT] = [20, 50];
/** What an operation with valid input can be refused with; any other refusal is a mistake of the service. */
const REFUSALS = [
  'NOT_FOUND',
  'FORBIDDEN ROLE_TOO_LOW',
  // A day before the first one, the same hive or apiary, and records of different accounts.
  ...[
    'endedOn',
    'intoBeehiveId',
    'apiaryId',
    'queenId',
    'queenFrom',
    'motherId',
    'sources.n.beehiveId',
    'harvests.n.harvestId',
  ].map((field) => `BAD_USER_INPUT ${field}`),
];
const REASON =
  /^CONFLICT (?:BEEHIVE|BEFORE|AFTER|HARVEST|LOT|REIGN|TREATMENT|WITHDRAWAL|INSUFFICIENT|VERSION)_[A-Z_]+$/;
const isDocumented = (refusal: string): boolean =>
  REFUSALS.includes(refusal) || (REASON.test(refusal) && refusal.split(' ')[1]! in REASONS);

interface Outcomes {
  done: number;
  refusals: Map<string, number>;
}

/** People who record at random, each on several devices. */
export class Crew {
  readonly outcomes = new Map<string, Outcomes>(
    Object.keys(OPERATIONS).map((name) => [name, { done: 0, refusals: new Map() }]),
  );
  /** Answers that the service must not give. */
  readonly mistakes: unknown[] = [];
  private readonly devices: Choice[];

  constructor(farm: Farm, devices: number, seed: number) {
    // The owner has most of them, because some operations need that role.
    const people = [farm.owner, farm.owner, farm.manager, farm.worker];
    this.devices = Array.from(
      { length: devices },
      (_, i) => new Choice(farm, people[i % people.length]!, createRandom(seed + 1000 * (i + 1))),
    );
  }

  async act(device: number): Promise<void> {
    const choice = this.devices[device]!;
    const name = DRAWN[choice.below(DRAWN.length)]!;
    const operation = OPERATIONS[name]![1](choice);
    if (!operation) return;
    const [key, other] = [randomUUID(), randomUUID()];
    const keys = choice.chance(TWICE_PERCENT) ? [key, choice.chance(SAME_KEY_PERCENT) ? key : other] : [key];
    const answers = await Promise.all(keys.map((one) => this.send(choice, name, operation, one)));
    const done = answers.filter((answer) => answer !== undefined);
    const results = keys[0] === keys[1] ? done.slice(0, 1) : done;
    if (results.length < done.length && JSON.stringify(done[0]) !== JSON.stringify(done[1]))
      this.mistakes.push({ name, operation, done, key });
    for (const result of results) operation.done?.(result);
    if (done.length === 0) operation.refused?.();
  }

  /** @returns what it did; undefined if it was refused */
  private async send({ who }: Choice, name: string, { query, variables }: Operation, key: string): Promise<unknown> {
    const answer = await who.graphql<{ result: object }>(query, variables, { 'idempotency-key': key });
    const fields = answer.errors?.[0]?.extensions.fields?.map(({ field }) => field.replace(/\d+/, 'n')) ?? [];
    const refused = refusalOf(answer);
    const refusal = refused === 'BAD_USER_INPUT' ? `${refused} ${[...new Set(fields)].join(' ')}` : refused;
    const outcomes = this.outcomes.get(name)!;
    if (refusal === undefined) {
      outcomes.done += 1;
      return Object.values(answer.data.result)[0];
    }
    outcomes.refusals.set(refusal, (outcomes.refusals.get(refusal) ?? 0) + 1);
    if (!isDocumented(refusal)) this.mistakes.push({ name, variables, errors: answer.errors });
    return undefined;
  }

  get total(): number {
    return [...this.outcomes.values()].reduce(
      (sum, { done, refusals }) => sum + done + [...refusals.values()].reduce((a, b) => a + b, 0),
      0,
    );
  }
}
