import { isDeepStrictEqual } from 'node:util';

// The defaults that the schema states for the fields of inputs, by the prototypes of their classes.
const defaults = new WeakMap<object, Map<PropertyKey, unknown>>();

export function setDefault(prototype: object, field: PropertyKey, value: unknown): void {
  const ofInput = defaults.get(prototype) ?? new Map<PropertyKey, unknown>();
  defaults.set(prototype, ofInput.set(field, value));
}

/** Whether a field of an input has the value that it has when it is omitted, or null: both mean the same. */
export function isAsOmitted(input: object, field: string, value: unknown): boolean {
  if (value === null) return true;
  for (let type: object | null = Object.getPrototypeOf(input); type; type = Object.getPrototypeOf(type))
    if (defaults.get(type)?.has(field)) return isDeepStrictEqual(defaults.get(type)!.get(field), value);
  return false;
}
