import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { FIELD_NAMES, SHEET_NAMES } from '../../../src/features/imports/sheets/dictionary.js';
import { KINDS } from '../../../src/features/imports/sheets/kinds.js';

const guide = readFileSync('docs/import.md', 'utf8');

describe('docs/import.md', () => {
  it('lists every kind and every column with the names that are recognized', () => {
    for (const [kind, names] of Object.entries(SHEET_NAMES))
      expect(guide).toContain(`| \`${kind}\` | ${names.join(', ')} |`);
    for (const [field, names] of Object.entries(FIELD_NAMES))
      expect(guide).toContain(`| \`${field}\` | ${names.join(', ')} |`);
    for (const { required, fields } of Object.values(KINDS)) {
      const others = Object.keys(fields).filter((field) => !required.includes(field));
      expect(guide).toContain(
        `| ${[...required.map((field) => `**\`${field}\`**`), ...others.map((field) => `\`${field}\``)].join(' ')} |`,
      );
    }
  });
});
