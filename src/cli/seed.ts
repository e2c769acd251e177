// npm run seed -- --accounts A --apiaries N --hives M --items I: much data, quickly. N apiaries an account, M hives and I
// inventory items an apiary.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { environment, loadConfig } from '../config.js';
import { DEMO_ACCOUNT } from '../seeds/demo.js';
import { seedVolume, type Volume } from '../seeds/volume.js';
import { withDatabase } from './with-database.js';

const USAGE = `npm run seed -- [--accounts 1] [--apiaries 3] [--hives 20] [--items 30]
(apiaries an account, hives and items an apiary)`;

function volume(): Volume {
  const { values } = parseArgs({
    options: {
      accounts: { type: 'string', default: '1' },
      apiaries: { type: 'string', default: '3' },
      hives: { type: 'string', default: '20' },
      items: { type: 'string', default: '30' },
    },
  });
  const whole = (name: keyof typeof values): number => {
    const n = Number(values[name]);
    if (!Number.isInteger(n) || n < 0 || n > 1_000_000) throw new Error(`--${name} must be a whole number`);
    return n;
  };
  return { accounts: whole('accounts'), apiaries: whole('apiaries'), hives: whole('hives'), items: whole('items') };
}

try {
  const wanted = volume();
  const config = loadConfig(environment());
  if (config.production) throw new Error('there is nothing to seed in production');
  await withDatabase(
    async ({ pool }) => {
      const bar = new SingleBar(
        { format: '{bar} {percentage}% | {value} of {total} rows', noTTYOutput: true },
        Presets.shades_classic,
      );
      bar.start(wanted.accounts * wanted.apiaries * (wanted.hives + wanted.items), 0);
      const emails = await seedVolume(pool, wanted, (rows) => bar.increment(rows));
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
