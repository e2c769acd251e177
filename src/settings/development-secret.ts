import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIN_SECRET_BYTES } from './formats.js';

/**
 * Returns the secret of the folder, and creates it on the first call, so that tokens survive a restart. Processes that start at the same
 * time use the same secret.
 * @throws if the folder cannot be used, or the stored secret is truncated
 */
export function readDevelopmentSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'jwt-secret');
  let secret: Buffer;
  try {
    if (!existsSync(file)) createSecret(dataDir, file);
    secret = readFileSync(file);
  } catch (error) {
    throw new Error(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
  if (secret.length >= MIN_SECRET_BYTES) return secret;
  throw new Error(`DATA_DIR contains a truncated secret: remove ${file} to create a new one`);
}

function createSecret(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, randomBytes(MIN_SECRET_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
}
