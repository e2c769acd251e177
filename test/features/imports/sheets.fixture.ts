// What the tests of imported spreadsheets share: the service, an account, and its context, as the job that runs an import has it.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import pino from 'pino';
import type { Context, Services } from '../../../src/context.js';
import type {
  CheckedRow,
  ImportInfo,
  RowResult,
  SheetMapping,
  StoredRow,
} from '../../../src/features/imports/import-source.types.js';
import type { Cell } from '../../../src/formats/file-line.js';
import { readLines } from '../../../src/formats/find-reader.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { importOnce } from '../../support/import-once.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

// These are modules of the service, whose dates and errors are those of its own global object.
const contexts = await importOnce<typeof import('../../../src/context.js')>('../../src/context.js');
const { createRequestLog } = await importOnce<typeof import('../../../src/http/request-log.js')>(
  '../../src/http/request-log.js',
);
const { sheetSource } = await importOnce<typeof import('../../../src/features/imports/sheets/sheet-source.js')>(
  '../../src/features/imports/sheets/sheet-source.js',
);
const { unitOfWork } = await importOnce<typeof import('../../../src/database/unit-of-work.js')>(
  '../../src/database/unit-of-work.js',
);

export const { toMessage } = await importOnce<typeof import('../../../src/messages/message.js')>(
  '../../src/messages/message.js',
);

export let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
export const newBeekeeper = (): Promise<Beekeeper> => beekeeper(app);
export const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  app.database.sql<R>(text, values);

export async function contextOf(who: Beekeeper): Promise<Context> {
  const { orm, pool, sessions, admission } = app.app;
  const services = {
    orm,
    pool,
    sessions,
    admission,
    settings: { defaultTimeZone: 'UTC', minApiaryDistancesKm: {} },
  };
  const context = new contexts.Context(
    services as unknown as Services,
    { token: who.token },
    createRequestLog(pino({ level: 'silent' }), undefined),
  );
  await context.authenticate();
  return context;
}

export interface Sheet {
  info: ImportInfo;
  rows: StoredRow[];
}

/** Reads a file and proposes its mapping, as the job does. */
export async function open(
  who: Beekeeper,
  file: Buffer | string,
  change: (mapping: SheetMapping[]) => void = () => {},
): Promise<Sheet> {
  const bytes = Buffer.from(file as string);
  const samples: { sheet: number; name: string; headings: string[]; rows: { row: number; cells: Cell[] }[] }[] = [];
  const rows: StoredRow[] = [];
  for await (const line of readLines(bytes, 'libro.csv')) {
    if (line.type === 'sheet') samples.push({ ...line, rows: [] });
    if (line.type !== 'row') continue;
    rows.push({ n: rows.length + 1, sheet: line.sheet, row: line.row, cells: line.cells });
    samples[line.sheet - 1]!.rows.push({ row: line.row, cells: line.cells as Cell[] });
  }
  const info = {
    id: randomUUID(),
    format: 'CSV' as const,
    checksum: createHash('sha256').update(bytes).digest('hex'),
    details: {},
  };
  const mapping = await sheetSource.detect(await contextOf(who), samples, info);
  change(mapping);
  return { info: { ...info, mapping }, rows };
}

const piecesOf = <T>(rows: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));

export async function check(who: Beekeeper, { info, rows }: Sheet): Promise<CheckedRow[]> {
  const state = {};
  const checked: CheckedRow[] = [];
  for (const piece of piecesOf(rows, 500))
    checked.push(...(await sheetSource.check(await contextOf(who), info, piece, state)));
  return checked;
}

export async function run(who: Beekeeper, { info, rows }: Sheet): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const context = await contextOf(who);
  for (const piece of piecesOf(rows, 50))
    results.push(...(await sheetSource.run(context, info, piece, (_, work) => unitOfWork(context, work))));
  return results;
}

export const statuses = (results: RowResult[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
