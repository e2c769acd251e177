import { ArgsType } from 'type-graphql';
import { OptionalField, OptionalInt } from './input-fields.js';
import { Pattern, Text } from './validators.js';

export const MAX_PAGE_SIZE = 500;

/** A cursor of a list. */
export const After = (): PropertyDecorator =>
  OptionalField(
    () => String,
    'Only what follows this cursor.',
    Text(1, 2000),
    Pattern(/^[A-Za-z0-9_-]+$/, 'is not a cursor of this list'),
  );

@ArgsType()
export class PageArgs {
  @OptionalInt(1, MAX_PAGE_SIZE, `Page size, 1–${MAX_PAGE_SIZE}.`)
  first?: number | null;

  @After()
  after?: string | null;
}

/** Returns the paging arguments, with undefined in place of null. */
export function readPageArgs({ first, after }: PageArgs): { first: number | undefined; after: string | undefined } {
  return { first: first ?? undefined, after: after ?? undefined };
}
