// Normalizes the responses of all servers to one shape, and reads the same shape with SQL.
import { HIVE_FIELDS } from './workloads.mjs';

const byKey = (key) => (a, b) => (a[key] < b[key] ? -1 : 1);
const moment = (value) => (value == null ? null : new Date(value).getTime());
const pick = (row, fields) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));

const hive = (row) => {
  const fields = pick(row, HIVE_FIELDS);
  return { ...fields, createdAt: moment(row.createdAt), updatedAt: moment(row.updatedAt) };
};
const stock = (row) => pick(row, ['id', 'quantity', 'minimumStock']);
const apiary = (row) => ({
  ...pick(row, ['id', 'name', 'location']),
  beehives: row.beehives.map(hive).sort(byKey('id')),
  inventory: row.inventory.map((item) => pick(item, ['name', 'quantity', 'minimumStock'])).sort(byKey('name')),
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
  created_at: moment(row.created_at),
  updated_at: moment(row.updated_at),
});
const restHive = rest(REST_HIVE_FIELDS);
const restItem = rest(REST_ITEM_FIELDS);

/** Of `data` in GraphQL, of the body in REST. */
const NEUTRAL = {
  W1: ({ apiaries }) => apiaries.map(apiary).sort(byKey('id')),
  W2: ({ beehives }) => beehives.map(hive).sort(byKey('id')),
  W3: (list) => list.map(restHive).sort(byKey('id')),
  W4: ({ updateBeehive }) => hive(updateBeehive),
  W4R: restHive,
  W5: ({ adjustStock }) => stock(adjustStock),
  W5R: restItem,
  W6: ({ __typename }) => __typename,
};

/** The content of a response, in the plain shape. */
export function saidIn(peer, kind, json) {
  const said = kind.endsWith('R') || kind === 'W3' ? json : json.data;
  return peer.extract?.[kind]?.(said) ?? said;
}
export const neutral = (peer, kind, json) => NEUTRAL[kind](saidIn(peer, kind, json));

const HIVE_COLUMNS = HIVE_FIELDS.map(
  (name) => `${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)} as "${name}"`,
).join(', ');
const REST_HIVE_COLUMNS = 'beehives.*, number as hive_number, number as beehive_number';
const one = async (client, text, ...values) => (await client.query(text, values)).rows[0];
const all = async (client, text, ...values) => (await client.query(text, values)).rows;

/** @returns the correct response to a request at this moment, in the neutral shape */
export const TRUTH = {
  async W1(client, { userId }) {
    const apiaries = await all(client, 'select id, name, location from apiaries where owner_id = $1', userId);
    for (const row of apiaries) {
      row.beehives = await all(client, `select ${HIVE_COLUMNS} from beehives where apiary_id = $1`, row.id);
      const items = 'select name, quantity, minimum_stock as "minimumStock" from inventory_items where apiary_id = $1';
      row.inventory = await all(client, items, row.id);
    }
    return NEUTRAL.W1({ apiaries });
  },
  W2: async (client, { apiaryId }) =>
    NEUTRAL.W2({ beehives: await all(client, `select ${HIVE_COLUMNS} from beehives where apiary_id = $1`, apiaryId) }),
  W3: async (client, { apiaryId }) =>
    NEUTRAL.W3(await all(client, `select ${REST_HIVE_COLUMNS} from beehives where apiary_id = $1`, apiaryId)),
  W4: async (client, { hiveId }) =>
    NEUTRAL.W4({ updateBeehive: await one(client, `select ${HIVE_COLUMNS} from beehives where id = $1`, hiveId) }),
  W4R: async (client, { hiveId }) =>
    NEUTRAL.W4R(await one(client, `select ${REST_HIVE_COLUMNS} from beehives where id = $1`, hiveId)),
  W5: async (client, { itemId }) =>
    NEUTRAL.W5({
      adjustStock: await one(
        client,
        'select id, quantity, minimum_stock as "minimumStock" from inventory_items where id = $1',
        itemId,
      ),
    }),
  W5R: async (client, { itemId }) =>
    NEUTRAL.W5R(await one(client, 'select *, name as item_name from inventory_items where id = $1', itemId)),
  W6: async () => 'Query',
};
