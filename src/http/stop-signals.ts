// SIGINT and SIGTERM have one listener, from the first line of the service on: process 1 of a container ignores a signal that has none, and Node
// loses a signal that arrives while its last listener is replaced by another.
let stop: (signal: NodeJS.Signals) => void = () => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));

/** @param handler called instead of ending the process at once */
export function onStopSignal(handler: typeof stop): void {
  stop = handler;
}
