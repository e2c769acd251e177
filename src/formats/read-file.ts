// Reads a file that somebody sent. What parses it runs in a process of its own with limits of memory and time: a file that is made to exhaust
// them ends that process, and nothing else.
import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { FileLine, FileProblem } from './file-line.js';
import { LineTooLong, splitLines } from './split-lines.js';

/** The largest file that is read. */
export const MAX_FILE_BYTES = 20 * 2 ** 20;
/** Limits of V8. The memory of the process has one, too (limit-memory.ts): the collector gives back more, and earlier, if it has little. */
const HEAP = ['--max-old-space-size=96', '--max-semi-space-size=2', '--expose-gc'];
const MAX_SECONDS = 120;
/** As JSON: the longest row of an archive, or of a sheet, of which each character takes up to six bytes. */
const MAX_LINE_BYTES = 2 * 2 ** 20;
/** All lines together: many times what people write in a file of 20 MB. */
const MAX_OUTPUT_BYTES = 128 * 2 ** 20;
/**
 * Resolves when the files before have been read. A process reads one at a time: it needs memory for one reader beside its own, and the database,
 * which stores the rows, would not be faster with two.
 */
let previous: Promise<void> = Promise.resolve();
/** V8 ends a process whose heap is full like this. */
const EXIT_BY_SIGNAL = 128;
/** `scripts/bundle.mjs` puts it beside the bundle. */
const CHILD = fileURLToPath(new URL('./read-child.js', import.meta.url));

const problem = (code: FileProblem['code']): FileLine => ({ type: 'problem', code });

/**
 * @param file its bytes
 * @param name as its sender calls it; the format follows from the content
 * @returns its lines; the last one is a problem if it cannot be read
 */
export async function* readFile(
  file: AsyncIterable<Uint8Array>,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<FileLine> {
  const before = previous;
  let endTurn = (): void => {};
  previous = new Promise((resolve) => {
    endTurn = resolve;
  });
  try {
    await before;
    signal.throwIfAborted();
    yield* readNow(file, name, signal);
  } finally {
    endTurn();
  }
}

async function* readNow(file: AsyncIterable<Uint8Array>, name: string, signal: AbortSignal): AsyncGenerator<FileLine> {
  const child = spawn(process.execPath, [...HEAP, CHILD], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Nothing of the settings, and so no secrets. Other users of the machine see the arguments of a process, but not this.
    env: { FILE_NAME: name },
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  let isLate = false;
  const kill = (): boolean => child.kill('SIGKILL');
  const timeout = setTimeout(() => {
    isLate = kill();
  }, MAX_SECONDS * 1000);
  signal.addEventListener('abort', kill);
  // A process that has ended before it has read everything makes the pipe fail: its lines say why.
  const sent = pipeline(file, child.stdin).catch((error: unknown) => error);
  try {
    let isComplete = false;
    let bytes = 0;
    // Whatever the process writes, no more of it is held here than a row may have.
    for await (const text of splitLines(child.stdout, MAX_LINE_BYTES)) {
      bytes += text.length;
      if (bytes > MAX_OUTPUT_BYTES) return yield problem('TOO_LARGE');
      const line = readLine(text);
      if (!line) continue;
      if (line === 'end') isComplete = true;
      else yield line;
      if (line !== 'end' && line.type === 'problem') return;
    }
    const code = await ended;
    signal.throwIfAborted();
    const failure = await sent;
    if (!isComplete && failure && !isBrokenPipe(failure)) throw failure;
    if (isComplete) return;
    const isKilled = isLate || code === null || code > EXIT_BY_SIGNAL;
    // Whatever is wrong with a file, the process says so itself.
    if (!isKilled) throw new Error(`the process that reads files ended with the code ${code}`);
    yield problem(isLate ? 'TOO_LARGE' : 'TOO_MUCH_MEMORY');
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    yield problem('ROW_TOO_LONG');
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', kill);
    kill();
  }
}

const isBrokenPipe = (error: unknown): boolean =>
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/** A process that was killed may leave half a line. */
function readLine(text: Buffer): FileLine | 'end' | undefined {
  try {
    return JSON.parse(text.toString()) as FileLine | 'end';
  } catch {
    return undefined;
  }
}
