// Somebody else's things: an answer about them must be, word for word, the answer about things that are not there.
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Answer, Client, GraphqlAnswer } from './client.js';

/** Tries something with a thing that is named by its id, on one of the doors. */
export type Attempt = (who: Client, id: string) => Promise<Answer<unknown> | GraphqlAnswer<unknown>>;

/** Ids that nobody has: one that could be, and ones that could not. */
export const MISSING_IDS = [randomUUID(), 'nonsense', '0', '-1', 'null', "' or true --", 'ñ', `${randomUUID()}x`];

/** What an answer tells. Headers differ by the time and the request's id alone. */
function told(answer: Answer<unknown> | GraphqlAnswer<unknown>): unknown {
  return { ...answer, headers: undefined };
}

/** The attempt on `theirs` is refused as NOT_FOUND, and can't be told from one on an id that nobody has. */
export async function expectLikeMissing(attempt: Attempt, who: Client, theirs: string): Promise<void> {
  const answer = told(await attempt(who, theirs));
  expect(answer).toMatchObject(
    'errors' in (answer as object)
      ? { errors: [{ extensions: { code: 'NOT_FOUND' } }] }
      : { status: 404, body: { error_code: 'NOT_FOUND' } },
  );
  for (const id of MISSING_IDS) expect({ id, answer: told(await attempt(who, id)) }).toEqual({ id, answer });
}
