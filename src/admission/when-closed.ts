import type { ServerResponse } from 'node:http';

const callbacks = Symbol('callbacks');
interface Closing extends ServerResponse {
  [callbacks]?: (() => void)[] | undefined;
}

/**
 * Calls back when a response has been sent, or its client has disconnected before. Several parts of the service wait for that: one listener
 * for all of them costs a third of one listener each. One that throws does not skip the others.
 */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  const waiting = (response as Closing)[callbacks];
  if (waiting) return void waiting.push(callback);
  (response as Closing)[callbacks] = [callback];
  response.on('close', callAll);
}

function callAll(this: Closing): void {
  const all = this[callbacks]!;
  // A connection that is kept alive holds its last response.
  this[callbacks] = undefined;
  callFrom(all, 0);
}

function callFrom(all: (() => void)[], first: number): void {
  let next = first;
  try {
    while (next < all.length) all[next++]!();
  } finally {
    if (next < all.length) callFrom(all, next);
  }
}
