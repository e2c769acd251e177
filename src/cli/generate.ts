// npm run generate: writes schema.graphql and openapi.json, which are committed. The tests fail if they are stale.
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { hideLegacy } from '../graphql/legacy.js';
import { createSchema, printSchemaDocument } from '../graphql-schema.js';
import { createOpenApiDocument } from '../site/rest-docs.js';
import { runCommand, UsageError } from './run-command.js';

const USAGE = `Usage: npm run generate
(writes schema.graphql and openapi.json in the working directory)`;

await runCommand(USAGE, async (args) => {
  if (args.length > 0) throw new UsageError();
  const schema = createSchema();
  writeFileSync('schema.graphql', printSchemaDocument(hideLegacy(schema)));
  writeFileSync('openapi.json', `${JSON.stringify(createOpenApiDocument(schema), null, 2)}\n`);
});
