// What reads a file is a process of its own: what it says, and what it takes, is bounded.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { FileLine } from '../../src/formats/file-line.js';
import { readFile } from '../../src/formats/read-file.js';
import { workbookParts, zipOf } from '../support/xlsx.js';

const MEGABYTE = 2 ** 20;
const { signal } = new AbortController();

async function linesOf(file: Buffer | string, name = 'file'): Promise<FileLine[]> {
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from(file as string);
  }
  const lines: FileLine[] = [];
  for await (const line of readFile(pieces(), name, signal)) lines.push(line);
  return lines;
}
const problemOf = async (file: Buffer | string): Promise<unknown> => (await linesOf(file)).at(-1);

/** An archive with the lines of one list. */
async function archiveOf(lines: string[]): Promise<Buffer> {
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const empty = createHash('sha256').digest('hex');
  return zipOf({
    'apiaries.ndjson': '',
    'beehives.ndjson': text,
    'manifest.json': JSON.stringify({
      ...{ format: 'beekeeping-archive', version: '1.0', exportedAt: '2026-01-01T00:00:00Z', notRestored: [] },
      service: { name: 'service', version: '1' },
      account: {
        id: '00000000-0000-4000-8000-000000000000',
        username: 'x'.repeat(1000),
        language: 'ES',
        timeZone: 'UTC',
      },
      lists: [
        { name: 'apiaries', file: 'apiaries.ndjson', rows: 0, sha256: empty },
        { name: 'beehives', file: 'beehives.ndjson', rows: lines.length, sha256 },
      ],
    }),
  });
}

describe('a text that is no cell', () => {
  it('of a workbook: the name of a sheet', async () => {
    const parts = workbookParts({
      S: [
        ['Apiary', 'Hive'],
        ['El Roble', 1],
      ],
    });
    const named = (name: string): Promise<Buffer> =>
      zipOf({ ...parts, 'xl/workbook.xml': parts['xl/workbook.xml']!.replace('name="S"', `name="${name}"`) });
    expect(await linesOf(await named('n'.repeat(100_000)))).toMatchObject([
      { type: 'file' },
      { type: 'sheet', name: 'n'.repeat(200) },
      { type: 'row', cells: ['El Roble', 1] },
    ]);
    // As large as the ratio of a ZIP file lets it be.
    const longest = await named(randomBytes(130_000).toString('hex') + 'n'.repeat(40_000_000));
    expect(longest.length).toBeLessThan(MEGABYTE / 3);
    expect(await linesOf(longest)).toEqual([{ type: 'problem', code: 'TOO_LARGE', value: 'xl/workbook.xml' }]);
  });

  it('of an export: its version, and when it was made', async () => {
    const long = 'v'.repeat(4_000_000);
    const data = { apiary: [{ id: 'a', name: 'El Roble' }] };
    const backup = { openbeehive_export: true, schema_version: long, exported_at: long, data };
    expect((await linesOf(JSON.stringify(backup)))[0]).toEqual({
      ...{ type: 'file', format: 'OPENBEEHIVE' },
      details: { version: long.slice(0, 200), exportedAt: long.slice(0, 200) },
    });
  });

  it('of an archive: what its manifest says', async () => {
    const [first] = await linesOf(await archiveOf(['{}']));
    expect(first).toMatchObject({ format: 'ARCHIVE', details: { account: { username: 'x'.repeat(200) } } });
  });

  it('of a problem: the name of its sheet', async () => {
    const file = zipOf(
      workbookParts({
        ['n'.repeat(1000)]: [
          ['Apiary', 'Hive'],
          ['x'.repeat(40_000), 1],
        ],
      }),
    );
    expect(await problemOf(await file)).toMatchObject({ code: 'CELL_TOO_LONG', sheet: 'n'.repeat(200), row: 2 });
  });
});

describe('what the process writes', () => {
  it('has no line that is longer than a row, which may be longer than in the file', async () => {
    const row = `[${Array.from({ length: 200_000 }, () => '1e20').join(',')}]`;
    expect(row.length).toBeLessThan(MEGABYTE);
    expect(await problemOf(await archiveOf(['{}', `{"numbers":${row}}`]))).toEqual({
      ...{ type: 'problem', code: 'ROW_TOO_LONG' },
    });
  });

  it('has an end', async () => {
    const row = `{"notes":"${randomBytes(3000).toString('hex')}${'n'.repeat(900_000)}"}`;
    expect(await problemOf(await archiveOf(Array.from({ length: 150 }, () => row)))).toEqual({
      ...{ type: 'problem', code: 'TOO_LARGE' },
    });
  });
});

describe('the memory of the process', () => {
  it('has a limit, above which the file is refused', async () => {
    const many = `[${'{},'.repeat(6_000_000)}{}]`;
    expect(await problemOf(many)).toEqual({ type: 'problem', code: 'TOO_MUCH_MEMORY' });
  });

  it('is that of one file at a time, and of what the system ends first', async () => {
    const { pid } = process;
    const peaks: number[] = [];
    const scores = new Set<string>();
    const look = setInterval(() => {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
      const readers = children.filter((child) => isReader(child));
      peaks.push(readers.length);
      for (const reader of readers) scores.add(read(`/proc/${reader}/oom_score_adj`).trim());
    }, 2);
    const rows = 'El Roble;1;2025-05-01;calm\n'.repeat(20_000);
    const table = `Apiary;Hive;Date;Notes\n${rows}`;
    try {
      const read = await Promise.all([linesOf(table), linesOf(table), linesOf(table)]);
      expect(read.map(({ length }) => length)).toEqual([20_002, 20_002, 20_002]);
    } finally {
      clearInterval(look);
    }
    expect(Math.max(...peaks)).toBe(1);
    expect(scores).toContain('1000');
  });
});

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
const isReader = (pid: string): boolean => read(`/proc/${pid}/cmdline`).includes('read-child');
