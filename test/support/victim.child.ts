// Runs as a process of its own, so that the load of a test does not delay it: an honest client that works through the same script again
// and again. Usage: url email password. A message is the address from which it works; it sends each round back.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { VictimRound } from './victim.js';

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 100;
/** Longer than an event takes. */
const EVENT_MS = 1000;
const MAX_LOGGED = 200;
const LOG_IN = 'mutation ($i: LogInInput!) { logIn(input: $i) { accessToken } }';
const LIST = `{ apiaries { nodes { id name beehives(first: 30) { nodes {
  id version beehiveNumber population health lastInspectedAt inspections(first: 3) { nodes { id createdAt } } } } } } }`;
const UPDATE = `mutation ($id: ID!, $text: String!) {
  updateBeehive(input: { id: $id, state: { observations: $text } }) { beehive { id version } } }`;
const SYNC = `query ($after: String) { changes(after: $after, first: 100) {
  endCursor hasMore changes { kind recordId deleted version node { __typename } } } }`;
const WATCH = 'subscription { apiaryChanged { apiaryId cursor } }';

const [url, email, password] = process.argv.slice(2) as [string, string, string];
let address = '192.0.2.1';
process.on('message', (next: string) => {
  address = next;
});
process.on('disconnect', () => process.exit());

// biome-ignore lint/suspicious/noExplicitAny: it may read any JSON
type Data = any;

/** @throws the refusal */
function ask(query: string, variables: object, token?: string): Promise<Data> {
  const body = JSON.stringify({ query, variables });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'accept-language': 'en',
    'x-forwarded-for': address,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/graphql`, { method: 'POST', headers, timeout: TIMEOUT_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject).on('end', () => {
        const { data, errors } = JSON.parse(text) as { data: Data; errors?: unknown };
        if (response.statusCode === 200 && !errors) resolve(data);
        else reject(new Error(`${response.statusCode} ${text.slice(0, MAX_LOGGED)}`));
      });
    });
    request.on('timeout', () => request.destroy(new Error('timeout'))).on('error', reject);
    request.end(body);
  });
}

/** Subscribes, and returns a promise of the next event for each call. */
async function watch(token: string): Promise<{ socket: WebSocket; next: () => Promise<void> }> {
  const headers = { 'x-forwarded-for': address };
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  let onEvent = (): void => {};
  let onEnd = (_reason: string): void => {};
  const acknowledged = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      const { type } = JSON.parse(String(data)) as { type: string };
      if (type === 'connection_ack') resolve();
      if (type === 'next') onEvent();
      if (type === 'error') onEnd(String(data));
    });
    socket.on('error', reject);
    socket.on('close', (code, reason) => {
      reject(new Error(`closed ${code}`));
      onEnd(`closed ${code} ${reason}`);
    });
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await acknowledged;
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: WATCH } }));
  const next = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no event')), TIMEOUT_MS);
      onEvent = () => {
        clearTimeout(timer);
        resolve();
      };
      onEnd = (reason) => reject(new Error(reason));
    });
  return { socket, next };
}

async function work(): Promise<VictimRound> {
  const steps: Record<string, number> = {};
  const begunAt = performance.now();
  const timed = async <T>(name: string, step: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      return await step();
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`);
    } finally {
      steps[name] = performance.now() - startedAt;
    }
  };
  let socket: WebSocket | undefined;
  try {
    const { logIn } = await timed('log-in', () => ask(LOG_IN, { i: { email, password } }));
    const token: string = logIn.accessToken;
    const watching = await timed('subscription', () => watch(token));
    socket = watching.socket;
    const { apiaries } = await timed('list', () => ask(LIST, {}, token));
    const [beehive] = apiaries.nodes[0].beehives.nodes as [{ id: string }];
    const { changes } = await timed('sync', () => ask(SYNC, { after: cursor }, token));
    cursor = changes.endCursor;
    const event = watching.next();
    event.catch(() => {});
    const update = (): Promise<Data> => ask(UPDATE, { id: beehive.id, text: `Seen at ${Date.now()}` }, token);
    await timed('update', update);
    await timed('event', async () => {
      // The protocol does not confirm a subscription: it may have begun after the update.
      while ((await Promise.race([event, sleep(EVENT_MS, 'late')])) === 'late') await update();
    });
    return { steps, ms: performance.now() - begunAt };
  } catch (error) {
    return { steps, ms: performance.now() - begunAt, refusal: (error as Error).message };
  } finally {
    socket?.terminate();
  }
}

let cursor: string | undefined;
for (;;) {
  process.send!(await work());
  await sleep(PAUSE_MS);
}
