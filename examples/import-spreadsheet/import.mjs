// Imports a spreadsheet, CSV or XLSX: node import.mjs hives.xlsx
// Six requests besides those that wait: log in, create the import, send the file, read what its rows would become, run it, and read what
// was refused.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { logIn, request, sendFile, settled } from './client.mjs';

const CREATE = `mutation ($input: CreateFileImportInput!) {
  createFileImport(input: $input) { fileImport { id uploadPath } } }`;
const PREVIEW = `query ($id: ID!) {
  fileImport(id: $id) {
    format
    sheets { sheet name kind columns { heading field score dateOrder remark } }
    questions { key about candidates evidence rowsCount }
    rows(first: 5) { nodes { row summary } }
    problems: rows(first: 20, filter: { onlyProblems: true }) {
      totalCount
      nodes { sheet row problems { heading value message } }
    }
  } }`;
const RUN = 'mutation ($input: RunFileImportInput!) { runFileImport(input: $input) { fileImport { id } } }';

function printMapping({ format, sheets, rows }) {
  console.log(`The file is ${format}.`);
  for (const { name, kind, columns } of sheets) {
    console.log(kind ? `Sheet "${name}" becomes ${kind}:` : `Sheet "${name}" is left out.`);
    for (const { heading, field, score, dateOrder, remark } of kind ? columns : []) {
      const details = [field && `${Math.round(score * 100)} % sure`, dateOrder, remark].filter(Boolean);
      console.log(`  ${heading} -> ${field ?? 'the notes'}${details.length > 0 ? ` (${details.join(', ')})` : ''}`);
    }
  }
  for (const { row, summary } of rows.nodes) console.log(`  row ${row}: ${summary}`);
}

function printProblems({ sheets, problems }) {
  for (const { sheet, row, problems: found } of problems.nodes)
    for (const { heading, value, message } of found) {
      const place = `${sheets.find((each) => each.sheet === sheet).name}, row ${row}`;
      console.log(`${place}${heading ? `, ${heading}` : ''}${value ? ` "${value}"` : ''}: ${message}`);
    }
  const more = problems.totalCount - problems.nodes.length;
  if (more > 0) console.log(`… and ${more} rows more.`);
}

const [file, option] = process.argv.slice(2);
if (!file) throw new Error('Which file? node import.mjs hives.xlsx [--skip-problems]');
await logIn();
const { createFileImport } = await request(CREATE, { input: { fileName: basename(file) } });
const { id, uploadPath } = createFileImport.fileImport;
await sendFile(uploadPath, readFileSync(file));
const { rowsTotal, rowsWithProblems } = await settled(id);
const { fileImport } = await request(PREVIEW, { id });
printMapping(fileImport);
for (const { about, candidates, rowsCount } of fileImport.questions)
  console.log(
    `? ${about} (${rowsCount} rows) ${candidates.join(' or ')}: answer it at /import, or with updateFileImport`,
  );
printProblems(fileImport);
console.log(`${rowsTotal} rows, ${rowsWithProblems} of them with problems. Nothing has been written yet.`);

const skipProblems = option === '--skip-problems';
if (rowsWithProblems > 0 && !skipProblems) {
  console.log('Mend the file and send it again, or leave these rows out: --skip-problems');
  process.exitCode = 1;
} else {
  await request(RUN, { input: { id, skipProblems } });
  const done = await settled(id);
  printProblems((await request(PREVIEW, { id })).fileImport);
  console.log(`${done.status}: ${done.recordsCreated} records of ${done.rowsTotal} rows.`);
  console.log(`To undo it within 7 days: node undo.mjs ${basename(file)}`);
}
