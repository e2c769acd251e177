// For the MikroORM command line; the service itself opens its database in src/persistence/orm.ts, with the same options.
import 'reflect-metadata';
import { environment, loadConfig } from './src/config.js';
import { ormOptions } from './src/database/orm.js';
import { model } from './src/model.js';

const { databaseUrl, databasePool } = loadConfig(environment());
if (!databaseUrl) throw new Error('DATABASE_URL is needed: the command line does not start the embedded database');

export default ormOptions(model, { url: databaseUrl }, databasePool);
