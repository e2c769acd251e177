// Loaded into a server with --import: SIGUSR2 starts a CPU profile; the next SIGUSR2 stops it and writes it to PROFILE_OUT.
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const INTERVAL_US = 250;
let session;
process.on('SIGUSR2', async () => {
  if (!session) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  const file = process.env.PROFILE_OUT;
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
});
