// How every command reports: its result, one message for a failure (exit code 1), or how it is used (exit code 2).
import { readMessage } from '../observability/errors.js';
import { versionText } from '../observability/version.js';

/** The arguments are wrong. */
export class UsageError extends Error {}

export async function runCommand(usage: string, command: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(usage);
  if (args.includes('--version')) return console.log(versionText());
  try {
    await command(args);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    console.error([readMessage(error), isUsage && usage].filter(Boolean).join('\n'));
    process.exitCode = isUsage ? 2 : 1;
  }
}
