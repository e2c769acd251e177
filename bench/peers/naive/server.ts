// The naive form of the service's own stack (Apollo Server, type-graphql, MikroORM, Express), as its manuals show it: a fork of the entity
// manager for each request, entities found and returned, DataLoader for nested fields.
import 'reflect-metadata';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import express, { type ErrorRequestHandler, type Request } from 'express';
import { GraphQLError } from 'graphql';
import jwt from 'jsonwebtoken';
import { buildSchema } from 'type-graphql';
import { adjust, listHives, updateHive } from './commands.js';
import { Apiary, Beehive, InventoryItem, StockMovement, User } from './entities.js';
import { ApiaryResolver, BeehiveResolver, type Context, createLoaders, InventoryResolver } from './resolvers.js';

const { DATABASE_URL, JWT_SECRET, POOL, PORT } = process.env;

const orm = await MikroORM.init({
  metadataProvider: ReflectMetadataProvider,
  entities: [User, Apiary, Beehive, InventoryItem, StockMovement],
  clientUrl: DATABASE_URL!,
  pool: { min: 0, max: Number(POOL) },
});
const schema = await buildSchema({
  resolvers: [ApiaryResolver, BeehiveResolver, InventoryResolver],
  validate: true,
  authChecker: ({ context }: { context: Context }) => Boolean(context.user),
});
const apollo = new ApolloServer<Context>({ schema });
await apollo.start();

function userOf({ headers: { authorization } }: Request): string {
  try {
    const claims = { algorithms: ['HS256' as const], issuer: 'beekeeping-backend', audience: 'beekeeping-clients' };
    return (jwt.verify(authorization!.slice(7), JWT_SECRET!, claims) as { sub: string }).sub;
  } catch {
    throw new GraphQLError('log in', { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } });
  }
}

const app = express();
app.use(express.json());
app.use(
  '/graphql',
  expressMiddleware(apollo, {
    context: async ({ req }) => {
      const em = orm.em.fork();
      return { em, user: userOf(req), loaders: createLoaders(em) };
    },
  }),
);

const api = express.Router();
api.use((request, response, next) => {
  response.locals.user = userOf(request);
  response.locals.em = orm.em.fork();
  next();
});
const contextOf = (locals: Record<string, unknown>): [EntityManager, string] => [
  locals.em as EntityManager,
  locals.user as string,
];
const toRestHive = (hive: Beehive) => ({
  id: hive.id,
  apiary_id: hive.apiary.id,
  hive_number: hive.beehiveNumber,
  beehive_number: hive.beehiveNumber,
  activity_level: hive.activityLevel,
  bee_population: hive.beePopulation,
  food_frames: hive.foodFrames,
  brood_frames: hive.broodFrames,
  hive_status: hive.hiveStatus,
  health_status: hive.healthStatus,
  has_production_chamber: hive.hasProductionChamber,
  observations: hive.observations,
  treatments: hive.isTreated,
  created_at: hive.createdAt,
  updated_at: hive.updatedAt,
});
const toRestItem = (item: InventoryItem) => ({
  id: item.id,
  name: item.itemName,
  item_name: item.itemName,
  quantity: item.quantity,
  unit: item.unit,
  apiary_id: item.apiary.id,
  description: item.description,
  minimum_stock: item.minimumStock,
  low_stock: item.lowStock,
  category: item.category,
  batch_number: item.batchNumber,
  expiry_date: item.expiryDate,
  purchase_date: item.purchaseDate,
  supplier: item.supplier,
  storage_location: item.storageLocation,
  unit_cost: item.unitCost,
  currency: item.currency,
  created_at: item.createdAt,
  updated_at: item.updatedAt,
});
api.get('/beehives', async (request, response) => {
  const hives = await listHives(...contextOf(response.locals), String(request.query.apiary_id));
  response.json(hives.map(toRestHive));
});
api.put('/beehives/:id', async ({ params, body }, response) => {
  const input = {
    foodFrames: body.food_frames,
    broodFrames: body.brood_frames,
    healthStatus: body.health_status,
    observations: body.observations,
  };
  response.json(toRestHive(await updateHive(...contextOf(response.locals), params.id, input)));
});
api.put('/inventory/:id/adjust', async ({ params, body }, response) => {
  response.json(toRestItem(await adjust(...contextOf(response.locals), params.id, body.amount)));
});
const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error.extensions?.http?.status ?? 500).json({ message: error.message });
};
api.use(refuse);
app.use('/api/v1', api);
app.listen(Number(PORT), '127.0.0.1');
