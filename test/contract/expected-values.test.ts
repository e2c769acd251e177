// A change with `expectedVersion` overwrites nothing that its sender has not seen. What changes without a new version, because others add to
// it, is either set by no input, or the input names the value that it is based on.
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { buildSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { records } from '../../src/records/records.js';
import { toCamelCase } from '../../src/shared/text.js';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** The fields of each record whose changes are no new versions. */
function findUnversioned(): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [entity, row] of Object.entries(records)) {
    const { tracked } = row as { tracked?: { ignored?: readonly string[] } };
    fields.set(entity, (tracked?.ignored ?? []).map(toCamelCase));
  }
  return fields;
}

/** They follow from words of the same record, whose changes are new versions. */
const MEANINGS: Record<string, string[]> = {
  Beehive: ['activity', 'population', 'status', 'health', 'productionChamber'],
};

it('an input that sets what changes without a new version takes the value that it is based on', () => {
  const unversioned = findUnversioned();
  const set: string[] = [];
  for (const { name, type, args } of Object.values(schema.getMutationType()!.getFields())) {
    const payload = getNamedType(type);
    const input = getNamedType(args[0]?.type ?? type);
    if (!isObjectType(payload) || !isInputObjectType(input) || !('expectedVersion' in input.getFields())) continue;
    const [record = ''] = Object.values(payload.getFields()).map((field) => getNamedType(field.type).name);
    for (const derived of unversioned.get(record) ?? []) {
      if (!(derived in input.getFields()) || MEANINGS[record]?.includes(derived)) continue;
      set.push(`${name}.${derived}`);
      const expectation = `expected${derived[0]!.toUpperCase()}${derived.slice(1)}`;
      expect({ name, has: expectation in input.getFields() }).toEqual({ name, has: true });
    }
  }
  // The test sees something.
  expect(set).toEqual(['updateInventoryItem.quantity']);
});
