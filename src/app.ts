// COMPOSITION ROOT: database + schema + Apollo + Express, put together and taken apart again.
import 'reflect-metadata';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { GraphQLSchema } from 'graphql';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Limits, NoLimits } from './accounts/limits.js';
import { Sessions } from './accounts/sessions.js';
import type { Config } from './config.js';
import { type Client, Context, type Notes, type Services } from './context.js';
import { Postman } from './mail/postman.js';
import { mailbox, smtp } from './mail/transport.js';
import { migrate, requireUsable } from './persistence/database.js';
import { openDatabase, type Server } from './persistence/orm.js';
import { plantDemoData, refuseDemoData } from './persistence/seeds/demo.js';
import { plantQuestionBank } from './persistence/seeds/question-bank.js';
import { createSchema } from './schema.js';
import { createApollo } from './web/apollo.js';
import { createExpress } from './web/express.js';
import { openLane } from './web/graphql-lane.js';

export interface App {
  orm: MikroORM;
  pool: Pool;
  schema: GraphQLSchema;
  sessions: Sessions;
  /** @returns the port it listens on */
  listen: (port: number, host: string) => Promise<number>;
  /** Answers what was accepted, then closes. */
  close: () => Promise<void>;
}

export async function createApp(config: Config, server: Server, log: Logger): Promise<App> {
  const { orm, pool } = await openDatabase(server, config.databasePool);
  try {
    await requireUsable(pool);
    await migrate(orm);
    if (config.production) await refuseDemoData(pool);
    await plantQuestionBank(pool);
  } catch (error) {
    await orm.close(true);
    throw error;
  }
  const { accessTokenSeconds: normal, longLivedTokenSeconds: long, refreshSeconds: refresh } = config;
  const lifetimes = { normal, long, refresh };
  const sessions = new Sessions(pool, config.jwtSecret, lifetimes, config.demandVerification);
  const { smtpUrl, mailFrom, dataDir } = config;
  const transport = smtpUrl ? smtp(smtpUrl, mailFrom) : mailbox(join(dataDir, 'mail'), mailFrom);
  const postman = new Postman(pool, transport, log);
  const links = { resetPassword: config.passwordResetUrl, verifyEmail: config.emailVerificationUrl };
  const limits = config.rates ? new Limits(config.rates, config.databaseUrl ? pool : undefined) : new NoLimits();
  const services: Services = { orm, pool, sessions, postman, limits, links, log };
  const schema = createSchema();

  const demoToken = config.demoData ? await plantDemoData(services) : undefined;

  const httpServer = http.createServer();
  const apollo = createApollo(config, schema, httpServer, demoToken);
  await apollo.start();
  const createContext = (client: Client, notes: Notes): Context => new Context(services, client, notes);
  postman.start();
  const express = createExpress({ config, schema, apollo, services, createContext, demoToken });
  openLane(httpServer, express, { apollo, services, createContext });

  return {
    orm,
    pool,
    schema,
    sessions,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        httpServer.once('error', reject);
        httpServer.listen(port, host, () => resolve((httpServer.address() as AddressInfo).port));
      }),
    close: async () => {
      await apollo.stop(); // drains the HTTP server first
      await postman.stop();
      await sessions.close();
      await orm.close(true);
    },
  };
}
