// An authenticator app: RFC 6238 written anew, so that the service is compared with the standard and not with its own library.
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const PERIOD_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decode(secret: string): Buffer {
  const bits = [...secret].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const stepAt = (ms: number): number => Math.floor(ms / PERIOD_MS);

/** @param step seconds since 1970 divided by 30 */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decode(secret)).update(counter).digest();
  const offset = mac[19]! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** The current time step, of which at least so many seconds are left. */
export async function currentStep(seconds = 5): Promise<number> {
  const left = PERIOD_MS - (Date.now() % PERIOD_MS);
  if (left < seconds * 1000) await wait(left + 10);
  return stepAt(Date.now());
}

/** @param offset in time steps from now */
export const currentCode = async (secret: string, offset = 0): Promise<string> =>
  codeOf(secret, (await currentStep()) + offset);
