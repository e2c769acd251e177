// What the ORM knows of the entities, without a database. A test imports it with `importOnce`, because the service has its own copy of the classes.
import 'reflect-metadata';
import { readMetadata } from '../../src/database/orm.js';
import { model } from '../../src/model.js';
import { describeOwnership } from '../../src/records/ownership.js';

export const metadata = readMetadata(model);
export const owned = describeOwnership(metadata);
