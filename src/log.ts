import { type Logger, pino } from 'pino';

const LONGEST_UNWRITTEN_MS = 500;

/** The service's log, on standard output. Written many lines at a time: a system call for each would cost as much as some requests. */
export function createLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: 16_000 });
  // A log that cannot be written, on a full disk, is no reason to stop answering.
  output.on('error', () => {});
  setInterval(() => output.flush(), LONGEST_UNWRITTEN_MS).unref();
  process.on('exit', () => {
    try {
      output.flushSync();
    } catch {
      // There is nowhere left to say it.
    }
  });
  return pino({ level }, output);
}
