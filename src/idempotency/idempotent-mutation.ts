// A client that retries a mutation with the same Idempotency-Key receives the stored response of the first attempt. The response is
// stored in the transaction of the mutation, so that neither exists without the other. Of two concurrent requests with the same
// key, the second waits for the row of the first (primary key) and then returns its response.
import { createHash } from 'node:crypto';
import { authorize, type FieldAccess } from '../access/guard.js';
import type { Context } from '../context.js';
import { runStatement } from '../database/pool.js';
import { unitOfWork } from '../database/unit-of-work.js';
import { AppError } from '../errors.js';
import type { MessageText } from '../messages/message.js';
import { RETENTION } from '../shared/retention.js';

/** A response as it was sent. */
export interface StoredResponse {
  status: number;
  /** Those of its content, not of the request; names and values alternate. */
  headers?: string[] | undefined;
  body: string | undefined;
  isReplay?: true;
}
export interface Outcome extends StoredResponse {
  /** The transaction is rolled back and no response is stored; a retry runs again. */
  refused: boolean;
}

const KEY_FORMAT = /^[\x21-\x7e]{1,255}$/;
const MAX_RESPONSE_CHARACTERS = 256 * 1024;
/** How much the responses of an account may take, as PostgreSQL stores them; beyond that, the oldest are deleted. */
const MAX_STORED_BYTES = 16 * 1024 * 1024;
const LARGE_RESPONSE_CHARACTERS = 4096;
const ROWS_PER_COUNT = 100;

/**
 * Returns whether responses of a root field are stored. Fields that authenticate or recover an account handle secrets; responses of
 * fields that require a permission contain data of other accounts, and must not outlive those. Both are harmless if repeated. A field whose
 * operations have keys of their own is repeated operation by operation.
 */
export const isIdempotent = ({ public: isPublic, credential, permission, ownKeys }: FieldAccess): boolean =>
  !isPublic && !credential && !permission && !ownKeys;

/**
 * Runs `work` in one transaction, or returns the stored response if the viewer has sent the same request with the same key before.
 * @param fields the root fields, which are authorized also before a stored response is returned
 * @param request the request, as any JSON value
 * @param key if omitted, that of the request's header
 * @throws BAD_USER_INPUT for an invalid key; CONFLICT (IDEMPOTENCY_KEY_REUSED) if the key was used for another request
 */
export async function runIdempotent(
  context: Context,
  fields: FieldAccess[],
  request: unknown,
  work: () => Promise<Outcome>,
  key = context.client.idempotencyKey!,
): Promise<StoredResponse> {
  requireKey(key);
  const { id: owner, token } = await context.authenticate();
  // The quota refuses what is new, when it is executed: what has been recorded is answered again.
  for (const field of fields) await authorize(context, { ...field, limited: false });
  // What was answered to a session, or to another token, may be more than this token sees.
  const hash = hashRequest(token ? [token.id, request] : request);
  // Its transaction is on the primary, and is begun again there if its connection was lost.
  context.startWriting();
  try {
    return await unitOfWork(context, async () => {
      const [claimed] = await runStatement<object>(context, { text: CLAIM, values: [owner, key, hash] });
      if (!claimed) return { ...(await findStoredResponse(context, owner, key, hash)), isReplay: true as const };
      const attempt = await work();
      if (attempt.refused) throw new Refused(attempt);
      const { status, headers, body } = attempt;
      if (body && body.length > MAX_RESPONSE_CHARACTERS) {
        throw new AppError(
          'PAYLOAD_TOO_LARGE',
          'The response is too large to be stored: request fewer fields, or omit the Idempotency-Key',
        );
      }
      await runStatement(context, { text: STORE, values: [owner, key, status, headers, body] });
      await limitStored(context, key, (body?.length ?? 0) > LARGE_RESPONSE_CHARACTERS ? ROWS_PER_COUNT : 1);
      return { status, headers, body };
    });
  } catch (error) {
    if (error instanceof Refused) return error.response;
    throw error;
  }
}

const HEADER = 'Idempotency-Key';
export const invalidKey = (message: MessageText, field = HEADER): AppError => AppError.badInput([{ field, message }]);

/** @param field where the client has sent it. @throws BAD_USER_INPUT */
export function requireKey(key: string, field = HEADER): void {
  if (!KEY_FORMAT.test(key)) throw invalidKey('must have 1 to 255 visible ASCII characters', field);
}

/** Thrown to roll back the unit of work. */
class Refused extends Error {
  constructor(readonly response: StoredResponse) {
    super();
  }
}

/**
 * Deletes the oldest rows of the viewer beyond the limit. Counting takes time for an account with many: it is due after each large response, and
 * now and then after small rows.
 * @param key of a row that has just been written
 * @param rows how many have been written
 */
export async function limitStored(context: Context, key: string, rows: number): Promise<void> {
  if (Math.random() * ROWS_PER_COUNT >= rows) return;
  await runStatement(context, { text: KEEP_NEWEST, values: [context.viewer.id, key, MAX_STORED_BYTES] });
}

interface StoredRow {
  hash: string;
  status: number;
  headers: string[] | null;
  body: string | null;
}

async function findStoredResponse(context: Context, owner: string, key: string, hash: string): Promise<StoredResponse> {
  const [stored] = await runStatement<StoredRow>(context, { text: FIND, values: [owner, key] });
  if (stored?.hash === hash)
    return { status: stored.status, headers: stored.headers ?? undefined, body: stored.body ?? undefined };
  throw new AppError('CONFLICT', 'This Idempotency-Key has already been used for another request', {
    reason: 'IDEMPOTENCY_KEY_REUSED',
  });
}

/** Hashes a request independently of the order of the members of its objects. */
export function hashRequest(request: unknown): string {
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

/** Inserts the key, or takes over an expired one. Waits while another transaction holds the same key. */
const CLAIM = `
  insert into idempotency_keys (owner_id, key, request_hash) values ($1, $2, $3)
  on conflict (owner_id, key) do update
    set request_hash = excluded.request_hash, status = null, headers = null, body = null, created_at = now()
    where idempotency_keys.created_at < now() - interval '${RETENTION}'
  returning key`;
const FIND =
  'select status, headers, body, request_hash as hash from idempotency_keys where owner_id = $1 and key = $2';
const STORE = 'update idempotency_keys set status = $3, headers = $4, body = $5 where owner_id = $1 and key = $2';
/** The size of a row without its body, with its few headers and its entries in the indexes. */
const ROW_BYTES = 300;
/** Rows that another request holds stay until the next time. */
const KEEP_NEWEST = `
  delete from idempotency_keys where owner_id = $1 and key = any(array(
    select k.key from idempotency_keys k join (
      select key, sum(${ROW_BYTES} + coalesce(pg_column_size(body), 0)) over (order by created_at desc, key) as bytes
      from idempotency_keys where owner_id = $1) newest using (key)
    where k.owner_id = $1 and k.key <> $2 and newest.bytes > $3 for update of k skip locked))`;
