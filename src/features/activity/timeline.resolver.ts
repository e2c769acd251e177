import { Args, ArgsType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { OptionalField } from '../../graphql/input-fields.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { loadPerson, Person } from '../accounts/person.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Harvest } from '../harvests/harvest.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { FieldChange, toFieldChanges } from './field-changes.js';
import { loadTimeline, TimelineEntry, TimelineKind } from './timeline.js';

const TimelineConnection = connectionOf(TimelineEntry, 'TimelineEntry', 'events');
const ALL_KINDS = Object.values(TimelineKind);

@ArgsType()
class TimelineArgs extends PageArgs {
  @OptionalField(() => [TimelineKind], 'Only events of these kinds. If omitted or empty, of every kind.')
  kinds?: TimelineKind[] | null;
}

@Resolver(() => Beehive)
export class BeehiveTimelineResolver {
  @FieldResolver(() => TimelineConnection, {
    description:
      'What happened to it, newest first: inspections, treatments, harvests, moves between apiaries, changes of its data during the last two years, and its creation.',
  })
  timeline(
    @Root() beehive: Row<Beehive>,
    @Args(() => TimelineArgs) { kinds, ...page }: TimelineArgs,
    @Ctx() context: Context,
  ): Promise<Page<TimelineEntry>> {
    const wanted = kinds?.length ? ALL_KINDS.filter((kind) => kinds.includes(kind)) : ALL_KINDS;
    return loadTimeline(context, beehive.id, { ...readPageArgs(page), kinds: wanted });
  }
}

@Resolver(() => TimelineEntry)
export class TimelineEntryResolver {
  @FieldResolver(() => Person, {
    nullable: true,
    description: 'Who did it; null if that is not known, or the account has been deleted.',
  })
  actor(@Root() { actorId }: TimelineEntry, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, actorId);
  }

  @FieldResolver(() => Inspection, { nullable: true, description: 'For INSPECTED, the inspection; otherwise null.' })
  async inspection(
    @Root() { inspectionId }: TimelineEntry,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Row<Inspection> | null> {
    return inspectionId === null ? null : context.loaders.byId(Inspection, fields).load(inspectionId);
  }

  @FieldResolver(() => Treatment, { nullable: true, description: 'For TREATED, the treatment; otherwise null.' })
  async treatment(
    @Root() { treatmentId }: TimelineEntry,
    @Ctx() context: Context,
    @Columns(Treatment) fields: Columns<Treatment>,
  ): Promise<Row<Treatment> | null> {
    return treatmentId === null ? null : context.loaders.byId(Treatment, fields).load(treatmentId);
  }

  @FieldResolver(() => Harvest, {
    nullable: true,
    description: 'For HARVESTED, the harvest, unless you do not see its apiary; otherwise null.',
  })
  async harvest(
    @Root() { kind, id }: TimelineEntry,
    @Ctx() context: Context,
    @Columns(Harvest) fields: Columns<Harvest>,
  ): Promise<Row<Harvest> | null> {
    return kind === TimelineKind.HARVESTED ? context.loaders.byId(Harvest, fields).load(id) : null;
  }

  @FieldResolver(() => [FieldChange], {
    description: 'For MOVED and CHANGED, the changed fields; a move is a change of `apiaryId`. Otherwise none.',
  })
  changes(@Root() { fields }: TimelineEntry, @Ctx() context: Context): FieldChange[] {
    return toFieldChanges(context, Beehive, fields);
  }
}
