// The nested and paged lists W8 to W10 in one shape: normalized from a response, and read with SQL. Their order counts.
import {
  ANSWER_FIELDS,
  INSPECTION_FIELDS,
  LATEST,
  LOW_ITEM_FIELDS,
  MOVEMENT_FIELDS,
  PAGE,
  PAGE_HIVE_FIELDS,
} from './workloads.mjs';

const time = (value) => (value == null ? null : new Date(value).getTime());
const pick = (row, fields) =>
  Object.fromEntries(fields.map((field) => [field, field.endsWith('At') ? time(row[field]) : (row[field] ?? null)]));
const nested = (fields, name, childFields) => (row) => ({
  ...pick(row, fields),
  [name]: row[name].map((child) => pick(child, childFields)),
});

export const LIST_NORMALIZERS = {
  W8: ({ inspections }) => inspections.map(nested(INSPECTION_FIELDS, 'answers', ANSWER_FIELDS)),
  W9: ({ lowStockItems }) => lowStockItems.map(nested(LOW_ITEM_FIELDS, 'movements', MOVEMENT_FIELDS)),
  W10: ({ hivePage: { nodes, pageInfo } }) => ({
    nodes: nodes.map((hive) => pick(hive, PAGE_HIVE_FIELDS)),
    hasNextPage: pageInfo.hasNextPage,
  }),
};

const columnOf = (name) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const select = (fields) => fields.map((name) => `${columnOf(name)} as "${name}"`).join(', ');
const all = async (client, text, ...values) => (await client.query(text, values)).rows;
const ANSWER_TYPES = { texto: 'TEXT', numero: 'NUMBER', opciones: 'CHOICE', si_no: 'YES_NO' };
const OWN = 'apiary_id in (select id from apiaries where owner_id = $1)';

export const EXPECTED_LISTS = {
  async W8(client, { inspectedHiveId }) {
    const newestFirst = `select ${select(INSPECTION_FIELDS)} from inspections where beehive_id = $1 order by occurred_at desc, id desc`;
    const inspections = await all(client, newestFirst, inspectedHiveId);
    for (const inspection of inspections) {
      const answers = `select ${select(ANSWER_FIELDS)} from answers where inspection_id = $1 order by position`;
      inspection.answers = (await all(client, answers, inspection.id)).map((answer) => ({
        ...answer,
        answerType: ANSWER_TYPES[answer.answerType],
      }));
    }
    return LIST_NORMALIZERS.W8({ inspections });
  },
  async W9(client, { userId }) {
    const low = `select ${select(LOW_ITEM_FIELDS)} from inventory_items where ${OWN} and quantity <= minimum_stock order by item_name, id`;
    const lowStockItems = await all(client, low, userId);
    for (const item of lowStockItems) {
      const latest = `select ${select(MOVEMENT_FIELDS)} from stock_movements where item_id = $1 order by sequence desc limit ${LATEST}`;
      item.movements = await all(client, latest, item.id);
    }
    return LIST_NORMALIZERS.W9({ lowStockItems });
  },
  /** @param skipped the number of hives before the page */
  async W10(client, { userId }, skipped = PAGE.before) {
    const page = `select ${select(PAGE_HIVE_FIELDS)} from beehives where ${OWN} and health = any($2)
      order by last_inspected_at, id limit ${PAGE.first + 1} offset ${skipped}`;
    const rows = await all(client, page, userId, PAGE.health);
    const pageInfo = { hasNextPage: rows.length > PAGE.first };
    return LIST_NORMALIZERS.W10({ hivePage: { nodes: rows.slice(0, PAGE.first), pageInfo } });
  },
};
