import { Args, ArgsType, Ctx, Extensions, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { OptionalField, OptionalInt } from '../../graphql/input-fields.js';
import { Node } from '../../graphql/node.js';
import { MAX_PAGE_SIZE } from '../../graphql/page-args.js';
import { Pattern, Text } from '../../graphql/validators.js';
import { RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { loadChanges } from './changes.queries.js';

@ArgsType()
class ChangesArgs {
  @OptionalField(
    () => String,
    'The `endCursor` of the last page that was received and stored. Without it, everything is sent.',
    Text(1, 2000),
    Pattern(/^[A-Za-z0-9_-]+$/, 'is not a cursor of this list'),
  )
  after?: string | null;

  @OptionalInt(1, MAX_PAGE_SIZE, `How many records at most, 1–${MAX_PAGE_SIZE}.`)
  first: number | null = MAX_PAGE_SIZE;
}

@ObjectType({ simpleResolvers: true, description: 'A record that a client stores anew, or deletes.' })
class SyncChange {
  @Field(() => RecordKind, { description: 'The kind of the record.' })
  kind!: RecordName;

  @Field(() => ID, { description: 'The id of the record.' })
  recordId!: string;

  @Field(() => Boolean, {
    description:
      'Whether it has been deleted, or is no longer visible to you: delete it with what belongs to it (`RecordKind`).',
  })
  deleted!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'The version of the record, which an update or a deletion can expect: for a treatment its `revision`, for a stock movement, which never changes, 1. Null if it is deleted.',
  })
  version!: number | null;

  @Field(() => Node, { nullable: true, description: 'The record as it is now; null if it is deleted.' })
  node!: Node | null;
}

@ObjectType({ simpleResolvers: true, description: 'A page of changes.' })
class ChangePage {
  @Field(() => [SyncChange], {
    description: 'The changed records, each once: store or delete them in this order.',
  })
  changes!: SyncChange[];

  @Field(() => String, { description: 'Store it together with the changes, and continue with it as `after`.' })
  endCursor!: string;

  @Field(() => Boolean, { description: 'Whether more can be read at once. Otherwise ask again later.' })
  hasMore!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the cursor is too old (180 days), or of another database: delete the copies and begin without `after`.',
  })
  resyncRequired!: boolean;
}

/** A page takes a statement for each kind and each list of copies, so an operation reads one. */
const Single = (): MethodDecorator => Extensions({ single: true }) as MethodDecorator;

@Resolver()
export class ChangesResolver {
  @Query(() => ChangePage, {
    description:
      'What has changed since the cursor, in all apiaries that you see; without a cursor, everything, page by page. For clients that keep copies.',
  })
  @Single()
  changes(@Args(() => ChangesArgs) { after, first }: ChangesArgs, @Ctx() context: Context): Promise<ChangePage> {
    return loadChanges(context, after ?? undefined, first ?? MAX_PAGE_SIZE);
  }
}
