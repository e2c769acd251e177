// Writes ZIP files in pieces, while their contents are still being read.
import { Readable } from 'node:stream';

/** A file in a ZIP file that is written: its content, as it comes. */
export interface ZipContent {
  name: string;
  pieces: AsyncIterable<string> | Iterable<string>;
}

/**
 * Contents are read one after the other, no faster than the result is read, so that a later content may say something about earlier ones.
 * @returns the bytes of the ZIP file
 */
export async function* writeZip(
  contents: AsyncIterable<ZipContent> | Iterable<ZipContent>,
  modifiedAt: Date,
): AsyncGenerator<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: unknown): void => void output.destroy(error as Error);
  zip.on('error', fail);
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  const write = async (): Promise<void> => {
    for await (const { name, pieces } of contents) {
      const content = Readable.from(inBytes(pieces), { objectMode: false, highWaterMark: 65_536 });
      const written = new Promise<void>((resolve, reject) => void content.once('error', reject).once('close', resolve));
      zip.addReadStream(content, name, { mtime: modifiedAt });
      await Promise.race([written, closed]);
      if (output.destroyed) return void content.destroy();
    }
    zip.end();
  };
  write().catch(fail);
  yield* output as AsyncIterable<Buffer>;
}

async function* inBytes(pieces: ZipContent['pieces']): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
