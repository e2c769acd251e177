// The gates of a request, in the order in which it passes them. Both servers, Express and the one before it, pass the same.
import type { OpenRequest } from './open-request.js';

/** Returns undefined if the request may go on at once. */
export type Gate = (request: OpenRequest) => Promise<void> | undefined;

/** A large body that nobody has read when the response is sent is left unread: to discard it would cost more than the response. */
const largeBody: Gate = (request) => request.leaveLargeBody();
/** The same only for a body in chunks, which may have no end. */
const endlessBody: Gate = (request) => request.leaveEndlessBody();
/** Too many requests of an address are refused first, which is cheap. */
const rate: Gate = (request) => request.countRate();
/** There is room for the body. After this gate, it is read. */
const arrival: Gate = (request) => request.waitForArrival();
/** Other work that is to begin has its slice of the event loop. */
const slice: Gate = (request) => request.waitForSlice();
/** There is room for the parsed body. */
const parsing: Gate = (request) => request.waitForParsing();
/** Not too many requests are executed. Statements then wait for memory and connections, and writes for those that write. */
const execution: Gate = (request) => request.waitForExecution();

/** The gates of each kind of request, in three steps. Between the first and the second, its body is read. */
export const GATES = {
  /** Both APIs. */
  api: { arrive: [largeBody, rate, arrival], begin: [slice, parsing], execute: [execution] },
  /** What is streamed has a share of its own: a slow client holds one for minutes. */
  stream: { arrive: [largeBody, rate, arrival], begin: [slice, parsing], execute: [] },
  /** A file is stored while it arrives, with a share of its own. It is read also if it is refused: a browser sends it first, then reads. */
  upload: { arrive: [endlessBody, rate], begin: [slice], execute: [] },
  /** What a link leads to. It has no body. */
  link: { arrive: [largeBody, rate], begin: [slice], execute: [execution] },
  page: { arrive: [largeBody], begin: [slice], execute: [] },
} satisfies Record<string, Steps>;
export type RequestKind = keyof typeof GATES;

interface Steps {
  arrive: readonly Gate[];
  begin: readonly Gate[];
  execute: readonly Gate[];
}

/** Passes gates in their order. @returns undefined if none of them made the request wait */
export function pass(request: OpenRequest, gates: readonly Gate[], from = 0): Promise<void> | undefined {
  for (let i = from; i < gates.length; i++) {
    const waiting = gates[i]!(request);
    if (waiting) return waiting.then(() => pass(request, gates, i + 1));
  }
  return undefined;
}
