import { Arg, Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RootColumn } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { MiteCount } from './mite-count.entity.js';
import { createMiteCount } from './mite-counts.commands.js';
import { RecordMiteCountInput } from './mite-counts.inputs.js';
import { loadMiteTrend, MiteTrend, MiteTrendArgs } from './mite-trend.queries.js';

@Resolver(() => MiteCount)
export class MiteCountsResolver {
  @RecordMutation(MiteCount, { description: 'Records a count of Varroa mites in a hive.' })
  recordMiteCount(
    @Arg('input', () => RecordMiteCountInput) input: RecordMiteCountInput,
    @Ctx() context: Context,
  ): Promise<MiteCount | Row<MiteCount>> {
    return createOnce(context, MiteCount, input, (id) => createMiteCount(context, id, input));
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description: 'Deletes a mite count. Returns its id, also if it has been deleted already.',
  })
  deleteMiteCount(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, MiteCount, id, { expectedVersion });
  }
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
