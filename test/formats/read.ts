import type { Cells, FileProblem } from '../../src/formats/file-line.js';
import { FileError } from '../../src/formats/file-line.js';
import { readLines } from '../../src/formats/find-reader.js';

export interface ReadFile {
  format?: string;
  details: Record<string, unknown>;
  sheets: { name: string; headings: string[]; rows: { row: number; cells: Cells }[] }[];
  problem?: FileProblem;
}

/** What is read of a file: its sheets, and the problem at which the reading ended. */
export async function readFile(file: Buffer | string, name = 'file.csv'): Promise<ReadFile> {
  const read: ReadFile = { details: {}, sheets: [] };
  try {
    for await (const line of readLines(Buffer.from(file as string), name)) {
      if (line.type === 'file') Object.assign(read, { format: line.format, details: line.details });
      else if (line.type === 'sheet') read.sheets.push({ name: line.name, headings: line.headings, rows: [] });
      else if (line.type === 'row') read.sheets[line.sheet - 1]!.rows.push({ row: line.row, cells: line.cells });
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    read.problem = error.problem;
  }
  return read;
}
