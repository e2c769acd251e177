// A record of another account must get exactly the response of a record that does not exist.
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Answer, Client, GraphqlAnswer } from './client.js';

/** An operation on the record with this id, over one of the APIs. */
export type Attempt = (who: Client, id: string) => Promise<Answer<unknown> | GraphqlAnswer<unknown>>;

/** Ids of no record: the first is well-formed, the others are not. */
export const MISSING_IDS = [randomUUID(), 'nonsense', '0', '-1', 'null', "' or true --", 'ñ', `${randomUUID()}x`];

/** The response without its headers, which differ in the time and the request id. */
function withoutHeaders(answer: Answer<unknown> | GraphqlAnswer<unknown>): unknown {
  return { ...answer, headers: undefined };
}

/** Expects NOT_FOUND for the record with `foreignId`, with the same response as for missing ids. */
export async function expectLikeMissing(attempt: Attempt, who: Client, foreignId: string): Promise<void> {
  const answer = withoutHeaders(await attempt(who, foreignId));
  expect(answer).toMatchObject(
    'errors' in (answer as object)
      ? { errors: [{ extensions: { code: 'NOT_FOUND' } }] }
      : { status: 404, body: { error_code: 'NOT_FOUND' } },
  );
  for (const id of MISSING_IDS) expect({ id, answer: withoutHeaders(await attempt(who, id)) }).toEqual({ id, answer });
}
