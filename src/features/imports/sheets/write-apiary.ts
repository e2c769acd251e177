// Writes the row of an apiary. What was there before the import is not changed: an exact position is only written to what the account creates.
import { roleTo } from '../../../access/policy.js';
import type { Context } from '../../../context.js';
import { flushChanges } from '../../../database/unit-of-work.js';
import { createMessage, type MessageText } from '../../../messages/message.js';
import type { CreateApiaryInput } from '../../apiaries/apiaries.inputs.js';
import { Apiary } from '../../apiaries/apiary.entity.js';
import { loadPlaceWarnings } from '../../apiaries/place-warnings.rules.js';
import { columnsOf } from '../../apiaries/position.rules.js';
import type { RowResult } from '../import-source.types.js';
import type { NamedApiary, Places } from './places.js';
import { apiaryInput } from './row-inputs.js';
import { done, skipped } from './row-results.js';
import { problemAt, type SheetRow, textOf } from './row-values.js';

/** @throws RowRefusal, and as the command */
export async function writeApiary(context: Context, places: Places, row: SheetRow): Promise<RowResult> {
  const input = apiaryInput(row);
  const apiary = await places.apiary(textOf(row, 'apiary')!, input);
  const isWritten = apiary.isNew || (await completeApiary(context, apiary, input));
  if (!isWritten) return skipped(row);
  const warning = await warn(context, apiary.id, input);
  const records = apiary.isNew ? [{ entity: 'Apiary' as const, id: apiary.id }] : [];
  return { ...done(row, records), ...(warning && { problem: problemAt(row, warning.field, warning.message) }) };
}

const DESCRIBED = ['location', 'elevation', 'country', 'municipality', 'registerNumber', 'mobility', 'forage'] as const;

/** An apiary that an earlier row of the import only named gets what its own row says, once: nobody has changed it since. */
async function completeApiary(
  context: Context,
  { id, isOwn }: NamedApiary,
  input: CreateApiaryInput,
): Promise<boolean> {
  const given = Object.fromEntries(DESCRIBED.flatMap((name) => (input[name] == null ? [] : [[name, input[name]]])));
  const fields = { ...given, ...columnsOf(input.position ?? undefined) };
  if (!isOwn || Object.keys(fields).length === 0) return false;
  const apiary = await context.access.forUpdate(Apiary, id, roleTo('update', Apiary));
  const isDescribed = apiary.latitude !== null || DESCRIBED.some((name) => apiary[name] !== null);
  if (apiary.version !== 1 || isDescribed) return false;
  context.em.assign(apiary, fields);
  await flushChanges(context);
  return true;
}

/** What the interactive creation would show of it as `placeWarnings`; of several, the nearest apiary. */
async function warn(
  context: Context,
  id: string,
  { country, position, registerNumber }: CreateApiaryInput,
): Promise<{ field: string; message: MessageText } | undefined> {
  if (country == null) return undefined;
  const [warning] = await loadPlaceWarnings(context, {
    ...{ id, userId: context.viewer.id, country },
    ...{ latitude: position?.latitude ?? null, registerNumber: registerNumber ?? null },
  });
  if (!warning) return undefined;
  const { kind, distanceKm, leastKm, example } = warning;
  return kind === 'TOO_NEAR'
    ? {
        field: 'apiary',
        message: createMessage(
          'The apiary is {km} km from another one of yours, and the least distance in the country is {least} km',
          { km: distanceKm!, least: leastKm! },
        ),
      }
    : {
        field: 'registerNumber',
        message: createMessage(
          'The number in the register does not look like those of the country, such as {example}',
          {
            example: example!,
          },
        ),
      };
}
