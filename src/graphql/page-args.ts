import { ArgsType } from 'type-graphql';
import { OptionalField, OptionalInt } from './input-fields.js';
import { Text } from './validators.js';

export const MAX_PAGE_SIZE = 500;

@ArgsType()
export class PageArgs {
  @OptionalInt(
    1,
    MAX_PAGE_SIZE,
    `At most so many, 1 to ${MAX_PAGE_SIZE}. If not said, the whole list; one of more than 10,000 comes in pages only.`,
  )
  first?: number | null;

  @OptionalField(() => String, 'Begin after this cursor.', Text(1, 2000))
  after?: string | null;
}

/** The part of a list's arguments that every list has. */
export function readPageArgs({ first, after }: PageArgs): { first: number | undefined; after: string | undefined } {
  return { first: first ?? undefined, after: after ?? undefined };
}
