// Marks that stand for the value above them.
import type { Cell } from '../../../formats/file-line.js';
import { fold } from '../../../shared/text.js';

const DITTO =
  /^(?:-? ?["”“″〃]{1,3} ?-?|\/\/|↓|=|\.\.|- -|ibid\.?|id|dto|['’]{2}|,,|ditto|do\.|same|as above|same as above|idem|id\.|igual|lo mismo|dito|dto\.|s\.o\.|wie oben|come sopra|c\.s\.)$/;
export const isDitto = (text: string): boolean => text.length <= 15 && DITTO.test(fold(text).trim());

/** The cells of a row, with the values of the row above where it has marks for them. */
export const fillDittos = (cells: readonly Cell[], above: readonly Cell[] = []): Cell[] =>
  cells.map((cell, i) => (typeof cell === 'string' && isDitto(cell) ? (above[i] ?? cell) : cell));
