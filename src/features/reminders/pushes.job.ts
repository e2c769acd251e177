// Sends messages by web push, as jobs (RFC 8030). The library encrypts them (RFC 8291) and signs for the push service (RFC 8292); it does not
// send them, because it would read any response to its end. A message has a number, and no text of people.
import type { PushSettings } from '../../config.js';
import type { Services } from '../../context.js';
import type { Push } from '../../maintenance/web-push.js';
import { readEndpoint } from './push-services.rules.js';

const TIMEOUT_MS = 10_000;
const SLOW_MS = 3000;
/** For so long after a push service was slow or did not answer, messages to it fail at once and wait for their next attempts: others go on. */
const PAUSE_MS = 30_000;
/** The most hosts that are paused at once: clients choose the names below a pattern. */
const MAX_HOSTS = 1000;
/** The push service keeps a message for a browser that is not connected. The next digest may be there after a day. */
const TTL_SECONDS = 86_400;
/** What the service answers if there is no such subscription any more. */
const GONE = [404, 410];
const RATE_LIMITED = 429;

/** A subscription is found while its session has neither ended nor expired. */
const FIND = `select p.endpoint, p.host, p.p256dh, p.auth
  from push_subscriptions p join sessions s on s.id = p.session_id join users u on u.id = p.user_id
  where p.id = $1 and s.ended_at is null and s.expires_at > now() and u.is_active`;
const SENT = 'update push_subscriptions set last_sent_at = now() where id = $1';
const REMOVE = 'delete from push_subscriptions where id = $1';

interface Target {
  endpoint: string;
  host: string;
  p256dh: string;
  auth: string;
}

/** Loaded for the first message. It only encrypts: to send, it would read responses of any size, and wait without end. */
const loadLibrary = async () => (await import('web-push')).default;

export class Pushes {
  /** By the host, in milliseconds since 1970. */
  private readonly pausedUntil = new Map<string, number>();

  constructor(private readonly services: Pick<Services, 'pool' | 'log' | 'settings'>) {}

  /** Where web push has been switched off, what waits is dropped. @throws Error if it is to be tried again */
  async send({ subscription, total }: Push, signal: AbortSignal): Promise<void> {
    const { pool, log, settings } = this.services;
    const { push } = settings;
    if (!push) return;
    const { rows } = await pool.query<Target>(FIND, [subscription]);
    const target = rows[0];
    // The list of services may have become shorter.
    if (!target || !readEndpoint(target.endpoint, push.services)) return;
    const { host } = target;
    const status = await this.post(target, JSON.stringify({ type: 'digest', total }), push, signal);
    if (status >= 200 && status < 300) await pool.query(SENT, [subscription]);
    else if (GONE.includes(status)) await pool.query(REMOVE, [subscription]);
    else if (status === RATE_LIMITED || status >= 500) throw fail(host, `answered ${status}`, `PUSH_${status}`);
    else log.warn({ host, status, subscription }, 'a push service refused a message');
  }

  /** @returns the status of the response, whose body is not read */
  private async post(target: Target, message: string, settings: PushSettings, signal: AbortSignal): Promise<number> {
    const { endpoint, host, p256dh, auth } = target;
    const { publicKey, privateKey, subject } = settings;
    const library = await loadLibrary();
    const { headers, body } = library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: TTL_SECONDS,
      urgency: 'normal',
      topic: 'digest',
    });
    // That of the body, which fetch sets itself.
    delete headers['Content-Length'];
    this.requireAnswering(host);
    const started = performance.now();
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      if (performance.now() - started > SLOW_MS) this.pause(host);
      else this.pausedUntil.delete(host);
      return response.status;
    } catch (cause) {
      if (!signal.aborted) this.pause(host);
      throw fail(host, 'did not answer', 'PUSH_SERVICE_AWAY', cause);
    }
  }

  /** After the pause, one message is tried, while the others wait on. */
  private requireAnswering(host: string): void {
    const until = this.pausedUntil.get(host);
    if (until === undefined) return;
    if (Date.now() < until) throw fail(host, 'is slow, or has not answered of late', 'PUSH_SERVICE_AWAY');
    this.pause(host);
  }

  private pause(host: string): void {
    const [oldest] = this.pausedUntil.keys();
    if (oldest !== undefined && this.pausedUntil.size >= MAX_HOSTS) this.pausedUntil.delete(oldest);
    this.pausedUntil.set(host, Date.now() + PAUSE_MS);
  }
}

/** The endpoint is not in it: it is logged. @param code is stored with the job */
const fail = (host: string, what: string, code: string, cause?: unknown): Error =>
  Object.assign(new Error(`the push service ${host} ${what}`, cause === undefined ? undefined : { cause }), { code });
