// Which of several ids in an input is the cause of a refusal.
import { AppError } from '../errors.js';

/**
 * Names the field of an input with the id of the record that is the cause, if the input has ids in lists or in other inputs: which of five
 * hundred hives is it? The id of the record that a mutation acts on is the only one at the top.
 */
export function nameCause(error: unknown, input: unknown): unknown {
  if (!(error instanceof AppError) || error.about === undefined || error.extensions.fields) return error;
  const path = findPath(input, error.about);
  if (!path?.includes('.')) return error;
  const { code, ...details } = error.extensions;
  const message = code === 'NOT_FOUND' ? 'is not found' : 'is in an apiary where you may not do this';
  return new AppError(code, error.text, { ...details, fields: [{ field: path, message }] });
}

function findPath(value: unknown, id: string): string | undefined {
  if (typeof value === 'string') return value.toLowerCase() === id.toLowerCase() ? '' : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, one] of Object.entries(value)) {
    const below = findPath(one, id);
    if (below !== undefined) return below === '' ? name : `${name}.${below}`;
  }
  return undefined;
}
