// Fastify 5 and pg: hand-written routes, prepared statements, plain rows, responses serialized from schemas. /graphql recognizes eight
// documents by their text, as the limit does, so the cost of GraphQL is not included.
import { createVerifier } from 'fast-jwt';
import Fastify from 'fastify';
import pg from 'pg';
import { DOCUMENTS, HIVE_FIELDS, LATEST, PAGE_HIVE_FIELDS } from '../lib/workloads.mjs';
import * as lists from './lists.mjs';
import * as shared from './shared.mjs';

const { SELECTED_HIVE, REST_HIVE, REST_ITEM, ownedBy } = shared;
const pool = new pg.Pool({ connectionString: shared.DATABASE_URL, max: shared.POOL });
const query = async (name, text, values) => (await pool.query({ name, text, values })).rows;
const verify = createVerifier({
  key: shared.JWT_SECRET,
  algorithms: ['HS256'],
  allowedIss: shared.CLAIMS.issuer,
  allowedAud: shared.CLAIMS.audience,
});

const text = { type: 'string', nullable: true };
const count = { type: 'integer', nullable: true };
const kindOf = (field) => {
  if (
    /^(beehiveNumber|quantity|\w+_number|\w*[fF]rames|minimum_?[sS]tock|unit_cost)$/.test(field) &&
    field !== 'batch_number'
  )
    return count;
  if (field === 'treatments' || field === 'low_stock') return { type: 'boolean' };
  return /(At|_at)$/.test(field) ? { type: 'string', format: 'date-time' } : text;
};
const object = (fields) => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field, kindOf(field)])),
});
const array = (items) => ({ type: 'array', items });
const namesOf = (columns) => columns.split(',').map((column) => column.trim().split(' as ').at(-1));
const hive = object(HIVE_FIELDS);
const restHive = object(namesOf(REST_HIVE));
const restItem = object(namesOf(REST_ITEM));
const apiary = object(['id', 'name', 'location']);
Object.assign(apiary.properties, {
  beehives: array(hive),
  inventoryItems: array(object(['itemName', 'quantity', 'minimumStock'])),
});
const withFields = (fields, others) => {
  const schema = object(fields);
  Object.assign(schema.properties, others);
  return schema;
};
const yesOrNo = { type: 'boolean', nullable: true };
const answer = withFields(['questionText', 'answerType', 'text', 'choice'], {
  ...{ number: { type: 'number', nullable: true }, yesNo: yesOrNo, score: count },
});
const inspection = withFields(['id', 'occurredAt', 'status', 'notes'], { answers: array(answer) });
const movement = withFields(['kind', 'occurredAt'], { amount: count, balanceAfter: count });
const lowItem = withFields(['id', 'apiaryId', 'itemName', 'unit', 'quantity', 'minimumStock'], {
  movements: array(movement),
});
const pageInfo = { type: 'object', properties: { hasNextPage: { type: 'boolean' }, endCursor: text } };
const lastInspectedAt = { type: 'string', format: 'date-time', nullable: true };
const hivePage = {
  type: 'object',
  properties: { nodes: array(withFields(PAGE_HIVE_FIELDS, { lastInspectedAt })), pageInfo },
};
const data = {
  type: 'object',
  properties: {
    ...{ inspections: array(inspection), lowStockItems: array(lowItem), hivePage },
    __typename: text,
    apiaries: array(apiary),
    beehives: array(hive),
    updateBeehive: hive,
    adjustStock: object(['id', 'quantity', 'minimumStock']),
  },
};
const graphqlInput = {
  type: 'object',
  required: ['query'],
  properties: { query: { type: 'string' }, variables: { type: 'object' } },
};
const frames = { type: 'integer', minimum: 0, maximum: 1000, nullable: true };
const hiveInput = {
  type: 'object',
  properties: {
    food_frames: frames,
    brood_frames: frames,
    health_status: { type: 'string', maxLength: 100, nullable: true },
    observations: { type: 'string', maxLength: 10_000, nullable: true },
  },
};

class Refused extends Error {
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}
const requireRow = ([row]) => {
  if (!row) throw new Refused(404, 'not possible');
  return row;
};

async function changeHive(user, id, input, columns) {
  const problem = shared.hiveProblem(input);
  if (problem) throw new Refused(400, problem);
  const { name, text, values } = shared.hiveUpdate(id, user, input, columns);
  return requireRow(await query(name, text, values));
}
const adjust = async (user, id, amount, columns) =>
  requireRow(await query(`adjust ${columns.length}`, shared.ADJUST(columns), [user, id, amount]));
const hives = (user, apiaryId, columns) =>
  query(
    `hives ${columns.length}`,
    `select ${columns} from beehives t where apiary_id = $2 and ${ownedBy('$1')} order by beehive_number`,
    [user, apiaryId],
  );
