// A secret may be in a file instead of the environment, as Docker, Kubernetes and systemd pass them: NAME_FILE is the path of the file.
import { readFileSync, statSync } from 'node:fs';

/** Settings that are never logged: addresses have passwords in them. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
];
const MAX_BYTES = 65_536;

/** The name of the setting that leads to a file. */
export const fileOf = (secret: string): string => `${secret}_FILE`;
/** Those of the settings above. */
export const secretFiles: ReadonlySet<string> = new Set(SECRETS.map(fileOf));

type Environment = Record<string, string | undefined>;

/** @param secrets the names of the settings @returns the environment with the secrets in files, and a message for each file that cannot be used, by the name of its secret */
export function readSecretFiles(
  env: Environment,
  secrets: readonly string[],
): { env: Environment; problems: Map<string, string> } {
  const found: Environment = {};
  const problems = new Map<string, string>();
  for (const name of secrets) {
    const file = env[fileOf(name)];
    if (!file) continue;
    try {
      if (env[name]) throw new Error(`must not be set together with ${name}`);
      found[name] = readSecret(file);
    } catch (error) {
      problems.set(name, `${fileOf(name)} ${(error as Error).message}`);
    }
  }
  return { env: { ...env, ...found }, problems };
}

/** @throws Error whose message follows the name of the setting, and never has the content */
function readSecret(file: string): string {
  let bytes: Buffer;
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error('it is not a file');
    if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    bytes = readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
  const text = decode(file, bytes).replace(/\r?\n$/, '');
  if (text === '') throw new Error(`${file} is empty`);
  return text;
}

/** Other bytes would all become the same replacement character, so that a secret of random bytes would be easy to guess. */
function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file} must be text in UTF-8, such as that of openssl rand -base64 48`);
  }
}
