// npm run lint: checks the form of schema.graphql, and that what breaks clients and operators of the last release stands in the changelog.
// A release copies schema.graphql, openapi.json and contract.txt to docs/released/.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContract, unannouncedLines } from './contract-rules.mjs';
import { RULES, unannouncedChanges } from './schema-rules.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const RELEASED = 'docs/released';
const current = readContract('.');

const problems = Object.values(RULES).flatMap((rule) => rule(current.schema));
const others = [];
if (existsSync(RELEASED)) {
  const [released, changelog] = [readContract(RELEASED), readFileSync('CHANGELOG.md', 'utf8')];
  problems.push(...unannouncedChanges(released.schema, current.schema, changelog));
  others.push(...unannouncedLines(released, current, changelog));
} else {
  console.log(`Nothing has been released (there is no ${RELEASED}): any change is free.`);
}
for (const problem of problems) console.error(`schema.graphql: ${problem}`);
for (const problem of others) console.error(problem);
process.exitCode = problems.length + others.length === 0 ? 0 : 1;
