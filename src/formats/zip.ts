// Reads ZIP files that somebody sent. Sizes that a file states are held against the limits before anything is inflated, and against what is
// inflated: a file of 20 MB could otherwise become one of 20 GB. Nothing is ever written to a path that a file names.
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FileError, type FileProblemCode } from './file-line.js';

/** Why a ZIP file is not read. */
export type ZipProblem =
  /** It is no ZIP file, or a damaged one. */
  | 'ZIP_INVALID'
  | 'ZIP_TOO_MANY_ENTRIES'
  /** Inflated, it would be larger than allowed, or so much larger than the file that it is made to be. */
  | 'ZIP_TOO_LARGE'
  | 'ZIP_ENCRYPTED'
  /** An absolute path, one that leads out of the file, or two entries with one name. */
  | 'ZIP_NAMES';

const CODES: Record<ZipProblem, FileProblemCode> = {
  ZIP_INVALID: 'DAMAGED',
  ZIP_TOO_MANY_ENTRIES: 'TOO_LARGE',
  ZIP_TOO_LARGE: 'TOO_LARGE',
  ZIP_ENCRYPTED: 'ENCRYPTED',
  ZIP_NAMES: 'DAMAGED',
};

export class ZipError extends FileError {
  constructor(
    readonly code: ZipProblem,
    message: string,
    /** The name of the entry. */
    readonly entry?: string,
  ) {
    super({ code: CODES[code], value: entry });
    this.message = message;
  }
}

export interface ZipLimits {
  entries: number;
  /** Inflated, of all entries. */
  bytes: number;
  /** Inflated, of one entry. */
  entryBytes: number;
  /** Inflated bytes for each byte in the file, of an entry larger than a megabyte. Deflate reaches 1032; tables and texts reach 100. */
  ratio: number;
}

export const ZIP_LIMITS: ZipLimits = { entries: 2000, bytes: 400 * 2 ** 20, entryBytes: 200 * 2 ** 20, ratio: 200 };

const RATIO_FROM_BYTES = 2 ** 20;
/** No format that is read needs longer names. */
const MAX_NAME_LENGTH = 255;
const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  /** With `/` between folders. */
  name: string;
  /** Inflated, as the file states it; reading fails if it is not so. */
  size: number;
}

/** The files of a ZIP file; its folders are left out. */
export class ZipReader {
  readonly entries: readonly ZipEntry[];

  constructor(
    private readonly file: ZipFile,
    private readonly found: ReadonlyMap<string, Entry>,
  ) {
    this.entries = [...found].map(([name, { uncompressedSize: size }]) => ({ name, size }));
  }

  has(name: string): boolean {
    return this.found.has(name);
  }

  /** @throws ZipError (ZIP_INVALID) if there is no such entry, or its content is not what the file states */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.found.get(name);
    if (!entry) throw new ZipError('ZIP_INVALID', `There is no file ${name} in the ZIP file`, name);
    let checksum = 0;
    try {
      for await (const piece of await this.file.openReadStreamPromise(entry)) {
        checksum = crc32(piece as Buffer, checksum);
        yield piece as Buffer;
      }
    } catch (error) {
      throw new ZipError('ZIP_INVALID', `${name}: ${(error as Error).message}`, name);
    }
    if (checksum !== entry.crc32) throw new ZipError('ZIP_INVALID', `${name} is damaged: its checksum differs`, name);
  }

  /** @throws ZipError as `read`; ZIP_TOO_LARGE for an entry of more than `limit` bytes */
  async readAll(name: string, limit: number): Promise<Buffer> {
    const size = this.found.get(name)?.uncompressedSize ?? 0;
    if (size > limit) throw new ZipError('ZIP_TOO_LARGE', `${name} is larger than ${limit} bytes`, name);
    // The pieces are not held beside the whole.
    const all = Buffer.allocUnsafe(size);
    let at = 0;
    for await (const piece of this.read(name)) at += piece.copy(all, at);
    return all;
  }
}

/** Reads the directory of a ZIP file. @throws ZipError */
export async function openZip(bytes: Buffer, limits: ZipLimits = ZIP_LIMITS): Promise<ZipReader> {
  const { fromBufferPromise } = await import('yauzl');
  const found = new Map<string, Entry>();
  let total = 0;
  try {
    // The names are decoded, and refused if they lead out of the file; streams refuse more or fewer bytes than the directory states.
    const file = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (file.entryCount > limits.entries)
      throw new ZipError('ZIP_TOO_MANY_ENTRIES', `A ZIP file may contain at most ${limits.entries} files`);
    for await (const entry of file.eachEntry()) {
      requireEntry(entry, limits);
      total += entry.uncompressedSize;
      if (total > limits.bytes)
        throw new ZipError('ZIP_TOO_LARGE', `The files in the ZIP file are larger than ${limits.bytes} bytes`);
      if (entry.fileName.endsWith('/')) continue;
      if (found.has(entry.fileName))
        throw new ZipError('ZIP_NAMES', `Two files are named ${entry.fileName}`, entry.fileName);
      found.set(entry.fileName, entry);
    }
    return new ZipReader(file, found);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    const { message } = error as Error;
    const isName = /invalid relative path|absolute path|invalid characters in fileName/.test(message);
    const isEncrypted = message.includes('encryption');
    throw new ZipError(isName ? 'ZIP_NAMES' : isEncrypted ? 'ZIP_ENCRYPTED' : 'ZIP_INVALID', message);
  }
}

function requireEntry(entry: Entry, { entryBytes, ratio }: ZipLimits): void {
  const { fileName: name, uncompressedSize: size, compressedSize, compressionMethod } = entry;
  if (name.length > MAX_NAME_LENGTH || name.includes('\0') || name === '')
    throw new ZipError('ZIP_NAMES', `A file in the ZIP file has a name that is empty or too long`);
  if (entry.isEncrypted()) throw new ZipError('ZIP_ENCRYPTED', `${name} is encrypted`, name);
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new ZipError('ZIP_INVALID', `${name} is compressed by an unknown method (${compressionMethod})`, name);
  if (size > entryBytes) throw new ZipError('ZIP_TOO_LARGE', `${name} is larger than ${entryBytes} bytes`, name);
  if (size > RATIO_FROM_BYTES && size > compressedSize * ratio)
    throw new ZipError('ZIP_TOO_LARGE', `${name} is compressed to less than a ${ratio}th`, name);
}
