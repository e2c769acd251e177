// Every message has a Spanish text that can be rendered; every Spanish text belongs to a message of the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as entities from '../../src/entities.js';
import { Message, parseMessage, recordName, serializeMessage } from '../../src/messages/message.js';
import { SPANISH, type Template } from '../../src/messages/spanish.js';
import { toRestWords } from '../../src/rest/openapi/rest-words.js';
import { Language } from '../../src/shared/language.js';
import { humanize } from '../../src/shared/text.js';
import { namesOfGraphql } from '../support/openapi.js';

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.ts') && !name.startsWith('spanish'))
  .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  .join('\n');
const recordNames = Object.keys(entities)
  .filter((name) => !['BaseEntity', 'OwnedEntity', 'TrackedEntity'].includes(name))
  .map(humanize);
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
/** Specified for the mobile app, which would not recognize a translation. */
const UNTRANSLATED = ['{message}: {place}', 'No token found'];

describe.each(Object.entries(SPANISH) as [Template, string][])('%s', (english, spanish) => {
  it('occurs in the sources', () => {
    expect(recordNames.includes(english) || sources.includes(`'${english}'`)).toBe(true);
  });

  it('has the same placeholders in Spanish', () => {
    expect(placeholders(spanish)).toEqual(placeholders(english));
  });

  it('names no field or mutation of GraphQL, which REST would repeat', () => {
    expect([english, spanish].flatMap((text) => namesOfGraphql(toRestWords(text)))).toEqual([]);
  });

  it('is rendered without a placeholder in both languages, and values are not interpreted', () => {
    const names = placeholders(english).map((name) => name.slice(1, -1));
    const values = Object.fromEntries(names.map((name) => [name, `<${name} {other} $& must not be empty>`]));
    const expected = (text: string): string =>
      names.reduce((t, name) => t.replace(`{${name}}`, () => values[name]!), text);
    const message = new Message(english, values);
    expect([message.in(Language.EN), message.in(Language.ES)]).toEqual([expected(english), expected(spanish)]);
    expect(parseMessage(serializeMessage(message)).in(Language.ES)).toBe(expected(spanish));
    if (!UNTRANSLATED.includes(english)) expect(expected(spanish)).not.toBe(expected(english));
  });
});

it('every record has a name in Spanish', () => {
  expect(recordNames.filter((name) => !(recordName(name) instanceof Message))).toEqual([]);
});
