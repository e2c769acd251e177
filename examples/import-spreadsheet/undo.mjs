// Undoes the imports of a file: node undo.mjs hives.xlsx
// What has changed since stays.
import { basename } from 'node:path';
import { logIn, request, settled } from './client.mjs';

const IMPORTS = '{ me { fileImports { id fileName recordsCreated undoableUntil } } }';
const UNDO = 'mutation ($input: UndoFileImportInput!) { undoFileImport(input: $input) { fileImport { id } } }';

const name = basename(process.argv[2] ?? '');
await logIn();
const { fileImports } = (await request(IMPORTS)).me;
const written = fileImports.filter(
  ({ fileName, recordsCreated, undoableUntil }) =>
    fileName === name && recordsCreated > 0 && new Date(undoableUntil) > new Date(),
);
for (const { id, recordsCreated } of written) {
  await request(UNDO, { input: { id } });
  const undone = await settled(id);
  console.log(`${undone.status}: ${recordsCreated - undone.recordsCreated} of ${recordsCreated} records are gone.`);
}
if (written.length === 0) console.log(`Nothing of ${name} can be undone.`);
