import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import type { ListArgs } from '../../database/statement.js';
import { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { User } from '../accounts/user.entity.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Answer } from './answer.entity.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import * as commands from './inspections.commands.js';
import {
  AmendInspectionInput,
  AnswerInput,
  InspectionsArgs,
  InspectionsOfArgs,
  RecordInspectionInput,
  RecordVisitInput,
  UpdateInspectionDraftInput,
} from './inspections.inputs.js';

export const InspectionConnection = connectionOf(Inspection, 'Inspection', 'inspections');

/** The latest revisions, the newest first. */
function listArgs(args: InspectionsArgs, fields: Columns<Inspection>): ListArgs<Inspection> {
  const occurredAt = { $gte: args.from ?? undefined, $lt: args.to ?? undefined };
  return {
    ...readPageArgs(args),
    where: { current: true, ...((args.from || args.to) && { occurredAt }) } as ListArgs<Inspection>['where'],
    order: { occurredAt: 'desc' },
    fields,
  };
}

@Resolver(() => Inspection)
export class InspectionsResolver {
  @Query(() => InspectionConnection, {
    description: "The viewer's inspections, the newest first: of a hive, of an apiary, or all.",
  })
  async inspections(
    @Args(() => InspectionsOfArgs) args: InspectionsOfArgs,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Page<Row<Inspection>>> {
    const list = listArgs(args, fields);
    const { beehiveId, apiaryId } = args;
    if (beehiveId != null) {
      // With both, those of the hive while it stood there.
      const apiary = apiaryId == null ? undefined : (await context.access.one(Apiary, apiaryId, ['id'])).id;
      const inBoth = { ...list, where: { ...list.where, ...(apiary && { apiary }) } };
      return context.access.listOf(Inspection, 'beehive', { type: Beehive, id: beehiveId }, inBoth);
    }
    if (apiaryId != null) return context.access.listOf(Inspection, 'apiary', { type: Apiary, id: apiaryId }, list);
    return context.access.list(Inspection, list);
  }

  @Query(() => Inspection, {
    nullable: true,
    description: 'One inspection of the viewer, or an earlier revision of it.',
  })
  inspection(
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Row<Inspection>> {
    return context.access.one(Inspection, id, fields);
  }

  @Mutation(() => Inspection, {
    description: 'Records what was found of a hive: everything, or nothing when an answer does not fit.',
  })
  recordInspection(
    @Arg('input', () => RecordInspectionInput, { description: 'The inspection.' }) input: RecordInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.recordInspection(context, input);
  }

  @Mutation(() => [Inspection], {
    description: 'Records the same visit for several hives, in their order: all, or none.',
  })
  recordVisit(
    @Arg('input', () => RecordVisitInput, { description: 'The visit.' }) input: RecordVisitInput,
    @Ctx() context: Context,
  ): Promise<Inspection[]> {
    return commands.recordVisit(context, input);
  }

  @Mutation(() => Inspection, {
    description:
      'Records the answers that a client has, all at one time. Required questions may lack an answer: for clients that can’t ask again.',
  })
  recordAnswers(
    @Arg('beehiveId', () => ID, {
      nullable: true,
      description: 'The hive; if not said, that to which the first question is assigned.',
    })
    beehiveId: string | null,
    @Arg('answers', () => [AnswerInput], { description: 'The answers.' }) answers: AnswerInput[],
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.recordAnswers(context, beehiveId, answers);
  }

  @Mutation(() => Inspection, { description: 'Replaces what a draft says.' })
  updateInspectionDraft(
    @Arg('id', () => ID, { description: 'Which draft.' }) id: string,
    @Arg('input', () => UpdateInspectionDraftInput, { description: 'What it is to say.' })
    input: UpdateInspectionDraftInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.updateDraft(context, id, input);
  }

  @Mutation(() => Inspection, { description: 'Completes a draft, if nothing is missing.' })
  completeInspection(
    @Arg('id', () => ID, { description: 'Which draft.' }) id: string,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.completeInspection(context, id);
  }

  @Mutation(() => Inspection, {
    description: 'Replaces a completed inspection by a new revision. The one before is kept as it was.',
  })
  amendInspection(
    @Arg('id', () => ID, { description: 'The latest revision.' }) id: string,
    @Arg('input', () => AmendInspectionInput, { description: 'As it should have been, and why.' })
    input: AmendInspectionInput,
    @Ctx() context: Context,
  ): Promise<Inspection> {
    return commands.amendInspection(context, id, input);
  }

  @FieldResolver(() => [Answer], { description: 'What was answered, in the order in which it was given.' })
  async answers(
    @Root() inspection: Row<Inspection>,
    @Ctx() context: Context,
    @Columns(Answer) fields: Columns<Answer>,
  ): Promise<Row<Answer>[]> {
    const list = { order: { position: 'asc' }, fields } as const;
    return (await context.loaders.listOf(Answer, 'inspection', list).load(inspection.id)).nodes;
  }

  @FieldResolver(() => [Inspection], { description: 'All its revisions, the latest first.' })
  async revisions(
    @Root() inspection: Row<Inspection>,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Row<Inspection>[]> {
    const list = { order: { revision: 'desc' }, fields } as const;
    return (await context.loaders.listOf(Inspection, 'seriesId', list).load(inspection.seriesId)).nodes;
  }

  @FieldResolver(() => User, { nullable: true, description: 'Who recorded it; null when it is not you, or gone.' })
  recordedBy(
    @Root() inspection: Row<Inspection>,
    @Ctx() context: Context,
    @Columns(User) fields: Columns<User>,
  ): Promise<Row<User> | null> {
    return context.loaders.byId(User, fields).load(inspection.actorId);
  }

  @FieldResolver(() => Beehive, { description: 'The hive that was inspected.' })
  beehive(
    @Root() inspection: Row<Inspection>,
    @Ctx() context: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Row<Beehive> | null> {
    return context.loaders.byId(Beehive, fields).load(inspection.beehiveId);
  }
}

@Resolver(() => Beehive)
export class BeehiveInspectionsResolver {
  @FieldResolver(() => InspectionConnection, { description: 'Its inspections, the newest first.' })
  inspections(
    @Root() beehive: Row<Beehive>,
    @Args(() => InspectionsArgs) args: InspectionsArgs,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Page<Row<Inspection>>> {
    return context.loaders.listOf(Inspection, 'beehive', listArgs(args, fields)).load(beehive.id);
  }

  @FieldResolver(() => Inspection, {
    nullable: true,
    description: 'The latest that was completed; null when there is none.',
  })
  async lastInspection(
    @Root() beehive: Row<Beehive>,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Row<Inspection> | null> {
    const where = { current: true, status: InspectionStatus.COMPLETED };
    const list = { where, order: { occurredAt: 'desc' }, first: 1, fields } as const;
    return (await context.loaders.listOf(Inspection, 'beehive', list).load(beehive.id)).nodes[0] ?? null;
  }
}

@Resolver(() => Apiary)
export class ApiaryInspectionsResolver {
  @FieldResolver(() => InspectionConnection, {
    description: 'The inspections of hives that stood in it then, the newest first.',
  })
  inspections(
    @Root() apiary: Row<Apiary>,
    @Args(() => InspectionsArgs) args: InspectionsArgs,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Page<Row<Inspection>>> {
    return context.loaders.listOf(Inspection, 'apiary', listArgs(args, fields)).load(apiary.id);
  }
}