const OWN_APIARIES = 'apiary_id in (select id from apiaries where owner_id = $1)';
async function apiaries(user) {
  const [rows, allHives, allItems] = await Promise.all([
    query('apiaries', 'select id, name, location from apiaries where owner_id = $1 order by created_at', [user]),
    query(
      'all_hives',
      `select apiary_id, ${SELECTED_HIVE} from beehives where ${OWN_APIARIES} order by apiary_id, beehive_number`,
      [user],
    ),
    query(
      'all_items',
      `select apiary_id, item_name as "itemName", quantity, minimum_stock as "minimumStock" from inventory_items where ${OWN_APIARIES}
       order by apiary_id, item_name`,
      [user],
    ),
  ]);
  const hivesOf = shared.groupBy(allHives, 'apiary_id');
  const itemsOf = shared.groupBy(allItems, 'apiary_id');
  return rows.map((row) => ({
    ...row,
    beehives: hivesOf.get(row.id) ?? [],
    inventoryItems: itemsOf.get(row.id) ?? [],
  }));
}

async function inspections(user, hiveId) {
  const [rows, answers] = await Promise.all([
    query('inspections', `select ${lists.INSPECTION} ${lists.INSPECTIONS}`, [user, hiveId]),
    query(
      'answers',
      `select inspection_id, ${lists.ANSWER} from answers
       where inspection_id in (select id ${lists.INSPECTIONS}) order by inspection_id, position`,
      [user, hiveId],
    ),
  ]);
  const answersOf = shared.groupBy(answers, 'inspection_id');
  return rows.map((row) => ({ ...row, answers: answersOf.get(row.id) ?? [] }));
}
async function lowStockItems(user) {
  const [items, movements] = await Promise.all([
    query('low_items', `select ${lists.LOW_ITEM} ${lists.LOW_ITEMS}`, [user]),
    query(
      'latest_movements',
      `select latest.* from (select id ${lists.LOW_ITEMS}) items cross join lateral (
         select item_id, ${lists.MOVEMENT_OF_ITEM} from stock_movements where item_id = items.id order by sequence desc limit $2) latest`,
      [user, LATEST],
    ),
  ]);
  const movementsOf = shared.groupBy(movements, 'item_id');
  return items.map((item) => ({ ...item, movements: movementsOf.get(item.id) ?? [] }));
}
const HIVE_PAGE = `select ${SELECTED_HIVE}, last_inspected_at as "lastInspectedAt" ${lists.HIVE_PAGE} limit $5`;
async function pageOfHives(user, { health, first, after }) {
  const values = [user, health, ...lists.readCursor(after), first + 1];
  return lists.connectionOf(await query('hive_page', HIVE_PAGE, values), first);
}

const operations = new Map([
  [DOCUMENTS.W1, async (user) => ({ apiaries: await apiaries(user) })],
  [DOCUMENTS.W2, async (user, { apiaryId }) => ({ beehives: await hives(user, apiaryId, SELECTED_HIVE) })],
  [DOCUMENTS.W4, async (user, { id, input }) => ({ updateBeehive: await changeHive(user, id, input, SELECTED_HIVE) })],
  [
    DOCUMENTS.W5,
    async (user, { input }) => ({
      adjustStock: await adjust(user, input.itemId, input.amount, 'id, quantity, minimum_stock as "minimumStock"'),
    }),
  ],
  [DOCUMENTS.W6, async () => ({ __typename: 'Query' })],
  [DOCUMENTS.W8, async (user, { beehiveId }) => ({ inspections: await inspections(user, beehiveId) })],
  [DOCUMENTS.W9, async (user) => ({ lowStockItems: await lowStockItems(user) })],
  [DOCUMENTS.W10, async (user, variables) => ({ hivePage: await pageOfHives(user, variables) })],
]);

const app = Fastify();
app.decorateRequest('user', null);
app.addHook('onRequest', async (request) => {
  try {
    request.user = verify(request.headers.authorization?.slice(7) ?? '').sub;
  } catch {
    throw new Refused(401, 'log in');
  }
});
const responseOf = (schema) => ({ response: { 200: schema } });
app.post(
  '/graphql',
  { schema: { body: graphqlInput, ...responseOf({ type: 'object', properties: { data } }) } },
  async ({ body, user }) => ({ data: await operations.get(body.query)(user, body.variables) }),
);
app.get('/api/v1/beehives', { schema: responseOf(array(restHive)) }, async (request) =>
  hives(request.user, request.query.apiary_id, REST_HIVE),
);
app.put(
  '/api/v1/beehives/:id',
  { schema: { body: hiveInput, ...responseOf(restHive) } },
  async ({ body, params, user }) => changeHive(user, params.id, shared.fromRest(body), REST_HIVE),
);
app.put('/api/v1/inventory/:id/adjust', { schema: responseOf(restItem) }, async ({ body, params, user }) =>
  adjust(user, params.id, body.amount, REST_ITEM),
);
await app.listen({ port: shared.PORT, host: '127.0.0.1' });
