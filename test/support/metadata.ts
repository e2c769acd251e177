// What the ORM knows of the entities, without a database. A test imports it with `importOnce`, because the service has its own copy of the classes.
import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import { createOrmOptions } from '../../src/database/orm.js';
import { model } from '../../src/model.js';
import { describeOwnership } from '../../src/records/ownership.js';

const orm = new MikroORM(createOrmOptions(model, { host: '', port: 0, user: '', database: 'none' }, 0));
export const metadata = orm.getMetadata();
export const owned = describeOwnership(metadata);
