// The composition root: creates the database connection, the schema, Apollo Server, Express and the background tasks, and closes them.
import 'reflect-metadata';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { GraphQLSchema } from 'graphql';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { SessionCache } from './access/session-cache.js';
import { Admission, endSlowReaders, type OpenRequest } from './admission/admission.js';
import { ChangeFeed } from './changelog/subscription-feed.js';
import type { Config } from './config.js';
import { Context, type Services } from './context.js';
import { connectReplicas } from './database/connect-replicas.js';
import { openDatabase, type Server } from './database/orm.js';
import { logOutages } from './database/outages.js';
import { requireUsable } from './database/provision.js';
import { ReadingRetention } from './database/reading-retention.js';
import { requireTimeZone } from './database/time-zones.js';
import { Table } from './database/where.js';
import { createEngine } from './engine/create-engine.js';
import { isPassedRow } from './engine/engine.js';
import { SecondFactorKeys } from './features/accounts/second-factor-keys.commands.js';
import { sourceOf } from './features/archives/source-of.commands.js';
import { Imports } from './features/imports/imports.job.js';
import { Digests } from './features/reminders/digests.job.js';
import { Pushes } from './features/reminders/pushes.job.js';
import { Webhooks } from './features/webhooks/webhooks.job.js';
import { createApollo } from './graphql/apollo.js';
import { markPlainColumns } from './graphql/column-extensions.js';
import { hideLegacy } from './graphql/legacy.js';
import { OperationRunner } from './graphql/operation-runner.js';
import { SubscriptionRunner } from './graphql/subscription-runner.js';
import { traceOperations } from './graphql/traced.js';
import { createSchema } from './graphql-schema.js';
import { BODY_LIMIT_KB } from './http/body.js';
import { type Drained, GracefulShutdown } from './http/graceful-shutdown.js';
import { createRequestLog } from './http/request-log.js';
import { serveHttp } from './http/serve-http.js';
import { isSocketRequest, Sockets } from './http/sockets.js';
import { JobRunner } from './jobs/runner.js';
import { Links } from './mail/links.js';
import { Mails } from './mail/mails.js';
import { fileTransport, smtpTransport } from './mail/transport.js';
import { AccountUsage } from './maintenance/account-usage.js';
import { ExpiredRows } from './maintenance/expired-rows.js';
import { createJobKinds, type Workers } from './maintenance/job-kinds.js';
import { KeptReadings } from './maintenance/readings.js';
import { Removals } from './maintenance/removals.js';
import { Transfers } from './maintenance/transfers.js';
import { model } from './model.js';
import type { Metrics } from './observability/metrics.js';
import type { RequestClient, RequestLog } from './observability/request.js';
import { NO_LIMITS, RateLimiter } from './rate-limits/rate-limiter.js';
import { refusals } from './refusals.js';
import { migrateDatabase } from './schema/migrate.js';
import { refuseDemoData, seedDemoData } from './seeds/demo.js';
import { seedQuestionBank } from './seeds/question-bank.js';

/** In milliseconds. Limits for clients that send slowly or not at all. */
const HTTP_TIMEOUTS_MS: http.ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2000,
};
/** With Node's 511, a burst of connections makes those of others wait for a second or more, until they are attempted again. */
const MAX_UNACCEPTED_CONNECTIONS = 4096;
/** Limit for clients that read their response slowly. */
const SOCKET_TIMEOUT_MS = 60_000;

export interface App extends Workers {
  httpServer: http.Server;
  orm: MikroORM;
  pool: Pool;
  /** That of GraphQL clients. */
  schema: GraphQLSchema;
  sessions: SessionCache;
  admission: Admission;
  /** @returns the port that it listens on */
  listen: (port: number, host: string) => Promise<number>;
  /** Completes accepted requests, then closes everything. @returns undefined if it has not listened */
  close: () => Promise<Drained | undefined>;
}

