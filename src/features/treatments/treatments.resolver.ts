import { Arg, Args, Ctx, FieldResolver, ID, InputType, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { lastingId } from '../../graphql/entity-fields.js';
import { RequiredField, RequiredValue } from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { PayloadMutation, RecordMutation } from '../../graphql/payload.js';
import { RecordedTreatments } from './recorded-treatments.types.js';
import { Treatment } from './treatment.entity.js';
import { loadTreatments, registerListArgs, treatmentList } from './treatment.lists.js';
import { RegisterArgs, TreatmentsArgs } from './treatment-filters.inputs.js';
import * as commands from './treatments.commands.js';
import {
  CorrectTreatmentInput,
  EndTreatmentInput,
  ExpectedRevision,
  RecordBeehiveTreatmentInput,
  RecordTreatmentInput,
} from './treatments.inputs.js';

@InputType({ description: 'Voids a record, which is kept.' })
class VoidTreatmentInput {
  @RequiredField(() => ID, 'The id of the treatment.')
  id!: string;

  @RequiredValue(Treatment, 'Why the record is void, {min} to {max} characters.')
  reason!: string;

  @ExpectedRevision()
  expectedVersion?: number | null;
}

@Resolver(() => Treatment)
export class TreatmentsResolver {
  @FieldResolver(() => ID, { description: lastingId('hive') })
  beehiveId(@RootColumn(Treatment, 'treatedBeehiveId') id: string): string {
    return id;
  }

  @Query(() => treatmentList.page, {
    nullable: true,
    description: 'Treatments, newest first: of one hive, of one apiary, or all of your own.',
  })
  treatments(
    @Args(() => TreatmentsArgs) args: TreatmentsArgs,
    @Ctx() context: Context,
    @Columns(Treatment) fields: Columns<Treatment>,
  ): Promise<Page<Selected<Treatment>>> {
    return loadTreatments(context, args, treatmentList.read(args, fields));
  }

  @Query(() => Treatment, { nullable: true, description: 'One of your treatments, or an earlier revision of one.' })
  treatment(
    @Arg('id', () => ID, { description: 'The id of the treatment.' }) id: string,
    @Ctx() context: Context,
    @Columns(Treatment) fields: Columns<Treatment>,
  ): Promise<Selected<Treatment>> {
    return context.loaders.one(Treatment, id, fields);
  }

  @Query(() => treatmentList.page, {
    nullable: true,
    description:
      'The register of treatments of Regulation (EU) 2019/6, art. 108, oldest first: the current revision of each, also of deleted hives and voided ones. As a table or a page: `/api/v1/treatments/register/csv`, `…/html`.',
  })
  treatmentRegister(
    @Args(() => RegisterArgs) args: RegisterArgs,
    @Ctx() context: Context,
    @Columns(Treatment) fields: Columns<Treatment>,
  ): Promise<Page<Selected<Treatment>>> {
    return loadTreatments(context, { apiaryId: args.apiaryId }, { ...registerListArgs(args), fields });
  }

  @PayloadMutation(RecordedTreatments, 'treatments', {
    description:
      'Records a treatment of 1 to 500 hives: of all of them, or of none. With `stock`, the product for all hives is taken from the stock in one movement; if there is not enough, nothing is recorded. Returns the treatments in the order of the hives.',
  })
  async recordTreatment(
    @Arg('input', () => RecordTreatmentInput) input: RecordTreatmentInput,
    @Ctx() context: Context,
  ): Promise<RecordedTreatments> {
    const treatments = await commands.recordTreatment(context, input);
    return { treatments, beehiveIds: treatments.map(({ treatedBeehiveId }) => treatedBeehiveId) };
  }

  @Legacy()
  @Mutation(() => Treatment, { description: 'Records a treatment of one hive.' })
  async recordBeehiveTreatment(
    @Arg('input', () => RecordBeehiveTreatmentInput)
    { beehiveId, ...input }: RecordBeehiveTreatmentInput,
    @Ctx() context: Context,
  ): Promise<Treatment | Row<Treatment>> {
    return (await commands.recordTreatment(context, { ...input, beehiveIds: [beehiveId], newIds: null }))[0]!;
  }

  @RecordMutation(Treatment, {
    description: 'Ends an active treatment. Its previous content is kept as an earlier revision.',
  })
  endTreatment(
    @Arg('input', () => EndTreatmentInput) { id, ...input }: EndTreatmentInput,
    @Ctx() context: Context,
  ): Promise<Treatment> {
    return commands.endTreatment(context, id, input);
  }

  @RecordMutation(Treatment, {
    description:
      'Corrects a treatment, which keeps its id; its previous content is kept as an earlier revision. The stock does not change. A correction that changes nothing is not recorded: the treatment is returned as it is.',
  })
  correctTreatment(
    @Arg('input', () => CorrectTreatmentInput) { id, ...input }: CorrectTreatmentInput,
    @Ctx() context: Context,
  ): Promise<Treatment> {
    return commands.correctTreatment(context, id, input);
  }

  @RecordMutation(Treatment, {
    description:
      'Voids a treatment that was recorded by mistake. The record is kept, and counts for nothing; the stock does not change.',
  })
  voidTreatment(
    @Arg('input', () => VoidTreatmentInput) { id, reason, expectedVersion }: VoidTreatmentInput,
    @Ctx() context: Context,
  ): Promise<Treatment> {
    return commands.voidTreatment(context, id, reason, { expectedVersion });
  }
}
