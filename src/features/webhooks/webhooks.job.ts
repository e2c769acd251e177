// Sends what webhooks have subscribed to (ADR 0051). Every process takes part: it looks a few times a second whether there is anything to do.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Services } from '../../context.js';
import { PublicClient, SendError } from '../../http-client/public-client.js';
import {
  claimRounds,
  type Event,
  finishRound,
  type Result,
  type Round,
  type Target,
} from './attempt-deliveries.commands.js';
import { composeBody, composeHeaders } from './compose-event.rules.js';
import { disableWebhook } from './disable-webhook.commands.js';
import { sealAgain } from './seal-again.commands.js';
import type { DisabledStatus } from './webhook.mail.js';
import { WebhookSecrets } from './webhook-secrets.rules.js';
import { FAILING, pollWebhooks, writeEvents } from './write-deliveries.commands.js';

const POLL_INTERVAL_MS = 300;
/** While no account has a webhook that sends. */
const IDLE_INTERVAL_MS = 2000;
/** Webhooks that a process serves at once, and those of them that fail: they leave places to others. */
const MAX_ROUNDS = 100;
const MAX_FAILING_ROUNDS = 40;
const GONE = 410;
const STOP_TIMEOUT_MS = 5000;
const WARNING_INTERVAL_MS = 60_000;

export class Webhooks {
  private readonly stopping = new AbortController();
  private readonly secrets: WebhookSecrets;
  private readonly client: PublicClient;
  private readonly running = new Map<Promise<void>, Round>();
  private claiming = Promise.resolve();
  private looping: Promise<void> | undefined;
  private warnedAt = Number.NEGATIVE_INFINITY;

  /** @param newContext returns a context without a client */
  constructor(
    private readonly services: Pick<Services, 'pool' | 'log' | 'metrics' | 'settings'>,
    private readonly newContext: () => Context,
  ) {
    const { jwtSecrets, webhookHosts } = services.settings;
    this.secrets = new WebhookSecrets(jwtSecrets);
    this.client = new PublicClient({ named: webhookHosts });
  }

  /** Encrypts secrets again, as a job: a process that still has the previous JWT_SECRET may have written some. */
  renewSecrets(signal?: AbortSignal): Promise<number> {
    return sealAgain(this.services.pool, this.secrets, signal);
  }

  start(): void {
    this.looping = this.loop();
  }

  /** Ends what is being sent: another process tries it at once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const stopped = Promise.all([this.looping, ...this.running.keys()]);
    await Promise.race([stopped, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    let isIdle = false;
    while (!signal.aborted) {
      try {
        isIdle = !(await this.look(signal));
      } catch (err) {
        this.warn(err);
      }
      await wait(isIdle ? IDLE_INTERVAL_MS : POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** @returns whether there is a webhook that sends */
  private async look(signal: AbortSignal): Promise<boolean> {
    const { pool } = this.services;
    const { hasWebhooks, isDue, hasEntries } = await pollWebhooks(pool);
    if (hasEntries) for (const id of await writeEvents(pool, signal)) await this.disable(id, 'OVERLOADED');
    if (isDue || hasEntries) await this.claim();
    return hasWebhooks;
  }

  /** One after the other, so that each knows what the others have taken. */
  private claim(): Promise<void> {
    this.claiming = this.claiming.catch(() => {}).then(() => this.claimFree());
    return this.claiming;
  }

  private async claimFree(): Promise<void> {
    const rounds = [...this.running.values()];
    const failing = rounds.filter(isFailing).length;
    const free = MAX_ROUNDS - rounds.length;
    if (free <= 0 || this.stopping.signal.aborted) return;
    const served = new Map<string, number>();
    for (const { accountId } of rounds) served.set(accountId, (served.get(accountId) ?? 0) + 1);
    const working = Math.min(free, MAX_ROUNDS - MAX_FAILING_ROUNDS - (rounds.length - failing));
    const limits = [Math.max(0, working), Math.max(0, MAX_FAILING_ROUNDS - failing)] as const;
    for (const round of await claimRounds(this.services.pool, limits, served)) this.run(round);
  }

  private run(round: Round): void {
    const done = this.serve(round)
      .catch((err: unknown) => this.warn(err))
      .finally(() => this.running.delete(done));
    this.running.set(done, round);
  }

  /** Goes on with what is due then: the next look is some time away. */
  private async serve(round: Round): Promise<void> {
    const { pool, metrics } = this.services;
    const secrets = this.openSecrets(round);
    const results = await Promise.all(round.events.map((event) => this.send(round, event, secrets)));
    const isUnreachable = await finishRound(pool, round, results);
    for (const { outcome } of results) metrics?.webhookAttempt(outcome.toLowerCase());
    if (results.some(({ statusCode }) => statusCode === GONE)) await this.disable(round.webhookId, 'GONE', round);
    else if (isUnreachable) await this.disable(round.webhookId, 'UNREACHABLE', round);
    else if (results.some(({ outcome }) => outcome === 'DELIVERED' || outcome === 'DROPPED'))
      setImmediate(() => this.claimNext());
  }

  private claimNext(): void {
    this.claim().catch((err: unknown) => this.warn(err));
  }

  /** @returns the current one first; none if that cannot be read, which another process may be able to, while JWT_SECRET changes */
  private openSecrets({ webhookId, secret, previousSecrets }: Round): string[] {
    const current = this.secrets.open(secret, webhookId);
    if (current === undefined) return [];
    const previous = previousSecrets.map((sealed) => this.secrets.open(sealed, webhookId));
    return [current, ...previous.filter((known) => known !== undefined)];
  }

  private async send({ url }: Round, event: Event, secrets: readonly string[]): Promise<Result> {
    const { id, isVisible } = event;
    const nothing = { statusCode: null, durationMs: null, error: null };
    if (!isVisible) return { id, outcome: 'DROPPED', ...nothing };
    if (secrets.length === 0) return { id, outcome: 'FAILED', ...nothing, error: 'SECRET_LOST' };
    const body = composeBody(event);
    const { signal } = this.stopping;
    const started = performance.now();
    const elapsed = (): number => Math.round(performance.now() - started);
    try {
      const statusCode = await this.client.post(url, composeHeaders(id, body, secrets), body, signal);
      const isAccepted = statusCode >= 200 && statusCode < 300;
      const outcome = isAccepted ? 'DELIVERED' : 'FAILED';
      return { id, outcome, statusCode, durationMs: elapsed(), error: isAccepted ? null : 'STATUS' };
    } catch (error) {
      if (!(error instanceof SendError)) return { id, outcome: 'RETURNED', ...nothing };
      return { id, outcome: 'FAILED', statusCode: null, durationMs: elapsed(), error: error.failure };
    }
  }

  private async disable(id: string, status: DisabledStatus, target?: Target): Promise<void> {
    const context = this.newContext();
    context.startWriting();
    const isDisabled = await disableWebhook(context, id, status, target);
    if (isDisabled) this.services.log.info({ webhook: id, status }, 'a webhook was disabled');
  }

  /** A database that is away makes each look fail. */
  private warn(err: unknown): void {
    if (performance.now() - this.warnedAt < WARNING_INTERVAL_MS) return;
    this.warnedAt = performance.now();
    this.services.log.warn({ err }, 'webhooks could not be read or sent');
  }
}

const isFailing = ({ failures }: Round): boolean => failures >= FAILING;
