import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const MINIMUM_SECRET_BYTES = 32;

/**
 * Created once and kept, so that tokens outlive a restart. Two processes that start together agree on one secret.
 * @throws when the folder cannot be used, or holds a secret that was cut short
 */
export function developmentSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'jwt-secret');
  let secret: Buffer;
  try {
    if (!existsSync(file)) createSecret(dataDir, file);
    secret = readFileSync(file);
  } catch (error) {
    throw new Error(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
  if (secret.length >= MINIMUM_SECRET_BYTES) return secret;
  throw new Error(`DATA_DIR holds a secret that was cut short: remove ${file} to have another one made`);
}

function createSecret(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, randomBytes(MINIMUM_SECRET_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
}
