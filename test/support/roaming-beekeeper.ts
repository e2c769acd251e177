import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type GraphqlAnswer } from './client.js';
import { pick, type Random } from './random.js';
import { Beekeeper } from './world.js';

const RETRY_MS = 100;
const GIVE_UP_MS = 60_000;
const TRANSIENT = ['UNAVAILABLE', 'RATE_LIMITED', 'CHANGED_CONCURRENTLY'];
const isTransient = ({
  extensions: { code, reason = code },
}: NonNullable<GraphqlAnswer<unknown>['errors']>[number]): boolean =>
  TRANSIENT.includes(reason) || TRANSIENT.includes(code);

/** Sends each request to any process of the service, again and under the same key, until one answers it. */
export class RoamingBeekeeper extends Beekeeper {
  constructor(
    account: Beekeeper,
    private readonly urls: readonly string[],
    private readonly random: Random,
  ) {
    super(account.url, account.token!, account.id, account.email);
  }

  override async graphql<D>(
    query: string,
    variables?: Record<string, unknown>,
    headers: Record<string, string> = { 'idempotency-key': randomUUID() },
  ): Promise<GraphqlAnswer<D>> {
    const end = performance.now() + GIVE_UP_MS;
    let last: unknown;
    while (performance.now() < end) {
      const client = new Client(pick(this.random, this.urls)!, this.token);
      try {
        const answer = await client.graphql<D>(query, variables, headers);
        if (!answer.errors?.some(isTransient)) return answer;
        last = answer.errors[0]!.message;
      } catch (error) {
        last = error; // The process or the connection has ended.
      }
      await sleep(RETRY_MS);
    }
    throw new Error('no process answers', { cause: last });
  }
}
