// SENT AGAIN, DONE ONCE. A client that does not know whether its change arrived sends it again with the same Idempotency-Key, and is
// given the first answer. The answer is kept in the transaction of the change itself: there is never one without the other. Twins
// at the same moment meet in the primary key: the second waits, and then finds the answer of the first.
import { createHash } from 'node:crypto';
import { authorize, type FieldAccess } from '../access/guard.js';
import type { Context } from '../context.js';
import { run } from '../database/pool.js';
import { unitOfWork } from '../database/unit-of-work.js';
import { AppError } from '../errors.js';

/** What was answered, as it left the service. */
export interface StoredResponse {
  status: number;
  body: string | undefined;
  isReplay?: true;
}
export interface Outcome extends StoredResponse {
  /** Nothing is to be stored of it, and nothing to be kept: sent again, it is tried again. */
  refused: boolean;
}

const KEY_FORMAT = /^[\x21-\x7e]{1,255}$/;
const MAX_STORED_CHARACTERS = 256 * 1024;

/**
 * Whether answers of a root field are kept. Those that open or recover an account hold secrets, or are asked with them; those about
 * other people's accounts are not to outlive them. Both are harmless when done twice.
 */
export const isIdempotent = ({ public: isPublic, credential, permission }: FieldAccess): boolean =>
  !isPublic && !credential && !permission;

/**
 * Runs `work` in one transaction, unless the viewer has sent the same request with the same key before.
 * @param fields what is to be done: whoever may not do it now is not told what was answered then
 * @param request what was asked, in any form that JSON can hold
 * @throws BAD_USER_INPUT for a key that can be none; CONFLICT (IDEMPOTENCY_KEY_REUSED) for the key of another request
 */
export async function runIdempotent(
  context: Context,
  fields: FieldAccess[],
  request: unknown,
  work: () => Promise<Outcome>,
): Promise<StoredResponse> {
  const key = context.client.idempotencyKey!;
  if (!KEY_FORMAT.test(key)) throw invalidKey('must have 1 to 255 visible ASCII characters');
  const owner = (await context.authenticate()).id;
  for (const field of fields) await authorize(context, field);
  const hash = hashRequest(request);
  try {
    return await unitOfWork(context, async () => {
      const [claimed] = await run<object>(context, { text: CLAIM, values: [owner, key, hash] });
      if (!claimed) return { ...(await findStoredResponse(context, owner, key, hash)), isReplay: true as const };
      const attempt = await work();
      if (attempt.refused) throw new Refused(attempt);
      const { status, body } = attempt;
      if (body && body.length > MAX_STORED_CHARACTERS) {
        const message =
          'The answer is too large to be kept: ask for less, or send the change without an Idempotency-Key';
        throw new AppError('PAYLOAD_TOO_LARGE', message);
      }
      await run(context, { text: STORE, values: [owner, key, status, body] });
      return { status, body };
    });
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

export const invalidKey = (message: string): AppError => AppError.badInput([{ field: 'Idempotency-Key', message }]);

/** Leaves the unit of work, so that nothing of it is stored. */
class Refused extends Error {
  constructor(readonly answer: StoredResponse) {
    super();
  }
}

async function findStoredResponse(context: Context, owner: string, key: string, hash: string): Promise<StoredResponse> {
  const [kept] = await run<StoredResponse & { hash: string }>(context, { text: FIND, values: [owner, key] });
  if (kept?.hash === hash) return { status: kept.status, body: kept.body ?? undefined };
  throw new AppError('CONFLICT', 'This Idempotency-Key has been used for another request', {
    reason: 'IDEMPOTENCY_KEY_REUSED',
  });
}

/** The same for the same request, in whatever order a client writes the members of its objects. */
function hashRequest(request: unknown): string {
  try {
    return createHash('sha256').update(JSON.stringify(request, sortMembers)).digest('hex');
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('BAD_USER_INPUT', 'The request is nested too deeply');
    throw error;
  }
}

const sortMembers = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Gives the row to whoever comes first, or first after its time. Waits while another transaction holds the same key. */
const CLAIM = `
  insert into idempotency_keys (owner_id, key, request_hash) values ($1, $2, $3)
  on conflict (owner_id, key) do update
    set request_hash = excluded.request_hash, status = null, body = null, created_at = now()
    where idempotency_keys.created_at < now() - interval '30 days'
  returning key`;
const FIND = 'select status, body, request_hash as hash from idempotency_keys where owner_id = $1 and key = $2';
const STORE = 'update idempotency_keys set status = $3, body = $4 where owner_id = $1 and key = $2';
