import type { EntityClass } from '@mikro-orm/core';
import { Args, ArgsType, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Selected } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { OptionalField } from '../../graphql/input-fields.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { ColonyEvent } from '../colonies/colony-event.entity.js';
import { Harvest } from '../harvests/harvest.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { FieldChange, toFieldChanges } from './field-changes.js';
import { loadTimeline, TimelineEntry, TimelineKind } from './timeline.js';

const TimelineConnection = connectionOf(TimelineEntry, 'TimelineEntry', 'events');
const ALL_KINDS = Object.values(TimelineKind);
const COLONY_KINDS = [TimelineKind.SPLIT, TimelineKind.UNITED, TimelineKind.LOST];

@ArgsType()
class TimelineArgs extends PageArgs {
  @OptionalField(() => [TimelineKind], 'Only events of these kinds. If omitted or empty, of every kind.')
  kinds?: TimelineKind[] | null;
}

@Resolver(() => Beehive)
export class BeehiveTimelineResolver {
  @FieldResolver(() => TimelineConnection, {
    description: 'What happened to it, newest first. Changes of its data are kept for two years.',
  })
  timeline(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => TimelineArgs) { kinds, ...page }: TimelineArgs,
    @Ctx() context: Context,
  ): Promise<Page<TimelineEntry>> {
    const wanted = kinds?.length ? ALL_KINDS.filter((kind) => kinds.includes(kind)) : ALL_KINDS;
    return loadTimeline(context, beehiveId, { ...readPageArgs(page), kinds: wanted });
  }
}

@Resolver(() => TimelineEntry)
export class TimelineEntryResolver {
  @FieldResolver(() => Inspection, { nullable: true, description: 'For INSPECTED, the inspection; otherwise null.' })
  inspection(
    @Root() entry: TimelineEntry,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Selected<Inspection> | null> {
    return loadRecord(context, entry, [TimelineKind.INSPECTED], Inspection, fields);
  }

  @FieldResolver(() => Treatment, { nullable: true, description: 'For TREATED, the treatment; otherwise null.' })
  treatment(
    @Root() entry: TimelineEntry,
    @Ctx() context: Context,
    @Columns(Treatment) fields: Columns<Treatment>,
  ): Promise<Selected<Treatment> | null> {
    return loadRecord(context, entry, [TimelineKind.TREATED], Treatment, fields);
  }

  @FieldResolver(() => QueenReign, {
    nullable: true,
    description: 'For QUEEN_INSTALLED and REIGN_ENDED, the reign; otherwise null.',
  })
  reign(
    @Root() entry: TimelineEntry,
    @Ctx() context: Context,
    @Columns(QueenReign) fields: Columns<QueenReign>,
  ): Promise<Selected<QueenReign> | null> {
    return loadRecord(context, entry, [TimelineKind.QUEEN_INSTALLED, TimelineKind.REIGN_ENDED], QueenReign, fields);
  }

  @FieldResolver(() => ColonyEvent, {
    nullable: true,
    description: 'For SPLIT, UNITED and LOST, the event; otherwise null.',
  })
  colonyEvent(
    @Root() entry: TimelineEntry,
    @Ctx() context: Context,
    @Columns(ColonyEvent) fields: Columns<ColonyEvent>,
  ): Promise<Selected<ColonyEvent> | null> {
    return loadRecord(context, entry, COLONY_KINDS, ColonyEvent, fields);
  }

  @FieldResolver(() => Harvest, {
    nullable: true,
    description: 'For HARVESTED, the harvest, unless you do not see its apiary; otherwise null.',
  })
  harvest(
    @Root() entry: TimelineEntry,
    @Ctx() context: Context,
    @Columns(Harvest) fields: Columns<Harvest>,
  ): Promise<Selected<Harvest> | null> {
    return loadRecord(context, entry, [TimelineKind.HARVESTED], Harvest, fields);
  }

  @FieldResolver(() => ID, { description: 'Of the event: unique in its timeline.' })
  key(@Root() { id }: TimelineEntry): string {
    return id;
  }

  @FieldResolver(() => [FieldChange], {
    description: 'For MOVED and CHANGED, the changed fields; a move is a change of `apiaryId`. Otherwise none.',
  })
  changes(@Root() { fields }: TimelineEntry, @Ctx() context: Context): FieldChange[] {
    return toFieldChanges(context, 'Beehive', fields);
  }
}

/** Loads the record that an event of one of the kinds is about. */
async function loadRecord<T extends object>(
  { loaders }: Context,
  { kind, recordId }: TimelineEntry,
  kinds: TimelineKind[],
  type: EntityClass<T>,
  fields: Columns<T>,
): Promise<Selected<T> | null> {
  return recordId !== null && kinds.includes(kind) ? loaders.byId(type, fields).load(recordId) : null;
}
