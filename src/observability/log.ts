import { type Logger, pino } from 'pino';
import { serializeError } from './errors.js';

const LONGEST_UNWRITTEN_MS = 500;

/** The service's log, on standard output. Written many lines at a time: a system call for each would cost as much as some requests. */
export function createLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: 16_000 });
  setInterval(() => output.flush(), LONGEST_UNWRITTEN_MS).unref();
  // A log that cannot be written, on a full disk, is no reason to stop answering; nor to wait for it at the end, as pino would for ever.
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
