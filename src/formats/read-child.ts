// The process that reads a file: its bytes come by standard input, its lines go to standard output, each as JSON.
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { cutTexts, FileError, type FileLine, type FileProblem, storable } from './file-line.js';
import { isZip, readLines } from './find-reader.js';
import { endFirst, limitMemory } from './limit-memory.js';

const PIECE_LENGTH = 65_536;
/** A text of so much cannot take more memory than the heap may have. */
const SMALL_BYTES = 2 ** 18;

let waiting = '';
async function send(line: FileLine | 'end'): Promise<void> {
  waiting += `${storable(line === 'end' || line.type === 'row' ? line : cutTexts(line))}\n`;
  if (waiting.length >= PIECE_LENGTH) await flush();
}
async function flush(): Promise<void> {
  if (!process.stdout.write(waiting)) await once(process.stdout, 'drain');
  waiting = '';
}

endFirst();
try {
  const file = await buffer(process.stdin);
  if (file.length > SMALL_BYTES || isZip(file)) limitMemory();
  // The pieces in which it came: as much again.
  globalThis.gc?.();
  for await (const line of readLines(file, process.env.FILE_NAME ?? '')) await send(line);
  await send('end');
} catch (error) {
  // It is the service that lacks a package: no file is to blame.
  if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw error;
  // Anything may be thrown for a file that is not what a library expects.
  const problem: FileProblem = error instanceof FileError ? error.problem : { code: 'DAMAGED' };
  await send({ type: 'problem', ...problem });
}
await flush();
