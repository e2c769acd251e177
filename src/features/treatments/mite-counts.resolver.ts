import { Arg, Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { RootColumn } from '../../graphql/columns.js';
import { DeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { createMessage } from '../../shared/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireLiving } from '../beehives/living.js';
import { MiteCount, MiteCountMethod } from './mite-count.entity.js';
import { RecordMiteCountInput } from './mite-counts.inputs.js';
import { loadMiteTrend, MiteTrend, MiteTrendArgs } from './mite-trend.js';

@Resolver(() => MiteCount)
export class MiteCountsResolver {
  @RecordMutation(MiteCount, { description: 'Records a count of Varroa mites in a hive.' })
  recordMiteCount(
    @Arg('input', () => RecordMiteCountInput, { description: 'The count.' }) input: RecordMiteCountInput,
    @Ctx() context: Context,
  ): Promise<MiteCount | Row<MiteCount>> {
    return createOnce(context, MiteCount, input, (id) => createMiteCount(context, id, input));
  }

  @AllowOverQuota()
  @DeleteMutation({
    description: 'Deletes a mite count permanently. Returns its id, also if it has been deleted already.',
  })
  deleteMiteCount(
    @Arg('input', () => VersionedIdInput, { description: 'The record.' }) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, MiteCount, id, { expectedVersion });
  }
}

async function createMiteCount(context: Context, id: string, input: RecordMiteCountInput): Promise<MiteCount> {
  const { beehiveId, countedOn, ...count } = input;
  const { access, em, viewer } = context;
  requireSample(count);
  // The lock keeps the hive from going to another owner meanwhile, to whom the count would not go along.
  const beehive = await access.forUpdate(Beehive, beehiveId, roleTo('create', MiteCount));
  const { apiary, ownerId } = beehive;
  const fields = { id, countedOn: countedOn ?? (await dayAtApiary(context, beehive.apiaryId)), actorId: viewer.id };
  requireLiving(beehive, fields.countedOn);
  return em.create(MiteCount, { ...count, ...fields, beehive, apiary, ownerId });
}

/** A sample has bees, a sticky board has days. */
function requireSample({ method, bees, days }: Pick<RecordMiteCountInput, 'method' | 'bees' | 'days'>): void {
  const [required, omitted] = method === MiteCountMethod.STICKY_BOARD ? ['days', 'bees'] : ['bees', 'days'];
  const given = { bees, days } as Record<string, number | null | undefined>;
  if (given[required!] == null) throw AppError.badInput([{ field: required!, message: 'is required' }]);
  if (given[omitted!] == null) return;
  const message = createMessage('must not be combined with {field}', { field: `method: ${method}` });
  throw AppError.badInput([{ field: omitted!, message }]);
}

@Resolver(() => Beehive)
export class BeehiveMiteCountsResolver {
  @FieldResolver(() => MiteTrend, { description: 'Its mite counts over time, for a chart.' })
  miteTrend(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => MiteTrendArgs) args: MiteTrendArgs,
    @Ctx() context: Context,
  ): Promise<MiteTrend> {
    return loadMiteTrend(context, 'beehive_id', beehiveId, args);
  }
}

@Resolver(() => Apiary)
export class ApiaryMiteCountsResolver {
  @FieldResolver(() => MiteTrend, {
    description: 'The mite counts of hives that were in the apiary at that time, for a chart.',
  })
  miteTrend(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => MiteTrendArgs) args: MiteTrendArgs,
    @Ctx() context: Context,
  ): Promise<MiteTrend> {
    return loadMiteTrend(context, 'apiary_id', apiaryId, args);
  }
}
