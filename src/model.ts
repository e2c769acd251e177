import { ownedFilter } from './access/policy.js';
import type { Model } from './database/orm.js';
import * as entities from './entities.js';
import { migrations } from './schema/migrations/index.js';

/** The entities that MikroORM maps, the filter that restricts each account to its own rows, and the migrations. */
export const model: Model = { entities: Object.values(entities), filters: { owned: ownedFilter }, migrations };
