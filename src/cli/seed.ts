// npm run seed -- --accounts A --apiaries N --hives M --items I: creates a large amount of data. N apiaries per account, M hives and I
// inventory items per apiary.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { loadConfig, readEnvironment } from '../config.js';
import { DEMO_ACCOUNT } from '../seeds/demo.js';
import { seedVolume, type Volume } from '../seeds/volume.js';
import { withDatabase } from './with-database.js';

const MAX_COUNT = 1_000_000;
const USAGE = `npm run seed -- [--accounts 1] [--apiaries 3] [--hives 20] [--items 30]
(apiaries per account; hives and items per apiary)`;

function parseVolume(): Volume {
  const { values } = parseArgs({
    options: {
      accounts: { type: 'string', default: '1' },
      apiaries: { type: 'string', default: '3' },
      hives: { type: 'string', default: '20' },
      items: { type: 'string', default: '30' },
    },
  });
  const parseCount = (name: keyof typeof values): number => {
    const n = Number(values[name]);
    if (!Number.isInteger(n) || n < 0 || n > MAX_COUNT)
      throw new Error(`--${name} must be a whole number from 0 to ${MAX_COUNT}`);
    return n;
  };
  return {
    accounts: parseCount('accounts'),
    apiaries: parseCount('apiaries'),
    hives: parseCount('hives'),
    items: parseCount('items'),
  };
}

try {
  const volume = parseVolume();
  const config = loadConfig(readEnvironment());
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
    { config },
  );
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`);
  process.exitCode = 1;
}
