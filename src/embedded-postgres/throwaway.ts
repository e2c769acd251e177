import { spawn } from 'node:child_process';

export const FAST_AND_UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Removes twice, because the server may still write before it notices the removal. */
const SCRIPT = 'read -r _; rm -rf "$@"; sleep 5; rm -rf "$@"';

/**
 * Removes the folders when this process ends, even by SIGKILL: the system then closes the pipe that the shell reads
 * from. The server stops by itself within a minute after its pid file has been removed, so no pid has to be signalled
 * that may have been reused.
 * @returns a function that cancels the removal
 */
export function removeOnExit(paths: string[]): () => void {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...paths], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not end the shell before it has removed the folders.
    detached: true,
  });
  shell.on('error', () => {}); // Without a shell, only the removal is missing.
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return () => shell.kill('SIGKILL');
}
