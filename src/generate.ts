// npm run generate: writes the committed documents that describe the service. A stale copy fails the tests.
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { createSchema } from './schema.js';
import { schemaDocument } from './schema-document.js';

writeFileSync('schema.graphql', schemaDocument(createSchema()));
