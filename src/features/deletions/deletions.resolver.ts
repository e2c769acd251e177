import { Arg, Args, Ctx, Field, FieldResolver, ID, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Selected } from '../../database/row.js';
import type { Where } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { Columns, MemberColumns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { edgesOf, related } from '../../graphql/edges.js';
import { Node } from '../../graphql/node.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { DeleteMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { loadTyped, type TypedRow } from '../../graphql/record-interface.js';
import { RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { isUuid } from '../../shared/text.js';
import { person } from '../accounts/person.edges.js';
import { TimelineEntry, TimelineKind } from '../activity/timeline.queries.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Deletion } from './deletion.entity.js';
import { DeletionsArgs, RestoreDeletionInput } from './deletions.inputs.js';
import { discardDeletion, restoreDeletion } from './restore.commands.js';

const DeletionConnection = connectionOf(Deletion, 'Deletion');

@ObjectType({ simpleResolvers: true, description: 'The result of a restoration: the record, which is there again.' })
export class RestoreDeletionPayload {
  @Field(() => ID, { description: 'The id of the record, which is the same as before.' })
  restoredId!: string;

  @Field(() => RecordKind, { description: 'The kind of the record.' })
  kind!: RecordName;
}

const ONLY_ID = ['id'] as const;

@Resolver(() => RestoreDeletionPayload)
export class DeletionsResolver {
  @Query(() => DeletionConnection, {
    nullable: true,
    description:
      'What was deleted in the last 30 days and can be restored, the newest first: in your apiaries, and in those that others share with you.',
  })
  async deletions(
    @Args(() => DeletionsArgs) { apiaryId, filter, ...page }: DeletionsArgs,
    @Ctx() context: Context,
    @Columns(Deletion) fields: Columns<Deletion>,
  ): Promise<Page<Selected<Deletion>>> {
    // By PostgreSQL's clock: the lists of several apiaries are one statement only if their conditions are equal.
    const where = {
      $written: () => 'expires_at > now()',
      ...(filter?.kinds && { kind: filter.kinds }),
    } as Where<Deletion>;
    const list = { ...readPageArgs(page), where, order: { createdAt: 'desc' }, fields } as const;
    if (apiaryId == null) return context.access.list(Deletion, list);
    if (!isUuid(apiaryId)) throw AppError.notFound('Apiary', ['apiaryId']);
    const id = apiaryId.toLowerCase();
    const found = await context.loaders.named(Deletion, 'apiary', list).load(id);
    if (!found.isEmpty || (await context.loaders.byId(Apiary, ONLY_ID).load(id)) !== null) return found;
    // The apiary itself was deleted: the list has that, unless it is limited to other kinds, or goes on after it.
    const isLimited = filter?.kinds != null || page.after != null;
    const any = { fields: ONLY_ID, first: 1 } as const;
    if (isLimited && !(await context.loaders.named(Deletion, 'apiary', any).load(id)).isEmpty) return found;
    throw AppError.notFound('Apiary', ['apiaryId']);
  }

  @Mutation(() => RestoreDeletionPayload, {
    description:
      'Undoes a deletion: the record, and what was deleted with it, is there again under the same ids. It needs the role that deletes such a record, and MANAGE of a token. What it belonged to must be there (PARENT_DELETED), and nothing may have taken its place (RESTORE_CONFLICT, BEEHIVE_NUMBER_TAKEN, BEEHIVE_NAME_TAKEN, LOT_CODE_TAKEN, REIGN_OVERLAPS). References to what is gone meanwhile are left out.',
  })
  restoreDeletion(
    @Arg('input', () => RestoreDeletionInput) input: RestoreDeletionInput,
    @Ctx() context: Context,
  ): Promise<RestoreDeletionPayload> {
    return restoreDeletion(context, input);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description: 'Gives up what was deleted before its 30 days are over: it cannot be restored any more.',
  })
  discardDeletion(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return discardDeletion(context, id);
  }

  @FieldResolver(() => Node, { nullable: true, description: 'The record; null if you do not see it.' })
  record(
    @Root() { kind, restoredId }: RestoreDeletionPayload,
    @Ctx() context: Context,
    @MemberColumns() columnsOf: MemberColumns,
  ): Promise<TypedRow | null> {
    const type = context.table(kind).meta.class as typeof Deletion;
    return loadTyped(context.loaders, type, restoredId, columnsOf);
  }
}

@Resolver(() => TimelineEntry)
export class TimelineDeletionResolver {
  @FieldResolver(() => Deletion, {
    nullable: true,
    description: 'For DELETED: what was deleted, for `restoreDeletion`.',
  })
  async deletion(
    @Root() { kind, recordId }: TimelineEntry,
    @Ctx() { loaders }: Context,
    @Columns(Deletion) fields: Columns<Deletion>,
  ): Promise<Selected<Deletion> | null> {
    if (kind !== TimelineKind.DELETED) return null;
    return loaders.byId(Deletion, fields).load(recordId!);
  }
}

export const deletionEdges = edgesOf(Deletion, {
  apiary: related(Apiary, 'apiaryId', 'The apiary in which the record was; null if it is gone.'),
  deletedBy: person('actorId', 'Who deleted it; null if the account has been deleted.'),
});
