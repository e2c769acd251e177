// The limit: node:http and pg, one prepared statement for each request, whose JSON PostgreSQL writes and Node passes on. No router, no
// GraphQL (it recognizes eight documents by their text). What any other server costs beyond this is the price of its framework.
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import pg from 'pg';
import { DOCUMENTS, LATEST } from '../lib/workloads.mjs';
import * as lists from './lists.mjs';
import * as shared from './shared.mjs';

const pool = new pg.Pool({
  connectionString: shared.DATABASE_URL,
  max: shared.POOL,
  types: { getTypeParser: () => (text) => text },
});
const key = createSecretKey(shared.JWT_SECRET, 'utf8');

/** @returns the user of a token, or undefined */
function userOf(header) {
  if (!header?.startsWith('Bearer ')) return undefined;
  const token = header.slice(7);
  const dot = token.lastIndexOf('.');
  const expected = createHmac('sha256', key).update(token.slice(0, dot)).digest();
  const signature = Buffer.from(token.slice(dot + 1), 'base64url');
  if (signature.length !== expected.length || !timingSafeEqual(expected, signature)) return undefined;
  const { sub, exp, iss, aud } = JSON.parse(
    Buffer.from(token.slice(token.indexOf('.') + 1, dot), 'base64url').toString(),
  );
  const isValid = exp > Date.now() / 1000 && iss === shared.CLAIMS.issuer && aud === shared.CLAIMS.audience;
  return isValid ? sub : undefined;
}

const list = (select) => `select coalesce(json_agg(x), '[]')::text from (${select}) x`;
const { SELECTED_HIVE, REST_HIVE, REST_ITEM, ownedBy } = shared;
const hives = (columns) =>
  list(`select ${columns} from beehives t where apiary_id = $2 and ${ownedBy('$1')} order by beehive_number`);
const update = (columns) => `with t as (
    update beehives t set food_frames = coalesce($3, food_frames), brood_frames = coalesce($4, brood_frames),
      health_status = coalesce($5, health_status), health = $6, observations = coalesce($7, observations), updated_at = now()
    where id = $2 and ${ownedBy('$1')} returning *
  ) select row_to_json(x)::text from (select ${columns} from t) x`;
const adjust = (columns) => {
  const [ctes, last] = shared.ADJUST(columns).split(') select ');
  return `${ctes}) select row_to_json(x)::text from (select ${last}) x`;
};
const apiaries = list(`select id, name, location,
    (select coalesce(json_agg(h), '[]') from (
      select ${SELECTED_HIVE} from beehives where apiary_id = a.id order by beehive_number) h) as beehives,
    (select coalesce(json_agg(i), '[]') from (
      select item_name as "itemName", quantity, minimum_stock as "minimumStock" from inventory_items
      where apiary_id = a.id order by item_name) i) as "inventoryItems"
  from apiaries a where owner_id = $1 order by created_at`);

const inspections = list(`select ${lists.INSPECTION}, (select coalesce(json_agg(a), '[]') from (
    select ${lists.ANSWER} from answers where inspection_id = inspections.id order by position) a) as answers
  ${lists.INSPECTIONS}`);
const lowItems = list(`select ${lists.LOW_ITEM}, (select coalesce(json_agg(m), '[]') from (
    select ${lists.MOVEMENT_OF_ITEM} from stock_movements where item_id = inventory_items.id order by sequence desc limit ${LATEST}
  ) m) as movements ${lists.LOW_ITEMS}`);
/** Its cursor is the time and the id of the last hive, as text. */
const hivePage = `with found as (
    select ${SELECTED_HIVE}, last_inspected_at as "lastInspectedAt" ${lists.HIVE_PAGE} limit $5::int + 1
  ), page as (select * from found limit $5::int)
  select json_build_object('nodes', (select coalesce(json_agg(page), '[]') from page), 'pageInfo', json_build_object(
    'hasNextPage', (select count(*) from found) > $5::int,
    'endCursor', (select coalesce("lastInspectedAt", 'infinity') || '_' || id from page order by "lastInspectedAt" desc, id desc limit 1)))::text`;
