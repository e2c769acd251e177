import { registerEnumType } from 'type-graphql';
import type { RecordName, RecordRow } from './record.js';
import { recordRows } from './records.js';

/**
 * Registers an enum of the kinds of records. Its values are the names of the entities: that of `MITE_COUNT` is `MiteCount`.
 * @param describe returns undefined for an entity that is none of them
 */
export function registerKinds(
  name: string,
  description: string,
  describe: (row: RecordRow<object>) => string | undefined,
): Record<string, RecordName> {
  const kinds = recordRows.flatMap(([entity, row]) => {
    const text = describe(row);
    return text === undefined
      ? []
      : [{ entity, text, value: entity.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase() }];
  });
  const values = Object.fromEntries(kinds.map(({ value, entity }) => [value, entity]));
  const valuesConfig = Object.fromEntries(kinds.map(({ value, text }) => [value, { description: text }]));
  registerEnumType(values, { name, description, valuesConfig });
  return values;
}
