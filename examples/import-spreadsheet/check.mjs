// Imports, in an account of its own, a table with a wrong row: it says which, and writes the others; undone, nothing is left.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from './client.mjs';

const email = `importer-${Date.now()}@example.org`;
const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { accessToken } }';
const { register } = await request(REGISTER, {
  input: { username: 'Importer', email, password: 'Colmenas-7-en-fila' },
});
const env = { ...process.env, TOKEN: register.accessToken };
const options = { cwd: import.meta.dirname, env, encoding: 'utf8' };
const run = (...args) => execFileSync(process.execPath, args, options);

const folder = mkdtempSync(join(tmpdir(), 'beekeeping-import-'));
try {
  const file = join(folder, 'hives.csv');
  writeFileSync(
    file,
    'Apiary;Hive;Placed on;Notes\nOak;1;2024-03-30;calm\nOak;;2024-03-31;\nLime;1;2024-04-02;"by; the gate"\n',
  );
  const refused = spawnSync(process.execPath, ['import.mjs', file], options);
  assert.equal(refused.status, 1, refused.stderr);
  assert.match(refused.stdout, /Sheet "hives" becomes HIVES:\n {2}Apiary -> apiary \(100 % sure\)/);
  assert.match(refused.stdout, /hives, row 3, Hive: /);
  assert.match(run('import.mjs', file, '--skip-problems'), /DONE: 4 records of 3 rows\./);
  assert.match(run('undo.mjs', file), /UNDONE: 4 of 4 records are gone\./);
  assert.match(run('undo.mjs', file), /Nothing of hives\.csv can be undone\./);
} finally {
  rmSync(folder, { recursive: true });
}
console.log('The table was imported, but for its wrong row, and undone.');
