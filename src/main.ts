// Reads the settings, starts, stops gracefully. Nothing else.
import { pino } from 'pino';
import { createApp } from './app.js';
import { banner } from './banner.js';
import { type Config, ConfigError, environment, loadConfig } from './config.js';
import { provideDatabase } from './persistence/database.js';

const LONGEST_STOP_MS = 10_000;

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
const log = pino({ level: config.logLevel });

/** What has been started, in order; stopped in the opposite one. */
const running: (() => Promise<void>)[] = [];
let stopping = false;

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  const giveUp = setTimeout(() => process.exit(1), LONGEST_STOP_MS);
  giveUp.unref();
  for (const end of running.toReversed()) {
    await end().catch((error: unknown) => {
      log.error({ err: error }, 'could not stop cleanly');
      exitCode = 1;
    });
  }
  process.exit(exitCode);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

try {
  const database = await provideDatabase(config, (message) => log.info(message));
  running.push(database.stop);
  if (!stopping) {
    const app = await createApp(config, database.server, log);
    running.push(app.close);
    const port = await app.listen(config.port, config.host);
    console.log(banner(config, port, database.where));
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  log.debug({ err: error }, 'start failed');
  console.error(
    code === 'EADDRINUSE' ? `Port ${config.port} is in use: set PORT to another one.` : `Could not start: ${message}`,
  );
  await stop(1);
}
