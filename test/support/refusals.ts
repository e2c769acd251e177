// What a refusal looks like on either door: routine enough to be asserted whole, every time.
import { expect } from '@jest/globals';
import type { Answer, GraphqlAnswer } from './client.js';

interface Wanted {
  status: number;
  code: string;
  /** The message is about this field, by the name that the client knows. */
  field?: string;
  message?: string;
}

/** The REST door: JSON, with exactly these keys, and `error` repeats the message because two screens of the app read only that. */
export function expectRefused({ status, headers, body }: Answer<unknown>, wanted: Wanted): void {
  const { message } = body as { message: string };
  expect({ status, body }).toEqual({
    status: wanted.status,
    body: { message, error: message, error_code: wanted.code },
  });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expectSaid(message, wanted);
}

/** The GraphQL door: one error with a stable code; what is wrong with the input is told field by field. */
export function expectGraphqlRefused(
  { errors }: Pick<GraphqlAnswer<unknown>, 'errors'>,
  wanted: Omit<Wanted, 'status'>,
): void {
  expect(errors).toHaveLength(1);
  const { message, extensions } = errors![0]!;
  expect(extensions.code).toBe(wanted.code);
  if (wanted.field) {
    expect(extensions.fields).toEqual([{ field: wanted.field, message: expect.stringMatching(/^(must|is)\b/) }]);
  }
  expectSaid(message, wanted);
}

/** The input was wrong, and the answer says where. */
export const expectBadInput = (answer: Answer<unknown>, field: string): void =>
  expectRefused(answer, { status: 400, code: 'BAD_USER_INPUT', field });

function expectSaid(message: string, wanted: Pick<Wanted, 'field' | 'message'>): void {
  if (wanted.message !== undefined) expect(message).toBe(wanted.message);
  expect(message).toMatch(wanted.field === undefined ? /\w/ : new RegExp(`(^|; )${wanted.field} `));
}
