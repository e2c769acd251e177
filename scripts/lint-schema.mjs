// npm run lint: checks the form of schema.graphql, and that what breaks clients of the last released schema stands in the changelog.
// A release copies schema.graphql to docs/released/schema.graphql.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { RULES, unannouncedChanges } from './schema-rules.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const RELEASED = 'docs/released/schema.graphql';
const read = (path) => readFileSync(path, 'utf8');
const schema = buildSchema(read('schema.graphql'));

const problems = Object.values(RULES).flatMap((rule) => rule(schema));
if (existsSync(RELEASED)) {
  problems.push(...unannouncedChanges(buildSchema(read(RELEASED)), schema, read('CHANGELOG.md')));
} else {
  console.log(`No schema has been released (there is no ${RELEASED}): any change is free.`);
}
for (const problem of problems) console.error(`schema.graphql: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
