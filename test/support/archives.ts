// Exports an account as an archive, restores archives, and compares exports.
import { expect } from '@jest/globals';
import type { Context } from '../../src/context.js';
import { runStatement } from '../../src/database/pool.js';
import { unitOfWork } from '../../src/database/unit-of-work.js';
import { archiveSource } from '../../src/features/archives/archive-source.commands.js';
import type { ImportInfo, RowProblem, RowResult, StoredRow } from '../../src/features/imports/import-source.types.js';
import { RESTORE_REQUEST } from '../../src/features/imports/undone.queries.js';
import { readArchive } from '../../src/formats/archive.js';
import type { FileLine } from '../../src/formats/file-line.js';
import type { Client, TestApp } from './client.js';

export type Row = Record<string, unknown> & { id: string };
export type Lists = Record<string, Row[]>;

export async function exportArchive(who: Client, query = '?format=zip'): Promise<Buffer> {
  const headers = { authorization: `Bearer ${who.token}`, 'accept-language': 'en' };
  const response = await fetch(`${who.url}/api/v1/users/me/export${query}`, { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

export const exportJson = async (who: Client): Promise<Lists> =>
  JSON.parse(String(await exportArchive(who, ''))) as Lists;

export async function linesOf(archive: Buffer): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const line of readArchive(archive)) lines.push(line);
  return lines;
}

/** The lines of an archive with other rows in some lists. */
export function withRows(lines: FileLine[], changes: Record<string, (rows: Row[]) => object[]>): FileLine[] {
  const changed = [...lines];
  for (const [name, change] of Object.entries(changes)) {
    const list = lines.find((line) => line.type === 'sheet' && line.name === name) as { sheet: number };
    const isOfList = (line: FileLine): boolean => line.type === 'row' && line.sheet === list.sheet;
    const rows = lines.filter(isOfList).map((line) => structuredClone((line as { cells: unknown }).cells) as Row);
    const at = changed.findIndex((line) => line.type === 'sheet' && line.sheet === list.sheet) + 1;
    const others = changed.filter((line) => !isOfList(line));
    const added = change(rows).map((cells, i) => ({ type: 'row', sheet: list.sheet, row: i + 1, cells }) as FileLine);
    changed.splice(0, changed.length, ...others.slice(0, at), ...added, ...others.slice(at));
  }
  return changed;
}

/** A context as the job has it. */
export async function contextOf({ app }: TestApp, accountId: string): Promise<Context> {
  const { newContext } = app.imports as unknown as { newContext: (requestId: string) => Context };
  const context = newContext(`${RESTORE_REQUEST}00000000-0000-4000-8000-000000000000`);
  context.startWriting();
  context.actAs(await app.sessions.account(accountId, '00000000-0000-4000-8000-000000000000'));
  return context;
}

export interface Restored {
  results: RowResult[];
  /** The problems that the check has found. */
  problems: { list: string; row: number; problems: RowProblem[] }[];
  /** How many rows had each result. */
  counts: Record<string, number>;
}

interface Checked {
  imported: ImportInfo;
  rows: StoredRow[];
  nameOf: (row: StoredRow) => string;
  problems: Restored['problems'];
}

/** Checks lines of an archive as the job does, before anything is written. */
export async function check(context: Context, lines: FileLine[]): Promise<Checked> {
  const file = lines.find((line) => line.type === 'file')!;
  const sheets = lines.filter((line) => line.type === 'sheet').map((sheet) => ({ ...sheet, rows: [] }));
  const rows: StoredRow[] = lines
    .filter((line) => line.type === 'row')
    .map(({ sheet, row, cells }, i) => ({ n: i + 1, sheet, row, cells }));
  const { details, format } = file;
  const info = { id: '00000000-0000-4000-8000-000000000000', format, checksum: '', details };
  const imported: ImportInfo = { ...info, mapping: await archiveSource.detect(context, sheets, info) };
  const nameOf = ({ sheet }: StoredRow): string => sheets[sheet - 1]!.name;
  const problems: Restored['problems'] = [];
  const state = {};
  for (let from = 0; from < rows.length; from += 500) {
    const piece = rows.slice(from, from + 500);
    for (const [i, checked] of (await archiveSource.check(context, imported, piece, state)).entries())
      if (checked.problems.length > 0)
        problems.push({ list: nameOf(piece[i]!), row: piece[i]!.row, problems: checked.problems });
  }
  return { imported, rows, nameOf, problems };
}

/** Restores lines of an archive as the job does. */
export async function restore(context: Context, lines: FileLine[], ignoreProblems = false): Promise<Restored> {
  const { imported, rows, nameOf, problems } = await check(context, lines);
  const bad = new Set(problems.map(({ list, row }) => `${list} ${row}`));
  const wanted = rows.filter((row) => ignoreProblems || !bad.has(`${nameOf(row)} ${row.row}`));
  const results: RowResult[] = [];
  for (let from = 0; from < wanted.length; from += 50)
    results.push(
      ...(await archiveSource.run(context, imported, wanted.slice(from, from + 50), (_, work) =>
        unitOfWork(context, async () => {
          // The service has another copy of the module that sets it (change-settings.ts).
          const text = `select set_config('beekeeping.request', $1, true)`;
          await runStatement(context, { text, values: [context.changeSource.requestId] });
          return work();
        }),
      )),
    );
  const counts: Record<string, number> = {};
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
  return { results, problems, counts };
}

const TIMES = new Set([
  'createdAt',
  'updatedAt',
  'retainUntil',
  'actorId',
  'ownerId',
  'closedById',
  'assigneeId',
  'version',
  // Without a name and a number, the end of the id.
  'label',
]);
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * The lists that an archive restores, without what another account and another time have different: ids are numbered by the order in which they
 * occur in the first export.
 * @param ids those of the second export, by those of the first
 */
export function comparable(lists: Lists, names: Iterable<string>, rename: (id: string) => string): Lists {
  const compared: Lists = {};
  for (const name of names) {
    const rows = lists[name]!.map((row) => {
      const kept = Object.fromEntries(Object.entries(row).filter(([key]) => !TIMES.has(key)));
      return JSON.parse(JSON.stringify(kept).replace(ID, (id) => rename(id))) as Row;
    });
    compared[name] = rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
  return compared;
}
