// Asserts whole error responses of both APIs.
import { expect } from '@jest/globals';
import type { Answer, GraphqlAnswer } from './client.js';

interface ExpectedError {
  status: number;
  code: string;
  /** The field that the message is about, under its name in the client's API. */
  field?: string;
  message?: string;
}

/**
 * REST: JSON with exactly these keys, and `fields` and `permission` where they are the cause. `error` repeats the message, because two
 * screens of the app read only `error`.
 */
export function expectRefused({ status, headers, body }: Answer<unknown>, expected: ExpectedError): void {
  const { message, fields, permission } = body as {
    message: string;
    fields?: { field: string }[];
    permission?: string;
  };
  const problem = { field: expect.any(String), message: expect.any(String) };
  const causes = {
    ...(fields && { fields: fields.map(() => problem) }),
    ...(permission && { permission: expect.stringMatching(/^[a-z]+:[a-z]+$/) }),
  };
  expect({ status, body }).toEqual({
    status: expected.status,
    body: { message, error: message, error_code: expected.code, ...causes },
  });
  if (expected.field) expect(fields?.map(({ field }) => field)).toContain(expected.field);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expectMessage(message, expected);
}

/** GraphQL: one error with a stable code and, for invalid input, its fields. */
export function expectGraphqlRefused(
  { errors }: Pick<GraphqlAnswer<unknown>, 'errors'>,
  expected: Omit<ExpectedError, 'status'>,
): void {
  expect(errors).toHaveLength(1);
  const { message, extensions } = errors![0]!;
  expect(extensions.code).toBe(expected.code);
  if (expected.field) {
    expect(extensions.fields).toEqual([{ field: expected.field, message: expect.stringMatching(/^(must|is)\b/) }]);
  }
  expectMessage(message, expected);
}

/** REST: the input is invalid, and the message names the field. */
export const expectBadInput = (answer: Answer<unknown>, field: string): void =>
  expectRefused(answer, { status: 400, code: 'BAD_USER_INPUT', field });

function expectMessage(message: string, expected: Pick<ExpectedError, 'field' | 'message'>): void {
  if (expected.message !== undefined) expect(message).toBe(expected.message);
  expect(message).toMatch(expected.field === undefined ? /\w/ : new RegExp(`(^|; )${expected.field} `));
}
