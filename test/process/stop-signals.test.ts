// A signal that arrives before the service has started is not lost.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const MODULE = pathToFileURL(resolve('dist/src/http/stop-signals.js')).href;
const run = (program: string): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { timeout: 30_000 });

it('the handler of a start gets a signal that came before it', async () => {
  const { stdout } = await run(`
    const { onStopSignal } = await import('${MODULE}');
    process.kill(process.pid, 'SIGTERM');
    onStopSignal((signal) => { console.log(signal); process.exit(); });
    setInterval(() => {}, 1000);`);
  expect(stdout).toBe('SIGTERM\n');
});

it('before that, a signal ends the process, though it does not kill it', async () => {
  const { stdout } = await run(`
    await import('${MODULE}');
    process.on('exit', (code) => console.log(code));
    process.kill(process.pid, 'SIGINT');
    setInterval(() => {}, 1000);`);
  expect(stdout).toBe('0\n');
});
