import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { KINDS } from '../../../src/features/imports/sheets/kinds.js';

const guide = readFileSync('docs/import.md', 'utf8');

describe('docs/import.md', () => {
  it('lists every kind with its columns', () => {
    for (const [kind, { required, fields }] of Object.entries(KINDS)) {
      const others = Object.keys(fields).filter((field) => !required.includes(field));
      const columns = [...required.map((field) => `**\`${field}\`**`), ...others.map((field) => `\`${field}\``)];
      expect(guide).toContain(`| \`${kind}\` | ${columns.join(' ')} |`);
    }
  });
});
