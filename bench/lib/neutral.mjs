// Normalizes the responses of all servers to one shape, and reads the same shape with SQL.
import { EXPECTED_LISTS, LIST_NORMALIZERS } from './lists.mjs';
import { HIVE_FIELDS } from './workloads.mjs';

const byKey = (key) => (a, b) => (a[key] < b[key] ? -1 : 1);
const timestamp = (value) => (value == null ? null : new Date(value).getTime());
const pick = (row, fields) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));

const hive = (row) => {
  const fields = pick(row, HIVE_FIELDS);
  return { ...fields, createdAt: timestamp(row.createdAt), updatedAt: timestamp(row.updatedAt) };
};
const stock = (row) => pick(row, ['id', 'quantity', 'minimumStock']);
const apiary = (row) => ({
  ...pick(row, ['id', 'name', 'location']),
  beehives: row.beehives.map(hive).sort(byKey('id')),
  inventoryItems: row.inventoryItems
    .map((item) => pick(item, ['itemName', 'quantity', 'minimumStock']))
    .sort(byKey('itemName')),
});

const REST_HIVE_FIELDS = [
  ...['id', 'apiary_id', 'hive_number', 'beehive_number', 'activity_level', 'bee_population', 'food_frames'],
  ...['brood_frames', 'hive_status', 'health_status', 'has_production_chamber', 'observations', 'treatments'],
];
const REST_ITEM_FIELDS = [
  ...[
    'id',
    'name',
    'item_name',
    'quantity',
    'unit',
    'apiary_id',
    'description',
    'minimum_stock',
    'low_stock',
    'category',
  ],
  ...['batch_number', 'expiry_date', 'purchase_date', 'supplier', 'storage_location', 'unit_cost', 'currency'],
];
const rest = (fields) => (row) => ({
  ...pick(row, fields),
  created_at: timestamp(row.created_at),
  updated_at: timestamp(row.updated_at),
});
const restHive = rest(REST_HIVE_FIELDS);
const restItem = rest(REST_ITEM_FIELDS);

/** Normalize `data` of a GraphQL response, or the body of a REST response. */
const NORMALIZERS = {
  W1: ({ apiaries }) => apiaries.map(apiary).sort(byKey('id')),
  W2: ({ beehives }) => beehives.map(hive).sort(byKey('id')),
  W3: (list) => list.map(restHive).sort(byKey('id')),
  W4: ({ updateBeehive }) => hive(updateBeehive),
  W4R: restHive,
  W5: ({ adjustStock }) => stock(adjustStock),
  W5R: restItem,
  W6: ({ __typename }) => __typename,
  ...LIST_NORMALIZERS,
};

/** Returns the content of a response, with plain lists. */
export function contentOf(peer, kind, json) {
  const content = kind.endsWith('R') || kind === 'W3' ? json : json.data;
  return peer.extract?.[kind]?.(content) ?? content;
}
export const normalize = (peer, kind, json) => NORMALIZERS[kind](contentOf(peer, kind, json));

const HIVE_COLUMNS = HIVE_FIELDS.map(
  (name) => `${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)} as "${name}"`,
).join(', ');
const REST_HIVE_COLUMNS = 'beehives.*, beehive_number as hive_number, is_treated as treatments';
const one = async (client, text, ...values) => (await client.query(text, values)).rows[0];
const all = async (client, text, ...values) => (await client.query(text, values)).rows;

/** Read the correct response to a request with SQL, in the normalized shape. */
export const EXPECTED = {
  async W1(client, { userId }) {
    const apiaries = await all(client, 'select id, name, location from apiaries where owner_id = $1', userId);
    for (const row of apiaries) {
      row.beehives = await all(client, `select ${HIVE_COLUMNS} from beehives where apiary_id = $1`, row.id);
      const items =
        'select item_name as "itemName", quantity, minimum_stock as "minimumStock" from inventory_items where apiary_id = $1';
      row.inventoryItems = await all(client, items, row.id);
    }
    return NORMALIZERS.W1({ apiaries });
  },
  W2: async (client, { apiaryId }) =>
    NORMALIZERS.W2({
      beehives: await all(client, `select ${HIVE_COLUMNS} from beehives where apiary_id = $1`, apiaryId),
    }),
  W3: async (client, { apiaryId }) =>
    NORMALIZERS.W3(await all(client, `select ${REST_HIVE_COLUMNS} from beehives where apiary_id = $1`, apiaryId)),
  W4: async (client, { hiveId }) =>
    NORMALIZERS.W4({ updateBeehive: await one(client, `select ${HIVE_COLUMNS} from beehives where id = $1`, hiveId) }),
  W4R: async (client, { hiveId }) =>
    NORMALIZERS.W4R(await one(client, `select ${REST_HIVE_COLUMNS} from beehives where id = $1`, hiveId)),
  W5: async (client, { itemId }) =>
    NORMALIZERS.W5({
      adjustStock: await one(
        client,
        'select id, quantity, minimum_stock as "minimumStock" from inventory_items where id = $1',
        itemId,
      ),
    }),
  W5R: async (client, { itemId }) =>
    NORMALIZERS.W5R(await one(client, 'select *, item_name as name from inventory_items where id = $1', itemId)),
  W6: async () => 'Query',
  ...EXPECTED_LISTS,
};
