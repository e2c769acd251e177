// Every field of an input that takes text refuses what PostgreSQL cannot store, and one that may be absent accepts that.
import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'type-graphql';
import { findProblems } from '../../src/graphql/validators.js';
import { createSchema } from '../../src/graphql-schema.js';

describe('the validators of input fields', () => {
  createSchema();
  const { inputTypes, argumentTypes } = getMetadataStorage();
  const fields = [...inputTypes, ...argumentTypes].flatMap(({ target, fields: own = [] }) =>
    own.map((field) => ({ field, name: `${target.name}.${field.name}`, prototype: target.prototype as object })),
  );
  const isRefused = ({ field: { name }, prototype }: (typeof fields)[number], value: unknown): boolean =>
    findProblems(Object.assign(Object.create(prototype), { [name]: value })).some(([field]) => field === name);

  it('of fields that may be absent accept their absence', () => {
    expect(fields.length).toBeGreaterThan(300);
    expect(fields.filter((one) => isRefused(one, undefined)).map(({ name }) => name)).toEqual([]);
  });

  it('refuse text that cannot be stored', () => {
    const texts = fields.filter(({ field }) => field.getType() === String);
    expect(texts.length).toBeGreaterThan(100);
    const accepted = texts.filter((one) => !isRefused(one, one.field.typeOptions.array ? ['\0'] : '\0'));
    // push.ts checks the keys.
    expect(accepted.map(({ name }) => name)).toEqual(['SyncOperation.key']);
  });
});
