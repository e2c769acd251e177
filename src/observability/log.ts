import { type Logger, pino } from 'pino';
import { serializeError } from './errors.js';

const FLUSH_INTERVAL_MS = 500;
const BLOCK_CHARACTERS = 16_000;

/** Creates the log, on standard output. It is written in blocks: a system call per line would cost as much as some requests. */
export function createLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false });
  // The destination's own buffer (`minLength`) would count the bytes of all buffered lines again for each line.
  let lines: string[] = [];
  let length = 0;
  const writeBlock = (): void => {
    if (length > 0) output.write(lines.join(''));
    lines = [];
    length = 0;
  };
  const blocks = {
    write(line: string): void {
      lines.push(line);
      length += line.length;
      if (length >= BLOCK_CHARACTERS) writeBlock();
    },
  };
  setInterval(writeBlock, FLUSH_INTERVAL_MS).unref();
  // A log that cannot be written (a full disk) must neither stop the service nor block its exit, which pino would do without end.
  let isLost = false;
  output.on('error', () => {
    isLost = true;
  });
  output.on('write', () => {
    isLost = false;
  });
  process.prependListener('exit', () => {
    writeBlock();
    if (isLost) output.destroy();
    else output.flushSync();
  });
  return pino({ level, serializers: { err: serializeError } }, blocks);
}
