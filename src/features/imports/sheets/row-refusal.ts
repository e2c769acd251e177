import type { MessageText } from '../../../messages/message.js';

/** Thrown for a row that cannot be written, and not written at all. */
export class RowRefusal extends Error {
  constructor(
    readonly field: string | undefined,
    readonly text: MessageText,
    readonly status: 'FAILED' | 'SKIPPED' = 'FAILED',
  ) {
    super('row refused');
  }
}
