// npm run lint: checks the form of schema.graphql, and that what breaks clients and operators of the last release stands in the changelog.
// A release copies schema.graphql, openapi.json and contract.txt to docs/released/.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { unannouncedLines } from './contract-rules.mjs';
import { RULES, unannouncedChanges } from './schema-rules.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const RELEASED = 'docs/released';
const read = (path) => readFileSync(path, 'utf8');
const readContract = (folder) => ({
  schema: buildSchema(read(`${folder}/schema.graphql`)),
  openapi: JSON.parse(read(`${folder}/openapi.json`)),
  contract: read(`${folder}/contract.txt`),
});
const current = readContract('.');

const problems = Object.values(RULES).flatMap((rule) => rule(current.schema));
if (existsSync(RELEASED)) {
  const [released, changelog] = [readContract(RELEASED), read('CHANGELOG.md')];
  problems.push(...unannouncedChanges(released.schema, current.schema, changelog));
  problems.push(...unannouncedLines(released, current, changelog));
} else {
  console.log(`Nothing has been released (there is no ${RELEASED}): any change is free.`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
