// GraphQL Yoga 5 on node:http (its parser and validation caches are on by default), Kysely and DataLoader.
import { createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import DataLoader from 'dataloader';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import jwt from 'jsonwebtoken';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import * as shared from './shared.mjs';

const pool = new pg.Pool({ connectionString: shared.DATABASE_URL, max: shared.POOL });
const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
const key = createSecretKey(shared.JWT_SECRET, 'utf8');

const namesOf = (columns) => columns.split(',').map((column) => column.trim().replaceAll('"', ''));
const APIARY = namesOf(shared.APIARY);
const HIVE = namesOf(shared.HIVE);
const ITEM = namesOf(shared.ITEM);
const columnOf = (field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const childrenOf = (table, columns, order) =>
  new DataLoader(async (ids) => {
    const rows = await db
      .selectFrom(table)
      .select(columns)
      .where('apiary_id', 'in', ids)
      .orderBy('apiary_id')
      .orderBy(order)
      .execute();
    const groups = shared.groupBy(rows, 'apiaryId');
    return ids.map((id) => groups.get(id) ?? []);
  });
const own = (user) => (eb) => eb.selectFrom('apiaries').select('id').where('owner_id', '=', user);

const resolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: (date) => date.toISOString() }),
  Query: {
    apiaries: (_root, _args, { user }) =>
      db.selectFrom('apiaries').select(APIARY).where('owner_id', '=', user).orderBy('created_at').execute(),
    beehives: (_root, { apiaryId }, { user }) =>
      db
        .selectFrom('beehives')
        .select(HIVE)
        .where('apiary_id', '=', apiaryId)
        .where('apiary_id', 'in', own(user))
        .orderBy('beehive_number')
        .execute(),
  },
  Mutation: {
    async updateBeehive(_root, { id, input }, { user }) {
      const problem = shared.hiveProblem(input);
      if (problem) throw new GraphQLError(problem);
      const changes = Object.fromEntries(Object.entries(input).map(([field, value]) => [columnOf(field), value]));
      if ('healthStatus' in input) changes.health = shared.meaningOf(input.healthStatus);
      const row = await db
        .updateTable('beehives')
        .set({ ...changes, updated_at: sql`now()` })
        .where('id', '=', id)
        .where('apiary_id', 'in', own(user))
        .returning(HIVE)
        .executeTakeFirst();
      if (!row) throw new GraphQLError('NOT_FOUND');
      return row;
    },
    adjustStock: (_root, { input: { itemId, amount } }, { user }) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('inventory_items')
          .set((eb) => ({
            quantity: eb('quantity', '+', amount),
            movement_count: eb('movement_count', '+', 1),
            updated_at: sql`now()`,
          }))
          .where('id', '=', itemId)
          .where((eb) => eb(eb('quantity', '+', amount), '>=', 0))
          .where('apiary_id', 'in', own(user))
          .returning([...ITEM, 'movement_count'])
          .executeTakeFirst();
        if (!row) throw new GraphQLError('INSUFFICIENT_STOCK');
        const now = sql`now()`;
        await transaction
          .insertInto('stock_movements')
          .values({
            id: sql`uuidv7()`,
            created_at: now,
            updated_at: now,
            item_id: itemId,
            sequence: row.movement_count,
            kind: 'ADJUSTMENT',
            amount,
            balance_after: row.quantity,
            actor_id: user,
            occurred_at: now,
          })
          .execute();
        return row;
      }),
  },
  Apiary: {
    beehives: ({ id }, _args, { hives }) => hives.load(id),
    inventoryItems: ({ id }, _args, { items }) => items.load(id),
  },
};

const yoga = createYoga({
  schema: createSchema({ typeDefs: shared.SDL, resolvers }),
  graphiql: false,
  logging: false,
  context: ({ request }) => {
    try {
      const token = request.headers.get('authorization').slice(7);
      const { sub } = jwt.verify(token, key, { algorithms: ['HS256'], ...shared.CLAIMS });
      return {
        user: sub,
        hives: childrenOf('beehives', HIVE, 'beehive_number'),
        items: childrenOf('inventory_items', ITEM, 'item_name'),
      };
    } catch {
      throw new GraphQLError('log in', { extensions: { http: { status: 401 } } });
    }
  },
});
createServer(yoga).listen(shared.PORT, '127.0.0.1');
