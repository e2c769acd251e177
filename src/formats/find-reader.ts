// The formats, each recognized by the content of a file: its name may say anything.

import { isArchive, readArchive } from './archive.js';
import { readCsv } from './csv.js';
import { FileError, type FileLine, type Reader } from './file-line.js';
import { isHivePal, readHivePal } from './hive-pal.js';
import { readOpenBeehive } from './openbeehive.js';
import { asFileError, readXlsx } from './xlsx.js';
import { openZip } from './zip.js';

const ZIP = Buffer.from('PK\x03\x04');
/** The container of old Office files, and of newer ones with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WORKBOOK = 'xl/workbook.xml';

const startsWith = (file: Buffer, bytes: Buffer): boolean => file.subarray(0, bytes.length).equals(bytes);

export const isZip = (file: Buffer): boolean => startsWith(file, ZIP);

/** @throws FileError */
async function findReader(file: Buffer): Promise<Reader> {
  if (file.length === 0) throw new FileError({ code: 'EMPTY' });
  if (startsWith(file, COMPOUND_FILE)) throw new FileError({ code: 'ENCRYPTED' });
  if (!isZip(file)) return /^[\s\ufeff]*[{[]/.test(file.toString('utf8', 0, 100)) ? readOpenBeehive : readCsv;
  const zip = await openZip(file).catch((error: unknown) => {
    throw asFileError(error);
  });
  if (zip.has(WORKBOOK)) return readXlsx;
  if (isArchive(zip)) return readArchive;
  if (isHivePal(zip)) return readHivePal;
  throw new FileError({ code: 'UNKNOWN_FORMAT' });
}

/** @throws FileError, before or after some lines */
export async function* readLines(file: Buffer, name: string): AsyncGenerator<FileLine> {
  const read = await findReader(file);
  yield* read(file, name);
}
