// ONE REQUEST, seen as the network sees it: how long it took, on what kind of connection, and whether it was answered at all. `fetch`
// hides these.
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { expect } from '@jest/globals';

export interface Asked {
  method?: string;
  path: string;
  token?: string | undefined;
  body?: object;
  headers?: Record<string, string>;
  /** Absent: a connection of its own. */
  agent?: http.Agent;
  patienceMs?: number;
}
export interface Heard {
  status: number;
  headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
  body: any;
  ms: number;
}
/** There was no answer. */
export class Unanswered extends Error {
  constructor(
    readonly code: string,
    /** On a connection that had served before, and that the other side may close whenever it is idle. */
    readonly isReused: boolean,
    readonly ms: number,
  ) {
    super(`no answer: ${code}${isReused ? ' on a reused connection' : ''}`);
  }
}

const PATIENCE_MS = 20_000;

/** @throws Unanswered */
export function send(url: string, asked: Asked): Promise<Heard> {
  const { method = 'GET', path, token, body, agent = false, patienceMs = PATIENCE_MS } = asked;
  const text = body && JSON.stringify(body);
  const headers = {
    ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...asked.headers,
  };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const request = http.request(`${url}${path}`, { method, headers, agent });
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(new Unanswered(error.code ?? error.message, request.reusedSocket, performance.now() - begun));
    const patience = setTimeout(() => {
      request.destroy(Object.assign(new Error(), { code: `NOTHING_IN_${patienceMs}_MS` }));
    }, patienceMs);
    request.on('error', fail).on('close', () => clearTimeout(patience));
    request.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        answer += piece;
      });
      response.on('error', fail);
      response.on('end', () => {
        const ms = performance.now() - begun;
        const isJson = /^application\/json/.test(response.headers['content-type'] ?? '');
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: isJson && answer ? JSON.parse(answer) : answer, ms });
      });
    });
    request.end(text);
  });
}

/** What is wrong with an answer that should be 503 in JSON, with a message for people that tells nothing of the inside. */
export function notUnavailable(what: string, heard: Heard | Unanswered): string | undefined {
  if (heard instanceof Unanswered) return `${what}: ${heard.message}`;
  const { status, headers, body } = heard;
  const message = String(body?.message ?? body?.errors?.[0]?.message);
  const isRight =
    status === 503 &&
    /^application\/json/.test(headers['content-type'] ?? '') &&
    /not available/.test(message) &&
    !/postgres|ECONN|\bpool\b|timeout|\.js/i.test(message);
  return isRight ? undefined : `${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
}

/** The different complaints about answers that should all say that the service is not available. */
export function complaintsAbout(answers: [what: string, Heard | Unanswered][]): string[] {
  return [...new Set(answers.flatMap(([what, heard]) => notUnavailable(what, heard) ?? []))];
}

export function expectUnavailable(what: string, ...answers: (Heard | Unanswered)[]): void {
  expect(complaintsAbout(answers.map((heard) => [what, heard]))).toEqual([]);
}

/** The answer, or why there was none. */
export const attempt = (url: string, asked: Asked): Promise<Heard | Unanswered> =>
  send(url, asked).catch((error: Unanswered) => error);

/** Does `work` again and again, as many at once as there are clients, until it is told to stop. */
export class Load {
  private isOver = false;
  private readonly clients: Promise<void>[];

  constructor(clients: number, work: (client: number, turn: number) => Promise<unknown>) {
    this.clients = Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; !this.isOver; turn++) await work(client, turn);
    });
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }
}

export const percentile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
