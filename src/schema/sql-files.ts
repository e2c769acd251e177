// The files of SQL in this folder. scripts/build.mjs and scripts/bundle.mjs copy them. The baseline is read
// by its migration alone, functions at each start: whether one has changed is known by their texts.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./sql/', import.meta.url));

export const readSql = (file: string): string => readFileSync(`${FOLDER}${file}`, 'utf8');

/** The statements of every file. One ends with a semicolon at the end of a line; the body of a function, within `$$`, has others. */
export function* readStatements(folder: string): Generator<string> {
  for (const file of readdirSync(FOLDER + folder).sort()) {
    let text = '';
    for (const line of readSql(`${folder}/${file}`).split('\n')) {
      if (text === '' && (line === '' || line.startsWith('--'))) continue;
      text += `${line}\n`;
      if (!line.endsWith(';') || text.split('$$').length % 2 === 0) continue;
      yield text.trimEnd();
      text = '';
    }
  }
}
