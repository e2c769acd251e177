// What is recognized of a sheet of which only the name and the headings are known.

import type { SheetChoices, SheetMapping, SheetSample } from '../../src/features/imports/import-source.types.js';
import { Table } from '../../src/features/imports/sheets/detect-columns.js';
import { detectKind } from '../../src/features/imports/sheets/detect-kind.js';
import { type Facts, proposeSheet, settle } from '../../src/features/imports/sheets/mapping.js';
import type { Language } from '../../src/shared/language.js';

export const detectSheet = ({ name, headings }: { name: string; headings: readonly string[] }) =>
  detectKind(new Table(name, headings, []), new Set());

export const factsOf = (language: Language, ...apiaries: string[]): Facts => ({ language, apiaries, format: 'CSV' });

/** As the source of sheets does, without an account. */
export const proposeMapping = (
  samples: readonly SheetSample[],
  facts: Facts,
  choices: ReadonlyMap<number, SheetChoices> = new Map(),
): SheetMapping[] =>
  settle(
    samples.map((sample) => proposeSheet(sample, facts, choices.get(sample.sheet) ?? {}, samples.length)),
    facts,
  );
