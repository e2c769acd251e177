// An account under a soak test: it writes one thing after the other over both APIs, repeats each write with its Idempotency-Key until it is
// acknowledged, and keeps a model of what it must have stored.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordIn, selectRecord } from '../payload.js';
import { NoResponse, send, type TimedRequest, type TimedResponse } from '../timed-request.js';
import { type ApiaryModel, type Content, expectedContent, type ItemModel } from './model.js';
import { readContent } from './read-content.js';

const RETRY_MS = 100;
const REQUEST_TIMEOUT_MS = 15_000;
/** A write that is not acknowledged after this time has failed, whatever the fault. */
const GIVE_UP_MS = 120_000;
const MAX_APIARIES = 4;
const MAX_CHILDREN = 12;
const REPLAYED = 0.1;

type Write = Pick<TimedRequest, 'method' | 'path' | 'body'> & { expected: number };

export interface Tally {
  acknowledged: number;
  /** Attempts that had no response, or 503. */
  repeated: number;
  replays: number;
  refusals: number;
}

export class SoakAccount {
  readonly tally: Tally = { acknowledged: 0, repeated: 0, replays: 0, refusals: 0 };
  readonly problems: string[] = [];
  private readonly apiaries = new Map<string, ApiaryModel>();
  private counter = 0;

  /** @param urls the processes: each attempt goes to another one */
  constructor(
    private readonly urls: () => string[],
    private readonly token: string,
    private readonly random: () => number,
  ) {}

  get expected(): Content {
    return expectedContent(this.apiaries.values());
  }

  /** Reads everything over both APIs. */
  actual(): Promise<Record<'graphql' | 'rest', Content>> {
    return readContent(this.urls()[0]!, this.token);
  }

  /** One write, chosen at random, until it is acknowledged. */
  async act(): Promise<void> {
    const apiary = this.pick(this.apiaries);
    if (!apiary || (this.apiaries.size < MAX_APIARIES && this.chance(0.05))) return this.createApiary();
    if (this.chance(0.01)) return this.deleteApiary(apiary);
    const item = this.pick(apiary.items);
    const beehive = this.pick(apiary.beehives);
    if (!item || (apiary.items.size < MAX_CHILDREN && this.chance(0.08))) return this.createItem(apiary);
    if (!beehive || (apiary.beehives.size < MAX_CHILDREN && this.chance(0.08))) return this.createBeehive(apiary);
    const action = this.random();
    if (action < 0.03) return this.remove(`/api/v1/inventory/${item.id}`, () => apiary.items.delete(item.id));
    if (action < 0.06) return this.remove(`/api/v1/beehives/${beehive.id}`, () => apiary.beehives.delete(beehive.id));
    if (action < 0.65) return this.move(item);
    if (action < 0.8) return this.inspect(beehive);
    const observations = this.name('Observations');
    return this.write(
      { method: 'PUT', path: `/api/v1/beehives/${beehive.id}`, body: { observations }, expected: 200 },
      () => {
        beehive.observations = observations;
      },
    );
  }

  private createApiary(): Promise<void> {
    const name = this.name('Apiary');
    return this.write({ method: 'POST', path: '/api/v1/apiaries', body: { name }, expected: 201 }, ({ id }) =>
      this.apiaries.set(id, { id, name, beehives: new Map(), items: new Map() }),
    );
  }

  private deleteApiary({ id }: ApiaryModel): Promise<void> {
    return this.remove(`/api/v1/apiaries/${id}`, () => this.apiaries.delete(id));
  }

  private createBeehive(apiary: ApiaryModel): Promise<void> {
    const number = this.counter++;
    const input = { apiaryId: apiary.id, beehiveNumber: number, state: { observations: 'New' } };
    return this.mutate('createBeehive', 'CreateBeehiveInput', 'id', input, ({ id }) =>
      apiary.beehives.set(id, { id, number, observations: 'New', inspections: [] }),
    );
  }

  private createItem(apiary: ApiaryModel): Promise<void> {
    const name = this.name('Item');
    const body = { apiary_id: apiary.id, name, unit: 'kg', quantity: 50 };
    return this.write({ method: 'POST', path: '/api/v1/inventory', body, expected: 201 }, ({ id }) =>
      apiary.items.set(id, { id, name, quantity: 50, movements: [{ amount: 50, person: '', balanceAfter: 50 }] }),
    );
  }

