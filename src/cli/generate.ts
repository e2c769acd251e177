// npm run generate: writes schema.graphql, openapi.json, contract.txt and the data in clients/graphql.ts, which are committed. The tests fail
// if they are stale.
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeClientFile } from '../graphql/client-file.js';
import { hideLegacy } from '../graphql/legacy.js';
import { createSchema, printSchemaDocument } from '../graphql-schema.js';
import { createOpenApiDocument } from '../site/rest-docs.js';
import { writeContract } from './contract.js';
import { runCommand, UsageError } from './run-command.js';

const USAGE = `Usage: npm run generate
(writes schema.graphql, openapi.json, contract.txt and the data in clients/graphql.ts in the working directory)`;

await runCommand(USAGE, async (args) => {
  if (args.length > 0) throw new UsageError();
  const schema = createSchema();
  const visible = hideLegacy(schema);
  writeFileSync('schema.graphql', printSchemaDocument(visible));
  writeFileSync('clients/graphql.ts', writeClientFile(visible, readFileSync('clients/graphql.ts', 'utf8')));
  writeFileSync('openapi.json', `${JSON.stringify(createOpenApiDocument(schema), null, 2)}\n`);
  writeFileSync('contract.txt', writeContract());
});
