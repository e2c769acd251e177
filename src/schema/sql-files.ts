// The files of SQL in this folder. scripts/build.mjs and scripts/bundle.mjs copy them, and they are read only where a migration is pending.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./sql/', import.meta.url));

export const readSql = (file: string): string => readFileSync(`${FOLDER}${file}`, 'utf8');

/** A statement ends with a semicolon at the end of a line; the body of a function has others. */
const STATEMENT = /(?:\$\$[\s\S]*?\$\$|(?!;$)[\s\S])+;$/gm;

export function* readStatements(folder: string): Generator<string> {
  for (const file of readdirSync(FOLDER + folder).sort())
    for (const [text] of readSql(`${folder}/${file}`)
      .replace(/^--.*\n/gm, '')
      .matchAll(STATEMENT))
      yield text.trim();
}
