// Password strength. A password that the mobile app's form accepts must be accepted, because its user could not register otherwise.
import { describe, expect, it } from '@jest/globals';
import { hashPassword, isStrongEnough, verifyPassword } from '../../src/features/accounts/passwords.rules.js';
import * as fc from '../support/fast-check.js';

/** The form's rule: 8 UTF-16 code units of four kinds. */
const passesTheForm = (text: string): boolean =>
  text.length >= 8 && [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9 ]/].every((kind) => kind.test(text));

const characters = fc.constantFrom(...'AZmz09 !#-_.ñÑ€漢🐝');
const texts = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(characters, { minLength, maxLength }).map((list) => list.join(''));

describe('a password', () => {
  it('is strong enough if it passes the form of the app', () => {
    const accepted = texts(1, 60).filter(passesTheForm);
    fc.assert(
      fc.property(accepted, (password) => isStrongEnough(password)),
      { numRuns: 1000 },
    );
  });

  it('of 16 to 128 characters of any kind is strong enough', () => {
    fc.assert(fc.property(texts(16, 128), (password) => isStrongEnough(password)));
  });

  it('of more than 128 characters is refused', () => {
    fc.assert(fc.property(texts(129, 300), (password) => !isStrongEnough(password)));
  });

  it('of fewer than 16 characters without an upper-case letter, a lower-case letter or a digit is refused', () => {
    const alphabets = ['abcdefgh12', 'ABCDEFGH12', 'abcdABCD!?'];
    const lacking = fc
      .constantFrom(...alphabets)
      .chain((alphabet) => fc.array(fc.constantFrom(...alphabet), { maxLength: 15 }).map((list) => list.join('')));
    fc.assert(fc.property(lacking, (password) => !isStrongEnough(password)));
  });

  it('of fewer than 8 characters is refused', () => {
    for (const password of ['', 'Aa1', 'Aa1!Aa1']) expect(isStrongEnough(password)).toBe(false);
  });
});

describe('a hash', () => {
  it('is argon2id with a new salt, and verifies only its own password', async () => {
    const [one, other] = [await hashPassword('Abeja-2026'), await hashPassword('Abeja-2026')];
    expect(one).toMatch(/^\$argon2id\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword('Abeja-2026', one)).toBe(true);
    expect(await verifyPassword('abeja-2026', one)).toBe(false);
  });

  it('verifies nothing if the account does not exist, not even the password of the decoy', async () => {
    for (const password of ['Abeja-2026', 'nobody has this password', '']) {
      expect(await verifyPassword(password, undefined)).toBe(false);
    }
  });
});