  /** An entry or an exit; an exit of more than the stock is refused and changes nothing. */
  private move(item: ItemModel): Promise<void> {
    const isExit = this.chance(0.6);
    const quantity = 1 + Math.floor(this.random() * 20);
    const amount = isExit ? -quantity : quantity;
    const person = this.name('Person');
    const apply = (): void => {
      item.quantity += amount;
      item.movements.push({ amount, person, balanceAfter: item.quantity });
    };
    const path = isExit ? `/api/v1/inventory/${item.id}/exit` : '/graphql';
    if (isExit) {
      const isRefused = item.quantity < quantity;
      const refused = (): void => void this.tally.refusals++;
      return this.write(
        { method: 'POST', path, body: { quantity, person }, expected: isRefused ? 409 : 200 },
        isRefused ? refused : apply,
      );
    }
    return this.mutate(
      'recordStockMovement',
      'RecordStockMovementInput',
      'id',
      { id: item.id, direction: 'IN', quantity, person },
      apply,
    );
  }

  private inspect({ id: beehiveId, inspections }: { id: string; inspections: string[] }): Promise<void> {
    const notes = this.name('Notes');
    const input = { beehiveId, answers: [], notes };
    return this.mutate('recordInspection', 'RecordInspectionInput', 'id', input, () => inspections.push(notes));
  }

  private remove(path: string, apply: () => void): Promise<void> {
    return this.write({ method: 'DELETE', path, expected: 204 }, apply);
  }

  private mutate(
    field: string,
    type: string,
    selection: string,
    input: object,
    apply: (result: { id: string }) => void,
  ): Promise<void> {
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) ${selectRecord(field, selection)} }`;
    const request = { method: 'POST', path: '/graphql', body: { query, variables: { input } }, expected: 200 };
    return this.write(request, (body) =>
      apply(recordIn(field, (body as unknown as { data: Record<string, unknown> }).data[field]) as { id: string }),
    );
  }

  /** Repeats a write until it is acknowledged, and sometimes once more: the response must be the same. */
  private async write(request: Write, apply: (body: { id: string }) => void): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    const response = await this.sendUntilAnswered(request, headers);
    if (!response) return;
    if (response.status !== request.expected || response.body?.errors) {
      this.problems.push(`${request.method} ${request.path}: ${response.status} ${JSON.stringify(response.body)}`);
      return;
    }
    apply(response.body);
    this.tally.acknowledged += 1;
    // A refusal is not stored: repeated later, it could succeed.
    if (request.expected === 409 || !this.chance(REPLAYED)) return;
    const replay = await this.sendUntilAnswered(request, headers);
    this.tally.replays += 1;
    if (replay?.status !== response.status || JSON.stringify(replay.body) !== JSON.stringify(response.body))
      this.problems.push(`${request.path}: a replay differs: ${replay?.status} ${JSON.stringify(replay?.body)}`);
  }

  private async sendUntilAnswered(request: Write, headers: Record<string, string>): Promise<TimedResponse | undefined> {
    const startedAt = performance.now();
    for (let attempt = 0; performance.now() - startedAt < GIVE_UP_MS; attempt++) {
      const urls = this.urls();
      const url = urls[(this.counter + attempt) % urls.length]!;
      const response = await send(url, { ...request, token: this.token, headers, timeoutMs: REQUEST_TIMEOUT_MS }).catch(
        (error: unknown) => {
          if (error instanceof NoResponse) return undefined;
          throw error;
        },
      );
      if (response && response.status !== 503) return response;
      this.tally.repeated += 1;
      await sleep(RETRY_MS);
    }
    this.problems.push(`${request.method} ${request.path}: not acknowledged within ${GIVE_UP_MS / 1000} s`);
    return undefined;
  }

  private name(kind: string): string {
    return `${kind} ${this.counter++}`;
  }

  private chance(probability: number): boolean {
    return this.random() < probability;
  }

  private pick<V>(from: Map<string, V>): V | undefined {
    return [...from.values()][Math.floor(this.random() * from.size)];
  }
}
