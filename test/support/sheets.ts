// What is recognized of a sheet of which only the name and the headings are known.
import { Table } from '../../src/features/imports/sheets/detect-columns.js';
import { detectKind } from '../../src/features/imports/sheets/detect-kind.js';
import type { Facts } from '../../src/features/imports/sheets/mapping.js';
import type { Language } from '../../src/shared/language.js';

export const detectSheet = ({ name, headings }: { name: string; headings: readonly string[] }) =>
  detectKind(new Table(name, headings, []), new Set());

export const factsOf = (language: Language, ...apiaries: string[]): Facts => ({ language, apiaries, format: 'CSV' });
