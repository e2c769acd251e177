// Mercurius on Fastify 5: compiled queries (graphql-jit), its own loaders, prepared statements.
import { createVerifier } from 'fast-jwt';
import Fastify from 'fastify';
import { GraphQLScalarType } from 'graphql';
import mercurius from 'mercurius';
import pg from 'pg';
import * as lists from './lists.mjs';
import * as shared from './shared.mjs';

const { APIARY, HIVE, ITEM, ownedBy } = shared;
const pool = new pg.Pool({ connectionString: shared.DATABASE_URL, max: shared.POOL });
const query = async (name, text, values) => (await pool.query({ name, text, values })).rows;
const verify = createVerifier({
  key: shared.JWT_SECRET,
  algorithms: ['HS256'],
  allowedIss: shared.CLAIMS.issuer,
  allowedAud: shared.CLAIMS.audience,
});
const HIVE_PAGE = `select ${HIVE}, last_inspected_at as "lastInspectedAt" ${lists.HIVE_PAGE} limit $5`;
const refused = (message, code) => new mercurius.ErrorWithProps(message, {}, code);

const resolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: (date) => date.toISOString() }),
  Query: {
    apiaries: (_root, _args, { user }) =>
      query('apiaries', `select ${APIARY} from apiaries where owner_id = $1 order by created_at`, [user]),
    beehives: (_root, { apiaryId }, { user }) =>
      query(
        'hives',
        `select ${HIVE} from beehives t where apiary_id = $1 and ${ownedBy('$2')} order by beehive_number`,
        [apiaryId, user],
      ),
    inspections: (_root, { beehiveId }, { user }) =>
      query('inspections', `select ${lists.INSPECTION} ${lists.INSPECTIONS}`, [user, beehiveId]),
    lowStockItems: (_root, _args, { user }) => query('low_items', `select ${ITEM} ${lists.LOW_ITEMS}`, [user]),
    async hivePage(_root, { health, first, after }, { user }) {
      const values = [user, health, ...lists.readCursor(after), first + 1];
      return lists.connectionOf(await query('hive_page', HIVE_PAGE, values), first);
    },
  },
  Mutation: {
    async updateBeehive(_root, { id, input }, { user }) {
      const problem = shared.hiveProblem(input);
      if (problem) throw refused(problem);
      const { name, text, values } = shared.hiveUpdate(id, user, input, HIVE);
      const [row] = await query(name, text, values);
      if (!row) throw refused('NOT_FOUND');
      return row;
    },
    async adjustStock(_root, { input }, { user }) {
      const [row] = await query('adjust', shared.ADJUST(ITEM), [user, input.itemId, input.amount]);
      if (!row) throw refused('INSUFFICIENT_STOCK');
      return row;
    },
  },
};
const childrenOf = (name, columns, table, order) => async (queries) => {
  const ids = queries.map(({ obj }) => obj.id);
  const rows = await query(
    name,
    `select ${columns} from ${table} where apiary_id = any($1) order by apiary_id, ${order}`,
    [ids],
  );
  const groups = shared.groupBy(rows, 'apiaryId');
  return ids.map((id) => groups.get(id) ?? []);
};
const answersOf = async (queries) => {
  const ids = queries.map(({ obj }) => obj.id);
  const rows = await query(
    'answers_of',
    `select inspection_id, ${lists.ANSWER} from answers where inspection_id = any($1) order by inspection_id, position`,
    [ids],
  );
  const groups = shared.groupBy(rows, 'inspection_id');
  return ids.map((id) => groups.get(id) ?? []);
};
/** Each item has its own scan, which ends at the last movement that is wanted. */
const movementsOf = async (queries) => {
  const ids = queries.map(({ obj }) => obj.id);
  const rows = await query(
    'movements_of',
    `select latest.* from unnest($1::uuid[]) items (id) cross join lateral (
       select item_id, ${lists.MOVEMENT_OF_ITEM} from stock_movements where item_id = items.id order by sequence desc limit $2) latest`,
    [ids, Math.max(...queries.map(({ params }) => params.first))],
  );
  const groups = shared.groupBy(rows, 'item_id');
  return queries.map(({ obj, params }) => (groups.get(obj.id) ?? []).slice(0, params.first));
};
const loaders = {
  Inspection: { answers: answersOf },
  InventoryItem: { movements: movementsOf },
  Apiary: {
    beehives: childrenOf('hives_of', HIVE, 'beehives', 'beehive_number'),
    inventoryItems: childrenOf('items_of', ITEM, 'inventory_items', 'item_name'),
  },
};

const app = Fastify();
app.register(mercurius, {
  schema: shared.SDL + lists.LISTS_SDL,
  resolvers,
  loaders,
  jit: 1,
  context: ({ headers: { authorization } }) => {
    try {
      return { user: verify(authorization.slice(7)).sub };
    } catch {
      throw refused('log in', 401);
    }
  },
});
await app.listen({ port: shared.PORT, host: '127.0.0.1' });
