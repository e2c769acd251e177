import type { ServerResponse } from 'node:http';

const callbacks = Symbol('callbacks');
interface Closing extends ServerResponse {
  [callbacks]?: (() => void)[];
}

/**
 * Calls back when a response has been sent, or its client has disconnected before. Several parts of the service wait for that: one listener
 * for all of them costs a third of one listener each.
 */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  const waiting = (response as Closing)[callbacks];
  if (waiting) return void waiting.push(callback);
  (response as Closing)[callbacks] = [callback];
  response.on('close', callAll);
}

function callAll(this: Closing): void {
  for (const callback of this[callbacks]!) callback();
}
