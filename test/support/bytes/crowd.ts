// A service in a small container, accounts whose records are as many and as long as they can be, and an honest client beside them.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { type Service, until } from '../../process/service.js';
import { Adversary, type HostileRequest } from '../adversary.js';
import { Probe } from '../probe.js';
import {
  CONTAINER_SETTINGS,
  MEMORY_BOUND_MB,
  newBeekeeper,
  type Reachable,
  reachableDatabase,
  Services,
} from '../service.js';
import { send } from '../timed-request.js';
import { slownessOf, Victim } from '../victim.js';
import type { Beekeeper } from '../world.js';
import { type GreedyAccount, openGreedyAccounts, seedGreedyAccounts } from './greedy-accounts.js';
import type { WayOut } from './ways-out.js';

/** Connections of each account, of each kind of reader. An account has two streams at most, so that the kinds follow each other. */
const CONNECTIONS = 6;
/** A response of any length ends after so many times that of a reading. */
const PATIENCE = 3;
const RECOVERY_MS = 500;
/** The log of a process that has ended is cut. */
const MAX_PRINTED_CHARACTERS = 3000;
const ROUNDS_ALONE = 12;
/** The honest client logs in with each round. */
const RATE_LIMIT_LOGINS = '1000/15m';

type Reading = (adversary: Adversary, requests: HostileRequest[], readingMs: number) => Promise<unknown>;
const toBytes = (adversary: Adversary, { method = 'GET', path, body }: HostileRequest): string =>
  adversary.head(method, path, body === undefined ? undefined : Buffer.byteLength(body)) + (body ?? '');
const inTurn = (requests: HostileRequest[], n: number): HostileRequest => requests[n % requests.length]!;
/** How a client reads what it has requested. */
const READINGS: Reading[] = [
  (adversary, requests) => adversary.open(CONNECTIONS, (n) => toBytes(adversary, inTurn(requests, n))),
  (adversary, requests) => adversary.sip(CONNECTIONS, (n) => toBytes(adversary, inTurn(requests, n))),
  (adversary, requests, readingMs) =>
    adversary.flood(CONNECTIONS, (n) =>
      adversary.request({ ...inTurn(requests, n), patienceMs: PATIENCE * readingMs }),
    ),
];

export interface Outcome {
  /** The 95th percentiles of the honest client, in milliseconds. */
  victim: Record<string, number>;
  livenessMs: number;
}

export class Crowd {
  private readonly services = new Services();
  private service!: Service;
  private url = '';
  private probe!: Probe;
  private victim!: Victim;
  private honest!: Beekeeper;
  private accounts!: GreedyAccount[];
  private addresses = 0;
  /** Those of the honest client without others. */
  alone!: Record<string, number>;

  private constructor(private readonly reachable: Reachable) {}

  static async gather(accounts: number): Promise<Crowd> {
    const crowd = new Crowd(await reachableDatabase());
    await crowd.seed(accounts).catch(async (error: unknown) => {
      await crowd.end();
      throw error;
    });
    return crowd;
  }

  private async seed(accounts: number): Promise<void> {
    const { database } = this.reachable;
    await seedGreedyAccounts(database, accounts);
    await this.start();
    this.accounts = await openGreedyAccounts(this.url, database, accounts);
    this.honest = await newBeekeeper(this.url);
    const apiary = await this.honest.apiary();
    for (let n = 0; n < 5; n++) await this.honest.beehive(apiary);
    this.victim = new Victim(this.url, this.honest);
    await this.victim.take(3);
    this.alone = slownessOf(await this.victim.take(ROUNDS_ALONE));
  }

  async end(): Promise<void> {
    await this.victim?.stop();
    await this.probe?.stop();
    await this.services.end();
    await this.reachable.drop();
  }

  /** A further start is on the same port, which all clients know. */
  private async start(): Promise<void> {
    const PORT = this.url === '' ? '0' : new URL(this.url).port;
    const settings = { ...CONTAINER_SETTINGS, RATE_LIMIT_LOGINS, DATABASE_URL: this.reachable.url, PORT };
    this.service = this.services.start(settings);
    this.url = await this.service.ready();
    this.probe = new Probe(this.url, this.service.pid);
  }

  /** What has failed must not make the next one fail. */
  private async restart(): Promise<void> {
    await this.victim.stop();
    await this.probe.stop();
    await this.service.stop('SIGKILL');
    await this.start();
    this.victim = new Victim(this.url, this.honest);
    await this.victim.take(2);
  }

  /**
   * Lets a number of accounts read in every way, `readingMs` each.
   * Asserts that the process lives within its memory, and that the honest client was never refused.
   */
  async read(way: WayOut, accounts: number, readingMs: number): Promise<Outcome> {
    const { name, requestsOf, isLink, subscription, cause } = way;
    const greedy = this.accounts.slice(0, accounts);
    const requests = greedy.map(requestsOf);
    expect(requests.map(({ length }) => length)).not.toContain(0);
    await this.victim.take(0);
    this.probe.take();
    const outcomes: Record<string, number> = {};
    const caused = cause?.(this.reachable.database, greedy);
    for (const reading of READINGS) {
      const adversaries = greedy.map(
        ({ who }) =>
          new Adversary(
            this.url,
            `10.0.${++this.addresses >> 8}.${this.addresses & 255}`,
            isLink ? undefined : who.token,
            readingMs,
          ),
      );
      const subscribed = subscription && adversaries.map((one) => one.open(CONNECTIONS, () => subscription(one)));
      await Promise.all([
        ...adversaries.map((adversary, n) => reading(adversary, requests[n]!, readingMs)),
        ...(subscribed ?? []),
      ]);
      for (const adversary of adversaries) {
        adversary.end();
        for (const [outcome, count] of Object.entries(adversary.outcomes))
          outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
      }
    }
    await caused;
    // One that began meanwhile.
    const rounds = (await this.victim.take(2)).slice(1);
    await sleep(RECOVERY_MS);
    const { slowestMs, peakMegabytes, failures } = this.probe.take();
    const { isRunning } = this.service;
    const victim = slownessOf(rounds);
    process.stderr.write(
      `    ${name}, ${accounts} accounts: ${Math.round(peakMegabytes)} MB, /livez ${Math.round(slowestMs)} ms, p95 ${JSON.stringify(victim)}, ${JSON.stringify(outcomes).slice(0, 150)}\n`,
    );
    if (!isRunning) process.stderr.write(this.service.output.slice(-MAX_PRINTED_CHARACTERS));
    if (!isRunning || peakMegabytes > MEMORY_BOUND_MB) await this.restart();
    await until(async () => (await send(this.url, { path: '/livez' })).status === 200);
    expect({ isRunning, failures }).toEqual({ isRunning: true, failures: [] });
    expect(rounds.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
    expect(peakMegabytes).toBeLessThan(MEMORY_BOUND_MB);
    return { victim, livenessMs: slowestMs };
  }
}
