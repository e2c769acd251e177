import { type DestinationStream, type Logger, pino } from 'pino';
import { serializeError } from './errors.js';

const FLUSH_INTERVAL_MS = 500;
const BLOCK_BYTES = 65_536;
const MAX_UTF8_BYTES_PER_UNIT = 3;

/** Creates the log, on standard output: JSON, or text that is easy to read if that is a terminal and the formatter is installed. */
export async function createLog(level: string): Promise<Logger> {
  const formatter = process.stdout.isTTY ? await import('pino-pretty').catch(() => undefined) : undefined;
  const output = formatter
    ? formatter.default({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
    : writeInBlocks();
  return pino({ level, serializers: { err: serializeError } }, output);
}

/** Writes lines in blocks: a system call per line would cost as much as some requests. */
function writeInBlocks(): DestinationStream & { flush: () => void } {
  const output = pino.destination({ dest: 1, sync: false, contentMode: 'buffer' });
  const write = (bytes: Uint8Array): boolean => output.write(bytes as unknown as string);
  // The destination's own buffer (`minLength`) would count the bytes of all buffered lines again for each line. As bytes, lines are no
  // objects that live for half a second, and are not encoded again when they are written.
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let length = 0;
  const writeBlock = (): void => {
    if (length === 0) return;
    write(block.subarray(0, length));
    block = Buffer.allocUnsafe(BLOCK_BYTES);
    length = 0;
  };
  const blocks = {
    flush: writeBlock,
    write(line: string): void {
      const maxBytes = line.length * MAX_UTF8_BYTES_PER_UNIT;
      if (length + maxBytes > BLOCK_BYTES) writeBlock();
      if (maxBytes > BLOCK_BYTES) write(Buffer.from(line));
      else length += block.write(line, length);
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
  return blocks;
}
