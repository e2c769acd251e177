// While there is a network: reads as soon as something has changed. Events have no data, and get lost while the connection is broken.
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { APIARY_CHANGED } from './documents.mjs';
import { sync } from './sync.mjs';

const RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60_000;
/** A network that is gone without a word closes nothing: whoever does not answer a ping in time is. */
const PING_MS = 20_000;
const PONG_MS = 5000;
/** The protocol does not confirm a subscription: what changes while it begins is read a little later. */
const SUBSCRIBED_MS = 2000;

/**
 * Runs until `signal` ends it.
 * @param onSync called when the copies are up to date
 */
export async function watch(db, service, { signal, onSync = () => {} }) {
  const reader = createReader(db, service, signal, onSync);
  let silent;
  const client = createClient({
    url: service.url.href.replace(/^http/, 'ws'),
    webSocketImpl: WebSocket,
    // Called for each connection: after 4403, with the token that has been refreshed.
    connectionParams: () => ({ authorization: `Bearer ${service.token}` }),
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    // By default it doubles without an end: after a night without a network, the next attempt would be hours away.
    retryWait: (retries) =>
      wait(Math.min(1000 * 2 ** retries, LONGEST_RETRY_MS) * (1 + Math.random()), undefined, { signal }).catch(
        () => {},
      ),
    keepAlive: PING_MS,
    on: {
      ping(received) {
        if (!received) silent = setTimeout(() => client.terminate(), PONG_MS).unref();
      },
      pong: () => clearTimeout(silent),
      connected: () => {
        reader.read();
        setTimeout(reader.read, SUBSCRIBED_MS).unref();
      },
      // 4401 and 4403: the first request over HTTP with this token refreshes it.
      closed() {
        clearTimeout(silent);
        reader.read();
      },
    },
  });
  signal.addEventListener('abort', () => client.dispose());
  while (!signal.aborted) {
    try {
      // It completes when an apiary is no longer visible: the loop subscribes to what remains.
      for await (const { errors } of client.iterate({ query: APIARY_CHANGED })) if (!errors) reader.read();
      reader.read();
    } catch {
      // After 4401, and other codes after which graphql-ws gives up.
    }
    await wait(RETRY_MS, undefined, { signal }).catch(() => {});
  }
  await reader.end();
}

/** Reads once for all events that arrive while it reads, and again later if there was no network. */
function createReader(db, service, signal, onSync) {
  let running = Promise.resolve();
  let isDue = false;
  const read = () => {
    if (isDue) return;
    isDue = true;
    running = running.then(async () => {
      isDue = false;
      if (signal.aborted) return;
      try {
        await sync(db, service);
        onSync();
      } catch {
        setTimeout(read, RETRY_MS).unref();
      }
    });
  };
  return { read, end: () => running };
}
