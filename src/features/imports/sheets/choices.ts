// What a user has decided of a sheet, for the next file with the same headings.
import { createHash } from 'node:crypto';
import type { SheetChoices, SheetMapping } from '../import-source.types.js';
import { normalizeHeading } from './headings.js';

/** Sheets whose headings are the same have the same key, whatever their case, accents and punctuation are. */
export const mappingKey = (headings: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headings.map(normalizeHeading)))
    .digest('hex');

/**
 * What a user has decided, or seen and imported, of a sheet with the same headings. The values of this file decide how its days and numbers are
 * written; the order that was chosen before is taken where they leave it open.
 */
export function choicesOf({ kind, kinds, columns, apiaryName, chosen }: SheetMapping): SheetChoices {
  // What nobody has answered is asked again.
  if (kinds) return {};
  return {
    kind,
    ...(chosen?.apiaryName !== undefined && { apiaryName: apiaryName ?? null }),
    ...(chosen?.isBelow && { isBelow: true }),
    columns: Object.fromEntries(
      // There may be a field for it now.
      columns.flatMap(({ column, field, score, unit, dateOrder, decimal }) =>
        field === null && score === 0
          ? []
          : [
              [
                column,
                {
                  field,
                  ...(unit && { unit }),
                  before: { ...(dateOrder && { dateOrder }), ...(decimal && { decimal }) },
                },
              ],
            ],
      ),
    ),
  };
}
