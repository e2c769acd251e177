import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { ApiaryDeletion } from '../../graphql/payload.js';
import { Apiary } from '../apiaries/apiary.entity.js';

/** The log knows where a deleted record was, also if it was deleted by an earlier request. An invitation that was revoked is kept. */
const FIND_APIARY = `
  select apiary_id as id from changes
  where row_id = $1 and (action = 'DELETED' or entity = 'ApiaryInvitation') and apiary_id is not null order by at desc, seq desc limit 1`;

@Resolver(() => ApiaryDeletion)
export class DeletedResolver {
  @FieldResolver(() => Apiary, {
    nullable: true,
    description: 'The apiary as it is now, with its counts; null if you do not see it.',
  })
  async apiary(
    @Root() { deletedId }: ApiaryDeletion,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Selected<Apiary> | null> {
    const [found] = await runStatement<{ id: string }>(context, { text: FIND_APIARY, values: [deletedId] });
    return found ? context.loaders.byId(Apiary, fields).load(found.id) : null;
  }
}
