import { ownedFilter } from './access/policy.js';
import type { Model } from './database/orm.js';
import * as entities from './entities.js';

/** The entities that MikroORM maps, and the filter that restricts each account to its own rows. */
export const model: Model = { entities: Object.values(entities), filters: { owned: ownedFilter } };
