// The configuration of the MikroORM command line. The service itself opens its database in src/database/orm.ts, with the same options.
import 'reflect-metadata';
import { readConfig } from './src/config.js';
import { createOrmOptions } from './src/database/orm.js';
import { model } from './src/model.js';

const { databaseUrl, databasePool } = readConfig();
if (!databaseUrl) throw new Error('DATABASE_URL is required: the command line does not start the embedded database');

export default createOrmOptions(model, { url: databaseUrl }, databasePool);
