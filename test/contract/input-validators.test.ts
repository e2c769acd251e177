// Only fields that are given are validated, and class-validator is asked only if a validator refuses one (src/graphql/validate-argument.ts).
import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage as validatorStorage } from 'class-validator';
import { getMetadataStorage as typeStorage } from 'type-graphql';
import { createSchema } from '../../src/graphql-schema.js';

describe('the validators of input fields', () => {
  createSchema();
  const { inputTypes, argumentTypes } = typeStorage();
  const fields = [...inputTypes, ...argumentTypes].flatMap(({ target, fields: own = [] }) =>
    own.map((field) => {
      const all = validatorStorage().getTargetValidationMetadatas(target, '', false, false);
      return {
        field,
        name: `${target.name}.${field.name}`,
        kinds: all.filter((one) => one.propertyName === field.name),
      };
    }),
  );

  /** Whether a condition exempts an absent field from the other validators. */
  const skips = ({ constraints }: { constraints: unknown[] }): boolean =>
    !(constraints[0] as (object: object, value: unknown) => boolean)({}, undefined);

  it('of fields that may be absent accept their absence', () => {
    expect(fields.length).toBeGreaterThan(300);
    const mayBeAbsent = fields.filter(({ field }) => field.typeOptions.nullable);
    expect(mayBeAbsent.filter(({ kinds }) => kinds.length > 0).length).toBeGreaterThan(50);
    const refusing = mayBeAbsent.filter(
      ({ kinds }) => kinds.length > 0 && !kinds.some((kind) => kind.type === 'conditionalValidation' && skips(kind)),
    );
    expect(refusing.map(({ name }) => name)).toEqual([]);
  });

  it('refuse text that cannot be stored', () => {
    const texts = fields.filter(({ field }) => field.getType() === String);
    expect(texts.length).toBeGreaterThan(100);
    const unchecked = texts.filter(({ kinds }) => kinds.every(({ type }) => type === 'conditionalValidation'));
    // push.ts checks the keys.
    expect(unchecked.map(({ name }) => name)).toEqual(['SyncOperation.key']);
  });

  it('are of the kinds that are called without class-validator', () => {
    const others = fields.filter(({ kinds }) =>
      kinds.some(
        ({ type, each, validateIf }) =>
          !['customValidation', 'isDefined', 'conditionalValidation'].includes(type) || each || validateIf,
      ),
    );
    expect(others.map(({ name }) => name)).toEqual([]);
  });
});
