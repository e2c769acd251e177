import { ArgsType, Field, Int, registerEnumType } from 'type-graphql';
import { Clearable, Text, Whole } from './validators.js';

export enum Direction {
  ASC = 'asc',
  DESC = 'desc',
}
registerEnumType(Direction, {
  name: 'Direction',
  description: 'Which way a list is ordered.',
  valuesConfig: {
    ASC: { description: 'The smallest, the oldest or A first; what has no value comes last.' },
    DESC: { description: 'The largest, the newest or Z first; what has no value comes first.' },
  },
});

export const MAX_PAGE_SIZE = 500;

@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `At most so many, 1 to ${MAX_PAGE_SIZE}. If not said, the whole list; one of more than 10,000 comes in pages only.`,
  })
  @Clearable()
  @Whole(1, MAX_PAGE_SIZE)
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Begin after this cursor.' })
  @Clearable()
  @Text(1, 2000)
  after?: string | null;
}

/** The part of a list's arguments that every list has. */
export function readPageArgs({ first, after }: PageArgs): { first: number | undefined; after: string | undefined } {
  return { first: first ?? undefined, after: after ?? undefined };
}
