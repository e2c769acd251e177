// npm run seed -- --accounts A --apiaries N --hives M --items I: creates a large amount of data. N apiaries per account, M hives and I
// inventory items per apiary.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { readConfig } from '../config.js';
import { DEMO_ACCOUNT } from '../seeds/demo.js';
import { seedVolume, type Volume } from '../seeds/volume.js';
import { runCommand, UsageError } from './run-command.js';
import { withDatabase } from './with-database.js';

const MAX_COUNT = 1_000_000;
const DEFAULTS: Volume = { accounts: 1, apiaries: 3, hives: 20, items: 30 };
const USAGE = `Usage: npm run seed -- [--accounts 1] [--apiaries 3] [--hives 20] [--items 30]
(apiaries per account; hives and items per apiary)`;

function parseVolume(args: string[]): Volume {
  const options = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, { type: 'string' }] as const));
  const counts = Object.entries(parseOptions(args, options)).map(([name, value]) => {
    const n = value === '' ? Number.NaN : Number(value);
    if (!Number.isInteger(n) || n < 0 || n > MAX_COUNT)
      throw new UsageError(`--${name} must be a whole number from 0 to ${MAX_COUNT}`);
    return [name, n] as const;
  });
  return { ...DEFAULTS, ...Object.fromEntries(counts) };
}

function parseOptions(args: string[], options: Record<string, { type: 'string' }>): Record<string, unknown> {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

await runCommand(USAGE, async (args) => {
  const volume = parseVolume(args);
  const config = readConfig();
  if (config.production) throw new Error('Seeding is not allowed in production');
  await withDatabase(
    async ({ pool }) => {
      const bar = new SingleBar(
        { format: '{bar} {percentage}% | {value} of {total} rows', noTTYOutput: true },
        Presets.shades_classic,
      );
      bar.start(volume.accounts * volume.apiaries * (volume.hives + volume.items), 0);
      const emails = await seedVolume(pool, volume, (rows) => bar.increment(rows));
      bar.stop();
      console.log(
        `Log in as ${emails[0]}${emails.length > 1 ? ` to ${emails.at(-1)}` : ''}, password ${DEMO_ACCOUNT.password}`,
      );
    },
    { config, creates: true },
  );
});
