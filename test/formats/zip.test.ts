// ZIP files that are written are read back; those that are made to harm are refused before they are inflated.
import { describe, expect, it } from '@jest/globals';
import { writeZip } from '../../src/documents/writers/zip-writer.js';
import { openZip, ZIP_LIMITS, type ZipLimits } from '../../src/formats/zip.js';
import * as fc from '../support/fast-check.js';

const DAY = new Date('2026-11-27T10:00:00Z');
const write = async (files: Record<string, Iterable<string>>): Promise<Buffer> => {
  const contents = Object.entries(files).map(([name, pieces]) => ({ name, pieces }));
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(contents, DAY)) pieces.push(piece);
  return Buffer.concat(pieces);
};
const refusal = async (bytes: Buffer, limits?: Partial<ZipLimits>): Promise<unknown> => {
  try {
    const zip = await openZip(bytes, { ...ZIP_LIMITS, ...limits });
    for (const { name } of zip.entries) await zip.readAll(name, ZIP_LIMITS.bytes);
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
/** Every occurrence is replaced: that in the header of the file, and that in the directory. */
const replaceBytes = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
const DIRECTORY = 'PK\x01\x02';
/** Changes a field of the directory's first entry, in which readers trust. */
const withEntry = (bytes: Buffer, change: (entry: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy.subarray(copy.indexOf(DIRECTORY, 0, 'latin1')));
  return copy;
};

describe('ZIP files', () => {
  it('are read as they were written', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-zñ ]{1,8})?$/);
    const files = fc.dictionary(name, fc.array(fc.string({ unit: 'grapheme', maxLength: 300 })), { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(files, async (sent) => {
        const zip = await openZip(await write(sent));
        expect(zip.entries.map((entry) => entry.name)).toEqual(Object.keys(sent));
        for (const [file, pieces] of Object.entries(sent))
          expect(String(await zip.readAll(file, 1_000_000))).toBe(pieces.join(''));
      }),
      { numRuns: 50 },
    );
  });

  it('are written no faster than they are read', async () => {
    let written = 0;
    function* endless(): Generator<string> {
      for (;;) {
        written += 10_000;
        // Text that deflate does not shrink much.
        yield Array.from({ length: 1000 }, () => Math.random().toString(36).slice(2, 12).padEnd(10)).join('');
      }
    }
    const pieces = writeZip([{ name: 'endless.txt', pieces: endless() }], DAY);
    for (let i = 0; i < 3; i++) await pieces.next();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(written).toBeLessThan(3_000_000);
    await pieces.return(undefined);
    const atEnd = written;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(written).toBe(atEnd);
  });

  it('pass on what fails while they are written', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first piece
    function* failing(): Generator<string> {
      throw new Error('the database is gone');
    }
    await expect(write({ 'a.txt': failing() })).rejects.toThrow('the database is gone');
  });

  it('are refused above the limits, whatever they are', async () => {
    const bomb = await write({ 'zeros.txt': Array.from({ length: 50 }, () => '0'.repeat(100_000)) });
    expect(bomb.length).toBeLessThan(30_000);
    expect(await refusal(bomb)).toBe('ZIP_TOO_LARGE');
    expect(await refusal(bomb, { ratio: 2000 })).toBeUndefined();
    expect(await refusal(bomb, { ratio: 2000, entryBytes: 4_999_999 })).toBe('ZIP_TOO_LARGE');
    const several = await write({ 'a.txt': ['a'.repeat(60)], 'b.txt': ['b'.repeat(60)] });
    expect(await refusal(several, { bytes: 119 })).toBe('ZIP_TOO_LARGE');
    expect(await refusal(several, { bytes: 120 })).toBeUndefined();
    expect(await refusal(several, { entries: 1 })).toBe('ZIP_TOO_MANY_ENTRIES');
  });

  it('are refused if they inflate to another size than they state', async () => {
    const bytes = await write({ 'zeros.txt': ['0'.repeat(5_000_000)] });
    const smaller = withEntry(bytes, (entry) => entry.writeUInt32LE(1000, 24));
    expect(await refusal(smaller)).toBe('ZIP_INVALID');
    const larger = withEntry(await write({ 'a.txt': ['a'] }), (entry) => entry.writeUInt32LE(1000, 24));
    expect(await refusal(larger)).toBe('ZIP_INVALID');
  });

  it('are refused with names that lead elsewhere, occur twice or are missing', async () => {
    const bytes = await write({ 'aa/bbbbb.txt': ['a'], 'bb.txt': ['b'] });
    for (const name of ['../bbbbb.txt', '/a/bbbbb.txt', 'C:/bbbbb.txt', 'aa/../bb.txt'])
      expect(await refusal(replaceBytes(bytes, 'aa/bbbbb.txt', name))).toBe('ZIP_NAMES');
    const twice = await write({ 'a.txt': ['a'], 'b.txt': ['b'] });
    expect(await refusal(replaceBytes(twice, 'b.txt', 'a.txt'))).toBe('ZIP_NAMES');
  });

  it('are refused if they are encrypted, damaged, or no ZIP files', async () => {
    const bytes = await write({ 'a.txt': ['some text'] });
    expect(await refusal(withEntry(bytes, (entry) => entry.writeUInt16LE(0x0809, 8)))).toBe('ZIP_ENCRYPTED');
    expect(await refusal(withEntry(bytes, (entry) => entry.writeUInt16LE(99, 10)))).toBe('ZIP_INVALID');
    expect(await refusal(withEntry(bytes, (entry) => entry.writeUInt32LE(1, 16)))).toBe('ZIP_INVALID');
    expect(await refusal(bytes.subarray(0, bytes.length - 5))).toBe('ZIP_INVALID');
    expect(await refusal(Buffer.from('PK\x03\x04 nothing'))).toBe('ZIP_INVALID');
    expect(await refusal(Buffer.alloc(0))).toBe('ZIP_INVALID');
  });

  it('never make the reader do anything but refuse, whatever is changed in them', async () => {
    const bytes = await write({ 'a.txt': ['some text '.repeat(50)], 'b/c.txt': ['more'] });
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const changed = Buffer.from(bytes);
        for (const [place, value] of all) changed[place] = value;
        expect(String(await refusal(changed))).toMatch(/^(ZIP_[A-Z_]+|undefined)$/);
      }),
      { numRuns: 300 },
    );
  });
});
