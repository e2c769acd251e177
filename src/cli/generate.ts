// npm run generate: writes the committed documents that describe the service. A stale copy fails the tests.
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { createOpenApiDocument } from '../http/pages/rest-docs.js';
import { createSchema, printSchemaDocument } from '../schema.js';

const schema = createSchema();
writeFileSync('schema.graphql', printSchemaDocument(schema));
writeFileSync('openapi.json', `${JSON.stringify(createOpenApiDocument(schema), null, 2)}\n`);
