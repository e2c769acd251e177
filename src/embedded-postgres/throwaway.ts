import { spawn } from 'node:child_process';

export const FAST_AND_UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Removed twice, because the server may write something more before it has noticed. */
const SCRIPT = 'read -r _; rm -rf "$@"; sleep 5; rm -rf "$@"';

/**
 * Removes the folders when this process is gone, however it went: the system closes the pipe that the shell reads
 * from. The server stops by itself within a minute of its pid file's disappearance, so nobody has to signal a pid
 * that may be another's.
 */
export function removeOnExit(paths: string[]): () => void {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...paths], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C is for us; the shell has yet to do its work then.
    detached: true,
  });
  shell.on('error', () => {}); // Without a shell only the tidying is lost.
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return () => shell.kill('SIGKILL');
}
