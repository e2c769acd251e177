import { Arg, Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import { AllowLimitedToHives, AllowOverQuota, ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { PayloadMutation } from '../../graphql/payload.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { recordReadings } from './readings.commands.js';
import { DeletedReadings, DeleteReadingsInput, RecordedReadings, RecordReadingsInput } from './readings.inputs.js';
import { deleteReadings } from './series.commands.js';
import { LatestMeasurement, MeasurementSeries, SeriesArgs } from './series.inputs.js';
import { loadLatest, loadSeries } from './series.queries.js';

@Resolver(() => Beehive)
export class ReadingsResolver {
  @AllowLimitedToHives()
  @ManualTransaction()
  @PayloadMutation(RecordedReadings, undefined, {
    description:
      'Records what devices have measured, once however often it is sent: a reading is known by its hive, its kind and its time. What cannot be recorded is refused by its number; if that is all, nothing is (BAD_USER_INPUT).',
  })
  recordReadings(
    @Arg('input', () => RecordReadingsInput) { readings }: RecordReadingsInput,
    @Ctx() context: Context,
  ): Promise<RecordedReadings> {
    return recordReadings(
      context,
      readings.map((one, i) => ({ ...one, line: i + 1 })),
    );
  }

  @AllowOverQuota()
  @PayloadMutation(DeletedReadings, undefined, {
    description:
      'Deletes readings of devices for ever, such as those of a scale that was on another hive. Whoever may delete the hive may. They can be sent again, corrected. What is kept by hours or days alone is deleted by whole ones that lie within the time.',
  })
  deleteReadings(
    @Arg('input', () => DeleteReadingsInput) input: DeleteReadingsInput,
    @Ctx() context: Context,
  ): Promise<DeletedReadings> {
    return deleteReadings(context, input);
  }

  @FieldResolver(() => MeasurementSeries, {
    description: 'What people and devices have measured at it in a time, for a chart.',
  })
  series(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => SeriesArgs) args: SeriesArgs,
    @Ctx() context: Context,
  ): Promise<MeasurementSeries> {
    return loadSeries(context, beehiveId, args);
  }

  @FieldResolver(() => [LatestMeasurement], {
    description: 'The latest value of each kind that people and devices have measured at it.',
  })
  latestMeasurements(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Ctx() context: Context,
  ): Promise<LatestMeasurement[]> {
    return loadLatest(context, beehiveId);
  }
}
