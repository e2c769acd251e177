// Reads the settings, starts the service, and stops it gracefully on SIGINT and SIGTERM.
import cluster from 'node:cluster';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from './app.js';
import { superviseWorkers } from './cluster.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { provideDatabase } from './database/provision.js';
import type { Drained } from './http/graceful-shutdown.js';
import { onStopSignal } from './http/stop-signals.js';
import { readLocalUrl } from './mail/links.js';
import { readMessage } from './observability/errors.js';
import { createLog } from './observability/log.js';
import { mapStackTraces } from './observability/stack-traces.js';
import { setTracer } from './observability/tracer.js';
import { COMMIT, VERSION } from './observability/version.js';
import { LAST_MIGRATION } from './schema/migrate.js';
import { DEMO_ACCOUNT } from './seeds/demo.js';

const STOP_TIMEOUT_MS = 10_000;
/** Within which a signal that has been sent arrives. */
const SIGNAL_MS = 100;

mapStackTraces();

/** For people. Elsewhere, standard output has nothing but one JSON object per line. */
const isTerminal = process.stdout.isTTY;

async function readConfigOrExit(): Promise<Config> {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    if (isTerminal) console.error(`The settings are invalid:\n${error.message.replace(/^/gm, '  ')}`);
    else (await createLog('fatal')).fatal({ problems: error.message.split('\n') }, 'The settings are invalid');
    process.exit(1);
  }
}

const config = await readConfigOrExit();
const log = await createLog(config.logLevel);
if (cluster.isPrimary) for (const warning of config.warnings) log.warn(warning);

/** Functions that stop what has been started, in the order of the start; they are called in reverse. */
const stops: (() => Promise<unknown>)[] = [];
let stopping = false;
let drained: Drained | undefined;

/** @param signal undefined if the start has failed */
async function stop(exitCode: number, signal?: NodeJS.Signals): Promise<void> {
  if (stopping) return;
  stopping = true;
  const began = performance.now();
  if (signal) log.info({ signal }, 'stopping');
  setTimeout(() => {
    log.error({ signal, ms: STOP_TIMEOUT_MS }, 'not stopped in time');
    process.exit(1);
  }, STOP_TIMEOUT_MS);
  // A start that is still under way must finish before it can be stopped.
  await starting.catch(() => {});
  for (const stopOne of stops.toReversed()) {
    const result = await stopOne().catch((error: unknown) => {
      log.error({ err: error }, 'could not stop cleanly');
      return 1;
    });
    if (typeof result === 'number') exitCode = Math.max(exitCode, result);
  }
  if (signal) log.info({ signal, ms: Math.round(performance.now() - began), ...drained, exitCode }, 'stopped');
  process.exit(exitCode);
}

/** Starts the service in this process or, if WEB_CONCURRENCY is above 1, as the supervisor of workers. */
async function start(): Promise<void> {
  const { metricsPort, metricsHost, concurrency } = config;
  const isSupervisor = cluster.isPrimary && concurrency > 1;
  if (metricsPort && cluster.isPrimary) {
    const { serveMetrics } = await import('./observability/metrics.js');
    stops.push(
      await attempt(
        `serve metrics at ${metricsHost}:${metricsPort} (METRICS_HOST, METRICS_PORT)`,
        serveMetrics(metricsPort, metricsHost),
        `Port ${metricsPort} is in use: set METRICS_PORT to another port.`,
      ),
    );
  }
  if (isSupervisor) stops.push(superviseWorkers(concurrency, log));
  else await serve();
}

async function serve(): Promise<void> {
  await startTracing();
  const source = config.databaseUrl ? 'the database of DATABASE_URL' : `the database in ${config.dataDir} (DATA_DIR)`;
  const database = await attempt(
    `open ${source}`,
    provideDatabase(config, (message) => log.info(message)),
  );
  stops.push(database.stop);
  if (stopping) return;
  const app = await attempt(`open ${source}`, createApp(config, database.server, log));
  stops.push(async () => {
    drained = await app.close();
  });
  if (stopping) return;
  // Half of the memory at this moment is garbage of the start. Without `--expose-gc`, V8 would keep it for later objects.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { host } = config;
  const port = await attempt(`listen at ${host}:${config.port} (HOST, PORT)`, app.listen(config.port, host));
  if (!cluster.isPrimary && cluster.worker?.id !== 1) return;
  if (isTerminal) console.log(banner(config, port, database.where));
  else logStart(port, database.where);
}

/** Written at every level but `silent`: who reads a log must know what wrote it. */
function logStart(port: number, database: string): void {
  const { host, engine, concurrency: processes, changed: settings } = config;
  const start = log.child({}, { level: config.logLevel === 'silent' ? 'silent' : 'info' });
  const url = readLocalUrl(host, port);
  const build = { version: VERSION, commit: COMMIT, node: process.version };
  start.info({ ...build, url, engine, processes, database, migration: LAST_MIGRATION, settings }, 'started');
  log.flush();
}

/** Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set. Stopped last, after the requests and jobs that it traces. */
async function startTracing(): Promise<void> {
  if (!config.traces) return;
  const { createTracer } = await import('./observability/opentelemetry.js');
  const created = createTracer(config.traces, log);
  setTracer(created);
  stops.push(() => created.stop());
}

/** Adds the action, and the settings that it depends on, to the message of a failure. @param inUse the message if the port is taken */
async function attempt<T>(
  action: string,
  work: Promise<T>,
  inUse = `Port ${config.port} is in use: set PORT to another port.`,
): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new Error(inUse, { cause });
    throw new Error(`Could not ${action}: ${readMessage(cause)}`, { cause });
  }
}

onStopSignal((signal) => void stop(0, signal));
// Errors outside of requests are logged and do not end the process; each request handles its own errors.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => log.error({ err: error }, 'error outside of any request'));

/** The text printed when the service is ready. */
function banner(config: Config, port: number, database: string): string {
  const base = readLocalUrl(config.host, port);
  const lines = [
    ...(config.landingPage === 'off' ? [] : [['Start', base]]),
    ['GraphQL', `${base}/graphql`],
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
  // Ctrl-C also reaches the child processes, of which one may be gone before the signal is handled here; a start that fails for that reason is
  // not an error.
  await wait(SIGNAL_MS);
  if (!stopping && isTerminal) console.error((error as Error).message);
  else if (!stopping) log.fatal((error as Error).message);
  await stop(1);
}
