// Apollo Server 5 on Express 5, hand-written: resolvers over SDL, DataLoader, prepared statements; REST routes on the same app.
import { createSecretKey } from 'node:crypto';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import DataLoader from 'dataloader';
import express from 'express';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import * as shared from './shared.mjs';

const { APIARY, HIVE, ITEM, REST_HIVE, REST_ITEM, ownedBy } = shared;
const pool = new pg.Pool({ connectionString: shared.DATABASE_URL, max: shared.POOL });
const query = async (name, text, values) => (await pool.query({ name, text, values })).rows;
const key = createSecretKey(shared.JWT_SECRET, 'utf8');

const childrenOf = (name, columns, table, order) =>
  new DataLoader(async (ids) => {
    const rows = await query(
      name,
      `select ${columns} from ${table} where apiary_id = any($1) order by apiary_id, ${order}`,
      [ids],
    );
    const groups = shared.groupBy(rows, 'apiaryId');
    return ids.map((id) => groups.get(id) ?? []);
  });
const hives = (user, apiaryId, columns) =>
  query(
    `hives ${columns.length}`,
    `select ${columns} from beehives t where apiary_id = $1 and ${ownedBy('$2')} order by beehive_number`,
    [apiaryId, user],
  );

class Refused extends GraphQLError {
  constructor(status, message) {
    super(message, { extensions: { http: { status } } });
    this.status = status;
  }
}
async function changeHive(user, id, input, columns) {
  const problem = shared.hiveProblem(input);
  if (problem) throw new Refused(400, problem);
  const { name, text, values } = shared.hiveUpdate(id, user, input, columns);
  const [row] = await query(name, text, values);
  if (!row) throw new Refused(404, 'not found');
  return row;
}
async function adjust(user, id, amount, columns) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query({
      name: `adjust ${columns.length}`,
      text: `update inventory_items t set quantity = quantity + $2, movement_count = movement_count + 1, updated_at = now()
        where id = $1 and quantity + $2 >= 0 and ${ownedBy('$3')} returning ${columns}, movement_count`,
      values: [id, amount, user],
    });
    const [row] = rows;
    if (!row) throw new Refused(409, 'not enough in stock');
    const { movement_count, ...item } = row;
    const values = [id, movement_count, amount, item.quantity, user];
    await client.query({ name: 'movement', text: shared.MOVEMENT, values });
    await client.query('commit');
    return item;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const resolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: (date) => date.toISOString() }),
  Query: {
    apiaries: (_root, _args, { user }) =>
      query('apiaries', `select ${APIARY} from apiaries where owner_id = $1 order by created_at`, [user]),
    beehives: (_root, { apiaryId }, { user }) => hives(user, apiaryId, HIVE),
  },
  Mutation: {
    updateBeehive: (_root, { id, input }, { user }) => changeHive(user, id, input, HIVE),
    adjustStock: (_root, { input }, { user }) => adjust(user, input.itemId, input.amount, ITEM),
  },
  Apiary: {
    beehives: ({ id }, _args, context) => context.hives.load(id),
    inventoryItems: ({ id }, _args, context) => context.items.load(id),
  },
};

function userOf({ headers: { authorization } }) {
  try {
    return jwt.verify(authorization.slice(7), key, { algorithms: ['HS256'], ...shared.CLAIMS }).sub;
  } catch {
    throw new Refused(401, 'log in');
  }
}

const server = new ApolloServer({ typeDefs: shared.SDL, resolvers });
await server.start();
const app = express();
app.use(express.json());
app.use(
  '/graphql',
  expressMiddleware(server, {
    context: async ({ req }) => ({
      user: userOf(req),
      hives: childrenOf('hives_of', HIVE, 'beehives', 'beehive_number'),
      items: childrenOf('items_of', ITEM, 'inventory_items', 'item_name'),
    }),
  }),
);
const api = express.Router();
api.use((request, _response, next) => {
  request.user = userOf(request);
  next();
});
api.get('/beehives', async ({ user, query: { apiary_id } }, response) =>
  response.json(await hives(user, apiary_id, REST_HIVE)),
);
api.put('/beehives/:id', async ({ user, params, body }, response) =>
  response.json(await changeHive(user, params.id, shared.fromRest(body), REST_HIVE)),
);
api.put('/inventory/:id/adjust', async ({ user, params, body }, response) =>
  response.json(await adjust(user, params.id, body.amount, REST_ITEM)),
);
api.use((error, _request, response, _next) => response.status(error.status ?? 500).json({ message: error.message }));
app.use('/api/v1', api);
app.listen(shared.PORT, '127.0.0.1');