const START = '-infinity_00000000-0000-0000-0000-000000000000';

const statement = (name, text) => async (values) => {
  const { rows } = await pool.query({ name, text, values, rowMode: 'array' });
  return rows[0]?.[0];
};
const queries = {
  apiaries: statement('apiaries', apiaries),
  hives: statement('hives', hives(SELECTED_HIVE)),
  restHives: statement('rest_hives', hives(REST_HIVE)),
  update: statement('update', update(SELECTED_HIVE)),
  inspections: statement('inspections', inspections),
  lowItems: statement('low_items', lowItems),
  hivePage: statement('hive_page', hivePage),
  restUpdate: statement('rest_update', update(REST_HIVE)),
  adjust: statement('adjust', adjust('id, quantity, minimum_stock as "minimumStock"')),
  restAdjust: statement('rest_adjust', adjust(REST_ITEM)),
};
const hiveValues = (user, id, input) => [
  user,
  id,
  input.foodFrames,
  input.broodFrames,
  input.healthStatus,
  shared.meaningOf(input.healthStatus),
  input.observations,
];
const wrapped = (field, json) => (json ? `{"data":{"${field}":${json}}}` : '{"errors":[{"message":"not possible"}]}');

const operations = new Map([
  [DOCUMENTS.W1, async (user) => wrapped('apiaries', await queries.apiaries([user]))],
  [DOCUMENTS.W2, async (user, { apiaryId }) => wrapped('beehives', await queries.hives([user, apiaryId]))],
  [
    DOCUMENTS.W4,
    async (user, { id, input }) => {
      if (shared.hiveProblem(input)) return wrapped('updateBeehive');
      return wrapped('updateBeehive', await queries.update(hiveValues(user, id, input)));
    },
  ],
  [
    DOCUMENTS.W5,
    async (user, { input }) => wrapped('adjustStock', await queries.adjust([user, input.itemId, input.amount])),
  ],
  [DOCUMENTS.W8, async (user, { beehiveId }) => wrapped('inspections', await queries.inspections([user, beehiveId]))],
  [DOCUMENTS.W9, async (user) => wrapped('lowStockItems', await queries.lowItems([user]))],
  [
    DOCUMENTS.W10,
    async (user, { health, first, after }) => {
      const values = [user, health, ...(after ?? START).split('_'), first];
      return wrapped('hivePage', await queries.hivePage(values));
    },
  ],
  [DOCUMENTS.W6, async () => '{"data":{"__typename":"Query"}}'],
]);

function send(response, status, text) {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, headers);
  response.end(text);
}

async function handle({ headers, method, url }, response, body) {
  const user = userOf(headers.authorization);
  if (!user) return send(response, 401, '{"message":"log in"}');
  if (url === '/graphql') {
    const { query, variables } = JSON.parse(body);
    const operation = operations.get(query);
    return operation ? send(response, 200, await operation(user, variables)) : send(response, 400, '{"errors":[]}');
  }
  if (method === 'GET' && url.startsWith('/api/v1/beehives?apiary_id=')) {
    return send(response, 200, await queries.restHives([user, url.slice(27)]));
  }
  const sendOrRefuse = (json) => (json ? send(response, 200, json) : send(response, 404, '{"message":"not possible"}'));
  if (method === 'PUT' && url.startsWith('/api/v1/beehives/')) {
    const input = shared.fromRest(JSON.parse(body));
    if (shared.hiveProblem(input)) return send(response, 400, '{"message":"invalid"}');
    return sendOrRefuse(await queries.restUpdate(hiveValues(user, url.slice(17), input)));
  }
  if (method === 'PUT' && url.startsWith('/api/v1/inventory/')) {
    return sendOrRefuse(await queries.restAdjust([user, url.split('/')[4], JSON.parse(body).amount]));
  }
  return send(response, 404, '{"message":"not found"}');
}

http
  .createServer((request, response) => {
    const fail = ({ message }) => send(response, 500, JSON.stringify({ message }));
    if (request.method === 'GET') return void handle(request, response).catch(fail);
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => handle(request, response, body).catch(fail));
  })
  .listen(shared.PORT, '127.0.0.1');
