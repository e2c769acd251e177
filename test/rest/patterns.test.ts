// The patterns of openapi.json are read by clients in other languages, whose regular expressions know less than those of JavaScript.
import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { type Json, openapi } from '../support/openapi.js';

const patterns = new Set<string>();
JSON.stringify(openapi, (key, value: Json) => {
  if (key === 'pattern' && typeof value === 'string') patterns.add(value);
  return value;
});

it('openapi.json has patterns', () => expect(patterns.size).toBeGreaterThan(10));

it.each([...patterns])('%s has only what Python, Go and Java know as well', (pattern) => {
  // No lookaround, no named group, no back reference, no \u or \p.
  expect(pattern).not.toMatch(/\(\?(?!:)/);
  const escapes = pattern.match(/\\(?:x[0-9a-f]{2}|.)/g) ?? [];
  expect(escapes.filter((one) => !/^\\(?:[dDwWsSb]|x[0-9a-f]{2}|[^0-9A-Za-z])$/.test(one))).toEqual([]);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
(hasPython ? it : it.skip)('Python compiles them', () => {
  const program = 'import json, re, sys\nfor one in json.load(sys.stdin): re.compile(one)';
  execFileSync('python3', ['-c', program], { input: JSON.stringify([...patterns]) });
});
