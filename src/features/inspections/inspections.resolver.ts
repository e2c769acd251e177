import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { EXPECTED_VERSION } from '../../graphql/input-fields.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { loadPerson, Person } from '../accounts/person.js';
import { User } from '../accounts/user.entity.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Answer } from './answer.entity.js';
import { Inspection } from './inspection.entity.js';
import { InspectionConnection, inspectionListArgs } from './inspection-lists.js';
import * as commands from './inspections.commands.js';
import {
  AmendInspectionInput,
  AnswerInput,
  BEEHIVE_OF_ANSWERS,
  InspectionsOfArgs,
  RecordAnswersArgs,
  RecordInspectionInput,
  RecordVisitInput,
  UpdateInspectionDraftInput,
} from './inspections.inputs.js';
import { findVisit, recordVisit } from './visits.commands.js';

@Resolver(() => Inspection)
export class InspectionsResolver {
  @Query(() => InspectionConnection, {
    nullable: true,
    description: 'Your inspections, newest first: of one hive, of one apiary, or all.',
  })
  async inspections(
    @Args(() => InspectionsOfArgs) args: InspectionsOfArgs,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Page<Row<Inspection>>> {
    const list = inspectionListArgs(args, fields);
    const { beehiveId, apiaryId } = args;
    if (beehiveId != null) {
      // With both ids: the inspections of the hive while it was in the apiary.
      const apiary = apiaryId == null ? undefined : (await context.access.one(Apiary, apiaryId, ['id'])).id;
      const inBoth = { ...list, where: { ...list.where, ...(apiary && { apiary }) } };
      return context.access.listOf(Inspection, 'beehive', { type: Beehive, id: beehiveId }, inBoth);
    }
    if (apiaryId != null) return context.access.listOf(Inspection, 'apiary', { type: Apiary, id: apiaryId }, list);
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
  ): Promise<Row<Inspection>> {
    return context.loaders.one(Inspection, id, fields);
  }

  @Query(() => [Inspection], {
    nullable: true,
    description: 'The inspections of one of your visits to several hives, each in its latest revision.',
  })
  visit(
    @Arg('id', () => ID, { description: 'The `visitId` of its inspections.' }) id: string,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Row<Inspection>[]> {
    return findVisit(context, id, fields);
  }

  @Mutation(() => Inspection, {
    description: 'Records an inspection of a hive. If any answer is invalid, nothing is recorded.',
  })
  recordInspection(
    @Arg('input', () => RecordInspectionInput, { description: 'The inspection.' }) input: RecordInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection | Row<Inspection>> {
    return createOnce(context, Inspection, input, (id) => commands.recordInspection(context, id, input));
  }

  @Mutation(() => [Inspection], {
    description:
      'Records a visit to several hives: for all of them, or for none. Returns the inspections in the order of the hives.',
  })
  recordVisit(
    @Arg('input', () => RecordVisitInput, { description: 'The visit.' }) input: RecordVisitInput,
    @Ctx() context: Context,
  ): Promise<(Inspection | Row<Inspection>)[]> {
    return recordVisit(context, input);
  }

  @Mutation(() => Inspection, {
    description: 'Records answers for a hive as a completed inspection. Required answers may be missing.',
  })
  recordAnswers(
    @Args(() => RecordAnswersArgs) { beehiveId, answers }: RecordAnswersArgs,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.recordAnswers(context, beehiveId ?? null, answers);
  }

  @Mutation(() => Answer, {
    description:
      'Exists for `/api/v1`: records one answer, which must have a value, as a completed inspection. Required answers may be missing.',
  })
  recordAnswer(
    @Arg('beehiveId', () => ID, { nullable: true, description: BEEHIVE_OF_ANSWERS })
    beehiveId: string | null,
    @Arg('answer', () => AnswerInput, { description: 'The answer.' }) answer: AnswerInput,
    @Ctx() context: Context,
  ): Promise<Row<Answer>> {
    return commands.recordAnswer(context, beehiveId, answer);
  }

  @Mutation(() => Inspection, { description: 'Replaces the answers and notes of a draft.' })
  updateInspectionDraft(
    @Arg('id', () => ID, { description: 'The id of the draft.' }) id: string,
    @Arg('input', () => UpdateInspectionDraftInput, { description: 'The new content.' })
    input: UpdateInspectionDraftInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.updateDraft(context, id, input);
  }

  @Mutation(() => ID, {
    description: 'Discards a draft permanently. Returns its id, also if it has been discarded already.',
  })
  discardInspectionDraft(
    @Arg('id', () => ID, { description: 'The id of the draft.' }) id: string,
    @Arg('expectedVersion', () => Int, EXPECTED_VERSION) expectedVersion: number | null,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.discardDraft(context, id, { expectedVersion });
  }

  @Mutation(() => Inspection, {
    description: 'Completes a draft, if it has all required answers. Completing it again changes nothing.',
  })
  completeInspection(
    @Arg('id', () => ID, { description: 'The id of the draft.' }) id: string,
    @Arg('expectedVersion', () => Int, EXPECTED_VERSION) expectedVersion: number | null,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.completeInspection(context, id, { expectedVersion });
  }

  @Mutation(() => Inspection, {
    description: 'Replaces a completed inspection by a new revision. The previous revision is kept.',
  })
  amendInspection(
    @Arg('id', () => ID, { description: 'The id of the latest revision.' }) id: string,
    @Arg('input', () => AmendInspectionInput, { description: 'The corrected content, and the reason.' })
    input: AmendInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.amendInspection(context, id, input);
  }

  @FieldResolver(() => [Answer], { description: 'Its answers, in the order of the request that recorded them.' })
  async answers(
    @RootColumn(Inspection, 'id') inspectionId: string,
    @Ctx() context: Context,
    @Columns(Answer) fields: Columns<Answer>,
  ): Promise<Row<Answer>[]> {
    const list = { order: { position: 'asc' }, fields } as const;
    return (await context.loaders.listOf(Answer, 'inspection', list).load(inspectionId)).nodes;
  }

  @FieldResolver(() => [Inspection], { description: 'All its revisions, latest first.' })
  async revisions(
    @RootColumn(Inspection, 'seriesId') seriesId: string,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Row<Inspection>[]> {
    const list = { order: { revision: 'desc' }, fields } as const;
    return (await context.loaders.listOf(Inspection, 'seriesId', list).load(seriesId)).nodes;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The account that recorded it; null if that is another account or has been deleted.',
  })
  recordedBy(
    @RootColumn(Inspection, 'actorId') actorId: string,
    @Ctx() context: Context,
    @Columns(User) fields: Columns<User>,
  ): Promise<Row<User> | null> {
    return context.loaders.byId(User, fields).load(actorId);
  }

  @FieldResolver(() => Person, {
    nullable: true,
    description: 'Who recorded it; null if the account has been deleted.',
  })
  actor(@RootColumn(Inspection, 'actorId') actorId: string, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, actorId);
  }

  @FieldResolver(() => Apiary, {
    nullable: true,
    description: 'The apiary of the hive at that time; null if it has been deleted or is no longer yours.',
  })
  async apiary(
    @RootColumn(Inspection, 'apiaryId') apiaryId: string | null,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Row<Apiary> | null> {
    return apiaryId === null ? null : context.loaders.byId(Apiary, fields).load(apiaryId);
  }

  @FieldResolver(() => Beehive, { description: 'The inspected hive.' })
  beehive(
    @RootColumn(Inspection, 'beehiveId') beehiveId: string,
    @Ctx() context: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Row<Beehive> | null> {
    return context.loaders.parent(Beehive, fields).load(beehiveId);
  }
}
