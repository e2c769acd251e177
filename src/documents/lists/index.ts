import { HIVE_LISTS } from './hive-lists.js';
import { HONEY_LISTS } from './honey-lists.js';
import { inspectionList } from './inspection-list.js';
import type { List } from './list.js';
import { MEASUREMENT_LISTS } from './measurement-lists.js';
import { declarationList, movementList } from './movement-lists.js';
import { PRODUCT_LISTS } from './product-lists.js';
import { QUEEN_LISTS } from './queen-lists.js';
import { treatmentList } from './treatment-list.js';
import { WORK_LISTS } from './work-lists.js';

/** Every list that is sent as a table, at `/api/v1/lists/<name>`. */
export const LISTS: List[] = [
  ...HIVE_LISTS,
  ...MEASUREMENT_LISTS,
  inspectionList,
  treatmentList,
  ...PRODUCT_LISTS,
  ...QUEEN_LISTS,
  ...HONEY_LISTS,
  ...WORK_LISTS,
  movementList,
  declarationList,
];
