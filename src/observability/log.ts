import { type Logger, pino } from 'pino';
import { serializeError } from './errors.js';

const FLUSH_INTERVAL_MS = 500;

/** Creates the log, on standard output. It is written in blocks: a system call per line would cost as much as some requests. */
export function createLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: 16_000 });
  setInterval(() => output.flush(), FLUSH_INTERVAL_MS).unref();
  // A log that cannot be written (a full disk) must neither stop the service nor block its exit, which pino would do without end.
  let isLost = false;
  output.on('error', () => {
    isLost = true;
  });
  output.on('write', () => {
    isLost = false;
  });
  process.prependListener('exit', () => (isLost ? output.destroy() : output.flushSync()));
  return pino({ level, serializers: { err: serializeError } }, output);
}
