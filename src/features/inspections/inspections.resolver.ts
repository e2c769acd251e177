import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { Legacy } from '../../graphql/legacy.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { requireSeen } from '../../graphql/seen-ids.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Answer } from './answer.entity.js';
import { AnswerInput } from './answer.inputs.js';
import { Inspection } from './inspection.entity.js';
import { inspectionList } from './inspection.lists.js';
import * as commands from './inspections.commands.js';
import {
  BEEHIVE_OF_ANSWERS,
  CompleteInspectionInput,
  InspectionsArgs,
  RecordAnswersInput,
  RecordInspectionInput,
  RecordVisitInput,
  UpdateInspectionDraftInput,
  VoidInspectionInput,
} from './inspections.inputs.js';
import { recordVisit } from './visits.commands.js';
import { voidInspection } from './void.commands.js';

@Resolver(() => Inspection)
export class InspectionsResolver {
  @Query(() => inspectionList.page, {
    nullable: true,
    description: 'Your inspections, newest first: of one hive, of one apiary, or all.',
  })
  async inspections(
    @Args(() => InspectionsArgs) args: InspectionsArgs,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Page<Selected<Inspection>>> {
    await requireSeen(context, args);
    const list = inspectionList.read(args, fields);
    const { beehiveId, apiaryId } = args;
    if (beehiveId != null) {
      // With both ids: the inspections of the hive while it was in the apiary.
      const apiary = apiaryId == null ? undefined : await context.loaders.idOf(Apiary, apiaryId, 'apiaryId');
      const inBoth = { ...list, where: { ...list.where, ...(apiary && { apiary }) } };
      return context.loaders.listBelow(Inspection, 'beehive', { type: Beehive, id: beehiveId }, inBoth);
    }
    if (apiaryId != null) return context.loaders.listBelow(Inspection, 'apiary', { type: Apiary, id: apiaryId }, list);
    return context.access.list(Inspection, list);
  }

  @Query(() => Inspection, {
    nullable: true,
    description: 'One of your inspections, or an earlier revision of one.',
  })
  inspection(
    @Arg('id', () => ID, { description: 'The id of the inspection.' }) id: string,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Selected<Inspection>> {
    return context.loaders.one(Inspection, id, fields);
  }

  @RecordMutation(Inspection, {
    description: 'Records an inspection of a hive. If any answer is invalid, nothing is recorded.',
  })
  recordInspection(
    @Arg('input', () => RecordInspectionInput) input: RecordInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection | Row<Inspection>> {
    return createOnce(context, Inspection, input, (id) => commands.recordInspection(context, id, input));
  }

  @RecordMutation([Inspection], {
    description:
      'Records a visit to several hives: for all of them, or for none. Returns the inspections in the order of the hives.',
  })
  recordVisit(
    @Arg('input', () => RecordVisitInput) input: RecordVisitInput,
    @Ctx() context: Context,
  ): Promise<(Inspection | Row<Inspection>)[]> {
    return recordVisit(context, input);
  }

  @RecordMutation(Inspection, {
    description: 'Records answers for a hive as a completed inspection. Required answers may be missing.',
  })
  recordAnswers(
    @Arg('input', () => RecordAnswersInput) input: RecordAnswersInput,
    @Ctx() context: Context,
  ): Promise<Inspection | Row<Inspection>> {
    return createOnce(context, Inspection, input, (id) => commands.recordAnswers(context, id, input));
  }

  @Legacy()
  @Mutation(() => Answer, {
    description:
      'Records one answer, which must have a value, as a completed inspection. Required answers may be missing.',
  })
  recordAnswer(
    @Arg('beehiveId', () => ID, { nullable: true, description: BEEHIVE_OF_ANSWERS })
    beehiveId: string | null,
    @Arg('answer', () => AnswerInput, { description: 'The answer.' }) answer: AnswerInput,
    @Ctx() context: Context,
  ): Promise<Row<Answer>> {
    return commands.recordAnswer(context, beehiveId, answer);
  }

  @RecordMutation(Inspection, { description: 'Changes a draft: its answers, notes and time.' })
  updateInspectionDraft(
    @Arg('input', () => UpdateInspectionDraftInput) { id, ...input }: UpdateInspectionDraftInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.updateDraft(context, id, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description: 'Discards a draft. Returns its id, also if it has been discarded already.',
  })
  discardInspectionDraft(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.discardDraft(context, id, { expectedVersion });
  }

  @RecordMutation(Inspection, {
    description: 'Completes a draft, if it has all required answers. Completing it again changes nothing.',
  })
  completeInspection(
    @Arg('input', () => CompleteInspectionInput)
    input: CompleteInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.completeInspection(context, input);
  }

  @RecordMutation(Inspection, {
    description:
      'Voids a completed inspection that was recorded by mistake. It is kept, and counts for nothing; what it has stored in the hive stays. Voiding it again changes nothing.',
  })
  voidInspection(
    @Arg('input', () => VoidInspectionInput) { id, reason, expectedVersion }: VoidInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return voidInspection(context, id, reason, { expectedVersion });
  }
}
