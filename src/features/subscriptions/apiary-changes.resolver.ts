import { Arg, Ctx, Field, ID, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import type { ChangedApiary } from '../../changelog/change-queue.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { isUuid } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';

const MAX_APIARIES = 100;

@ObjectType({
  simpleResolvers: true,
  description: 'An apiary has changed: its own fields, its members, or a record in it.',
})
export class ApiaryChange {
  @Field(() => ID, {
    description: 'The id of the apiary. One of yours that was deleted is reported, too: it can no longer be read.',
  })
  apiaryId!: string;

  @Field(() => String, {
    description:
      'The position in the change log up to which it has changed. It is opaque: compare it only for equality.',
  })
  cursor!: string;
}

@Resolver()
export class ApiaryChangesResolver {
  @Subscription(() => ApiaryChange, {
    description:
      'Reports within about a second that apiaries have changed, without saying what: read it then. Events are lost while the WebSocket is closed and while the subscription starts. It completes when you lose access to one of the apiaries.',
    subscribe: ({ args, context }) => watchApiaries(context as Context, (args as { apiaryIds?: string[] }).apiaryIds),
  })
  apiaryChanged(
    @Root() { apiaryId, cursor }: ChangedApiary,
    @Arg('apiaryIds', () => [ID], {
      nullable: true,
      description: `The ids of 1 to ${MAX_APIARIES} apiaries. If omitted, all that you see, including those to which you gain access later.`,
    })
    _apiaryIds: string[] | null,
    @Ctx() context: Context,
  ): ApiaryChange {
    // The client reads next what has changed. A replica may not have received it yet.
    context.startWriting();
    return { apiaryId, cursor };
  }
}

/** @throws NOT_FOUND if one of the apiaries is missing or belongs to others */
async function watchApiaries(
  { access, changeFeed, viewer }: Context,
  apiaryIds?: string[] | null,
): Promise<AsyncIterableIterator<ChangedApiary>> {
  // A token that is limited does not gain access to further apiaries.
  if (!apiaryIds) return changeFeed.watch(viewer.id, viewer.token?.apiaryIds);
  if (apiaryIds.length === 0 || apiaryIds.length > MAX_APIARIES) {
    const message = createMessage('must have 1 to {max} entries', { max: MAX_APIARIES });
    throw AppError.badInput([{ field: 'apiaryIds', message }]);
  }
  const ids = [...new Set(apiaryIds.map((id) => id.toLowerCase()))];
  const visible = ids.every(isUuid) ? await access.count(Apiary, { id: ids }) : 0;
  if (visible < ids.length) throw AppError.notFound('Apiary');
  return changeFeed.watch(viewer.id, ids);
}
