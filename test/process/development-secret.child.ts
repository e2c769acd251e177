// Reads the settings of one new installation after the other, each at the moment at which its siblings do it, and tells the secrets.
import { loadConfig } from '../../src/config.js';

const [folder, rounds, begin, pause] = process.argv.slice(2) as [string, string, string, string];
const secrets: string[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const moment = Number(begin) + round * Number(pause);
  // Not asleep: who is woken comes too late.
  while (Date.now() < moment);
  secrets.push(loadConfig({ DATA_DIR: `${folder}/${round}` }).jwtSecret.toString());
}
process.stdout.write(JSON.stringify(secrets));
