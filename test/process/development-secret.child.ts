// Loads the settings of several new installations, each at the same moment as the other processes, and prints the secrets.
import { loadConfig } from '../../src/config.js';

const [folder, rounds, startTime, intervalMs] = process.argv.slice(2) as [string, string, string, string];
const secrets: string[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const moment = Number(startTime) + round * Number(intervalMs);
  // A busy wait, because a timer would fire too late.
  while (Date.now() < moment);
  secrets.push(loadConfig({ DATA_DIR: `${folder}/${round}` }).jwtSecrets.join());
}
process.stdout.write(JSON.stringify(secrets));
