// Text that has no visible character is blank, whichever characters it is of.
import { describe, expect, it } from '@jest/globals';
import { text as bounded } from '../../src/graphql/bounds.js';
import { isBlank } from '../../src/shared/text.js';

const LAST = 0x10ffff;
const SURROGATES = [0xd800, 0xdfff] as const;
/** Every character of which a property or its name says that nothing is shown. */
const INVISIBLE = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{16fe4}]/u;

function* characters(): Generator<string> {
  for (let code = 0; code <= LAST; code++)
    if (code < SURROGATES[0] || code > SURROGATES[1]) yield String.fromCodePoint(code);
}

describe('a text', () => {
  it('is blank exactly if each of its characters is invisible', () => {
    const wrong = [...characters()].filter((character) => isBlank(character) !== INVISIBLE.test(character));
    expect(wrong.map((character) => character.codePointAt(0)!.toString(16))).toEqual([]);
  });

  it('is accepted by the pattern of openapi.json if it is not blank, and refused if it is white space', () => {
    const pattern = new RegExp(bounded(1, 10).keywords.pattern!, 'u');
    const wrong = [...characters()].filter((character) => !isBlank(character) && !pattern.test(character));
    expect(wrong).toEqual([]);
    expect([' ', '\t', '\n', '\u00a0', '\u3000'].filter((character) => pattern.test(character))).toEqual([]);
  });

  it.each(['\u2800', '\u3164\u3164', '\u115f', '\u1160', '\uffa0', ' \u2800\ufe0f\n', '\u034f', '\u{e0100}'])(
    '%j is blank, and with a letter it is not',
    (text) => {
      expect(isBlank(text)).toBe(true);
      for (const visible of ['a', 'ñ', '蜂', '🐝', '⠓', '.']) expect(isBlank(text + visible)).toBe(false);
    },
  );
});
