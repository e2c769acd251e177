// Reads the settings, starts, stops gracefully. Nothing else.
import cluster from 'node:cluster';
import { join } from 'node:path';
import { createApp } from './app.js';
import { supervise } from './cluster.js';
import { type Config, ConfigError, environment, loadConfig } from './config.js';
import { provideDatabase } from './database/provision.js';
import { createLog } from './observability/log.js';
import { serveMetrics } from './observability/metrics.js';
import { DEMO_ACCOUNT } from './seeds/demo.js';

const STOP_TIMEOUT_MS = 10_000;

function settings(): Config {
  try {
    return loadConfig(environment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`The settings are not right:\n${error.message.replace(/^/gm, '  ')}`);
    process.exit(1);
  }
}

const config = settings();
const log = createLog(config.logLevel);

/** What has been started, in order; stopped in the opposite one. */
const running: (() => Promise<unknown>)[] = [];
let stopping = false;

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS);
  // What is half started cannot be stopped, and would be left behind.
  await starting.catch(() => {});
  for (const end of running.toReversed()) {
    const ended = await end().catch((error: unknown) => {
      log.error({ err: error }, 'could not stop cleanly');
      return 1;
    });
    if (typeof ended === 'number') exitCode = Math.max(exitCode, ended);
  }
  process.exit(exitCode);
}
/** Several processes where WEB_CONCURRENCY says so: this one only looks after them. */
async function start(): Promise<void> {
  const { metricsPort, metricsHost, concurrency } = config;
  const isSupervisor = cluster.isPrimary && concurrency > 1;
  if (metricsPort && cluster.isPrimary)
    running.push(
      await attempt(
        `show figures at ${metricsHost}:${metricsPort} (METRICS_HOST, METRICS_PORT)`,
        serveMetrics(metricsPort, metricsHost),
      ),
    );
  if (isSupervisor) running.push(supervise(concurrency, log));
  else await serve();
}

async function serve(): Promise<void> {
  const data = config.databaseUrl ? 'the database of DATABASE_URL' : `the database in ${config.dataDir} (DATA_DIR)`;
  const database = await attempt(
    `open ${data}`,
    provideDatabase(config, (message) => log.info(message)),
  );
  running.push(database.stop);
  if (stopping) return;
  const app = await attempt(`open ${data}`, createApp(config, database.server, log));
  running.push(app.close);
  if (stopping) return;
  const { host } = config;
  const port = await attempt(`listen at ${host}:${config.port} (HOST, PORT)`, app.listen(config.port, host));
  if (cluster.isPrimary || cluster.worker?.id === 1) console.log(banner(config, port, database.where));
}

/** Tells a failure together with the settings that have to do with it. */
async function attempt<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const { code, message, errors } = cause as NodeJS.ErrnoException & { errors?: Error[] };
    if (code === 'EADDRINUSE') throw new Error(`Port ${config.port} is in use: set PORT to another one.`, { cause });
    throw new Error(`Could not ${what}: ${message || errors?.[0]?.message}`, { cause });
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
// A fault that nobody waits for is told, and ends nothing: every request catches its own.
for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(fault, (error: unknown) => log.error({ err: error }, 'a fault outside of any request'));

/** What somebody needs to know who has just started the service. */
function banner(config: Config, port: number, database: string): string {
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const pages = config.landingPage === 'off' ? [] : [['GraphiQL', `${base}/graphiql  (the same without internet)`]];
  const lines = [
    [config.landingPage === 'sandbox' ? 'Sandbox' : 'GraphQL', `${base}/graphql`],
    ...pages,
    ['REST', `${base}/api/v1`],
    ['Database', database],
    [
      'Mail',
      config.smtpUrl
        ? `sent through ${new URL(config.smtpUrl).host}`
        : `${join(config.dataDir, 'mail')}, as .eml files`,
    ],
    ...(config.demoData ? [['Demo', `${DEMO_ACCOUNT.email}, password ${DEMO_ACCOUNT.password}`]] : []),
    ['Stop', 'Ctrl-C'],
  ];
  return `\nThe beekeeping backend is running.\n\n${lines.map(([name, value]) => `  ${name!.padEnd(10)}${value}`).join('\n')}\n`;
}

const starting = start();
try {
  await starting;
} catch (error) {
  log.debug({ err: error }, 'start failed');
  // Ctrl-C reaches what has just been started too, which is no failure.
  if (!stopping) console.error((error as Error).message);
  await stop(1);
}
