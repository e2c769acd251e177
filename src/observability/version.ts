import { existsSync, readFileSync } from 'node:fs';

const read = <T>(path: string): Partial<T> => {
  const file = new URL(`../../../${path}`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : {};
};

/** The version of the service. */
export const VERSION = read<{ version: string }>('package.json').version!;
/** The commit that it was built from; undefined if it was built outside of a checkout without COMMIT (scripts/build.mjs). */
export const COMMIT = read<{ commit: string }>('dist/build.json').commit;

/** What `--version` prints. */
export const versionText = (): string => [VERSION, COMMIT && `(${COMMIT.slice(0, 12)})`].filter(Boolean).join(' ');
