// SENT AGAIN, DONE ONCE. A client that does not know whether its change arrived sends it again with the same Idempotency-Key, and is
// given the first answer. The answer is kept in the transaction of the change itself: there is never one without the other. Twins
// at the same moment meet in the primary key: the second waits, and then finds the answer of the first.
import { createHash } from 'node:crypto';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { run } from '../persistence/pool.js';
import { unitOfWork } from '../persistence/unit-of-work.js';

/** What was answered, as it left the service. */
export interface Answer {
  status: number;
  body: string | undefined;
}
export interface Attempt extends Answer {
  /** Nothing is to be stored of it, and nothing to be kept: sent again, it is tried again. */
  refused: boolean;
}

const ACCEPTABLE = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs `work` in one transaction, unless the viewer has sent the same request with the same key before.
 * @param request what was asked, in any form that JSON can hold
 * @throws BAD_USER_INPUT for a key that can be none; CONFLICT (IDEMPOTENCY_KEY_REUSED) for the key of another request
 */
export async function once(
  context: Context,
  request: unknown,
  work: () => Promise<Attempt>,
): Promise<Answer & { isReplay?: true }> {
  const key = context.client.idempotencyKey!;
  if (!ACCEPTABLE.test(key)) {
    const message = 'must have 1 to 255 visible ASCII characters';
    throw AppError.badInput([{ field: 'Idempotency-Key', message }]);
  }
  const owner = (await context.authenticate()).id;
  const hash = createHash('sha256').update(canonical(request)).digest('hex');
  try {
    return await unitOfWork(context, async () => {
      const [mine] = await run<object>(context, { text: CLAIM, values: [owner, key, hash] });
      if (!mine) return { ...(await answerTo(context, owner, key, hash)), isReplay: true as const };
      const attempt = await work();
      if (attempt.refused) throw new Refused(attempt);
      const { status, body } = attempt;
      await run(context, { text: KEEP, values: [owner, key, status, body] });
      return { status, body };
    });
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

/** Leaves the unit of work, so that nothing of it is stored. */
class Refused extends Error {
  constructor(readonly answer: Answer) {
    super();
  }
}

async function answerTo(context: Context, owner: string, key: string, hash: string): Promise<Answer> {
  const [kept] = await run<Answer & { hash: string }>(context, { text: KEPT, values: [owner, key] });
  if (kept?.hash === hash) return { status: kept.status, body: kept.body ?? undefined };
  throw new AppError('CONFLICT', 'This Idempotency-Key has been used for another request', {
    reason: 'IDEMPOTENCY_KEY_REUSED',
  });
}

/** The same text for the same request, in whatever order a client writes the members of its objects. */
const canonical = (request: unknown): string =>
  JSON.stringify(request, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Gives a row to whoever comes first. Waits while another transaction holds the same key. */
const CLAIM = `
  insert into kept_answers (owner_id, key, request_hash) values ($1, $2, $3)
  on conflict do nothing returning key`;
const KEPT = 'select status, body, request_hash as hash from kept_answers where owner_id = $1 and key = $2';
/** Every answer that is kept takes a few with it whose time is over. */
const KEEP = `
  with over as (
    delete from kept_answers where (owner_id, key) in (
      select owner_id, key from kept_answers where created_at < now() - interval '30 days'
      order by created_at limit 20 for update skip locked
    )
  )
  update kept_answers set status = $3, body = $4 where owner_id = $1 and key = $2`;