export async function createApp(config: Config, server: Server, log: Logger): Promise<App> {
  const engine = traceOperations(await createEngine(config.engine, (message) => log.warn(message)));
  const admission = new Admission({
    isOn: config.admission,
    connections: config.databasePool,
    maxBodyBytes: BODY_LIMIT_KB * 1024,
    refusals,
    sizeOf: (row) => (isPassedRow(row) ? row.size : undefined),
  });
  const { orm, pool } = await openDatabase(model, server, config.databasePool, { engine, admission });
  const retention = new ReadingRetention(config.retentionSeconds);
  try {
    await requireUsable(pool);
    const applied = await migrateDatabase(model, server, { orm, pool });
    if (applied.length > 0) log.info({ migrations: applied.length, last: applied.at(-1) }, 'the database was migrated');
    await retention.keep(pool);
    await requireTimeZone({ pool }, config.defaultTimeZone, 'DEFAULT_TIME_ZONE');
    if (config.production) await refuseDemoData(pool);
    await seedQuestionBank(pool);
  } catch (error) {
    await orm.close(true);
    throw error;
  }
  const { accessTokenSeconds: normal, longLivedTokenSeconds: long, refreshSeconds: refresh } = config;
  const lifetimes = { normal, long, refresh };
  const { smtpUrl, mailFrom, dataDir, accountQuota, documentLimit } = config;
  const sessions = new SessionCache(pool, config.jwtSecrets, lifetimes, config.demandVerification, accountQuota);
  const transport = smtpUrl ? smtpTransport(smtpUrl, mailFrom) : fileTransport(join(dataDir, 'mail'), mailFrom);
  let { port } = config;
  const links = new Links(config, () => port);
  const metrics = config.metricsPort ? await createMetrics(pool, accountQuota) : undefined;
  const jobs = new JobRunner(pool, log, metrics);
  const countRefusal = (limit: string): void => metrics?.rateLimited(limit);
  const rateLimiter = config.rates ? new RateLimiter(config.rates, pool, countRefusal) : NO_LIMITS;
  logOutages(pool, log);
  const replicas = await connectReplicas(config, pool, { engine, admission }, log);
  const services: Services = {
    orm,
    pool,
    sessions,
    jobs,
    rateLimiter,
    links,
    settings: { ...config, retention },
    log,
    metrics,
    replicas,
    admission,
    changeFeed: new ChangeFeed(pool, () => sessions.refresh()),
  };
  const fullSchema = createSchema(engine);
  const metadata = [...orm.getMetadata().getAll().values()];
  const tables = metadata.map(Table.of);
  markPlainColumns(fullSchema, tables);
  const schema = hideLegacy(fullSchema);
  const newContext = (requestId?: string): Context =>
    new Context(services, {}, createRequestLog(log, undefined, requestId));
  const webhooks = new Webhooks(services, newContext);
  const factorKeys = new SecondFactorKeys(pool, config.jwtSecrets);
  const work = {
    mails: new Mails(pool, transport),
    expiredRows: new ExpiredRows(pool, metrics, config.retentionSeconds.audit, orm.getMetadata()),
    accountUsage: new AccountUsage(pool, tables, orm.getMetadata(), accountQuota, retention, log),
    removals: new Removals(pool, orm.getMetadata(), log),
    readings: new KeptReadings(pool, retention),
    transfers: new Transfers(pool, orm.getMetadata(), log),
    digests: new Digests(services, config.jwtSecrets, newContext),
    pushes: new Pushes(services),
    imports: new Imports(services, newContext, sourceOf),
    encrypted: {
      renew: async (signal?: AbortSignal) => (await factorKeys.renew(signal)) + (await webhooks.renewSecrets(signal)),
    },
  } satisfies Workers;
  await jobs.start(createJobKinds(work));
  webhooks.start();

  const demoToken = config.demoData ? await seedDemoData(services) : undefined;

  const httpServer = http.createServer({
    ...HTTP_TIMEOUTS_MS,
    // It is refused with an error that clients read (http/serve-http.ts).
    requireHostHeader: false,
    shouldUpgradeCallback: isSocketRequest,
  });
  httpServer.timeout = SOCKET_TIMEOUT_MS;
  admission.attach(httpServer);
  endSlowReaders(httpServer, admission);
  const shutdown = new GracefulShutdown(httpServer, admission.open);
  const operations = new OperationRunner(schema, config.introspection);
  const apollo = createApollo(config, schema, operations);
  await apollo.start();
  const createContext = (client: RequestClient, requestLog: RequestLog, open: OpenRequest): Context =>
    new Context(services, client, requestLog, open);
  const subscriptions = new SubscriptionRunner(schema, config.introspection);
  const sockets = new Sockets({ services, subscriptions, documentLimit, shutdown });
  serveHttp(httpServer, {
    config,
    schema,
    fullSchema,
    apollo,
    operations,
    services,
    createContext,
    documentLimit,
    demoToken,
    unsubscribe: (token) => work.digests.unsubscribe(token),
    shutdown,
    sockets,
  });

  return {
    httpServer,
    orm,
    pool,
    schema,
    sessions,
    admission,
    ...work,
    listen: (wanted, host) =>
      new Promise((resolve, reject) => {
        httpServer.once('error', reject);
        httpServer.listen({ port: wanted, host, backlog: MAX_UNACCEPTED_CONNECTIONS }, () => {
          port = (httpServer.address() as AddressInfo).port;
          resolve(port);
        });
      }),
    close: async () => {
      const drained = httpServer.listening ? shutdown.drain() : undefined;
      await Promise.all([drained, sockets.close(), jobs.stop(), webhooks.stop()]);
      transport.close();
      await apollo.stop();
      // A database that does not respond must not block the shutdown.
      await waitAtMost(CLOSE_TIMEOUT_MS, sessions.close());
      await replicas?.stop();
      await waitAtMost(CLOSE_TIMEOUT_MS, orm.close(true));
      return drained;
    },
  };
}

/** Loaded only where METRICS_PORT is set. */
async function createMetrics(pool: Pool, accountQuota: number | undefined): Promise<Metrics> {
  const { Metrics } = await import('./observability/metrics.js');
  return new Metrics(pool, accountQuota);
}

const CLOSE_TIMEOUT_MS = 1500;
const waitAtMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, wait(ms, undefined, { ref: false })]);
