import type { EntityClass } from '@mikro-orm/core';
import { Args, Ctx, FieldResolver, ID, InputType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import { MemberColumns, RootColumn } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { type Filtered, filteredBy } from '../../graphql/filter.js';
import { InLanguage } from '../../graphql/in-language.js';
import { OptionalField } from '../../graphql/input-fields.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { interfaceOf, loadTyped, type TypedRow } from '../../graphql/record-interface.js';
import type { Language } from '../../shared/language.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { ColonyEvent } from '../colonies/colony-event.entity.js';
import { Feeding } from '../feedings/feeding.entity.js';
import { Harvest } from '../harvests/harvest.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Measurement } from '../measurements/measurement.entity.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { Task } from '../tasks/task.entity.js';
import { MiteCount } from '../treatments/mite-count.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { titleOfEvent } from './activity-title.texts.js';
import { FieldChange, toFieldChanges } from './field-changes.types.js';
import { loadTimeline, TimelineEntry, TimelineKind } from './timeline.queries.js';

const TimelineConnection = connectionOf(TimelineEntry, 'TimelineEntry');
const ALL_KINDS = Object.values(TimelineKind);

/** The type of the record that an event is about. Without one, the event is of the hive itself. */
const RECORDS: Partial<Record<TimelineKind, EntityClass<{ id: string }>>> = {
  [TimelineKind.INSPECTED]: Inspection,
  [TimelineKind.TREATED]: Treatment,
  [TimelineKind.MITES_COUNTED]: MiteCount,
  [TimelineKind.FED]: Feeding,
  [TimelineKind.MEASURED]: Measurement,
  [TimelineKind.QUEEN_INSTALLED]: QueenReign,
  [TimelineKind.REIGN_ENDED]: QueenReign,
  [TimelineKind.SPLIT]: ColonyEvent,
  [TimelineKind.UNITED]: ColonyEvent,
  [TimelineKind.LOST]: ColonyEvent,
  [TimelineKind.HARVESTED]: Harvest,
  [TimelineKind.TASK_DONE]: Task,
};
const TimelineRecord = interfaceOf(
  'TimelineRecord',
  [...new Set(Object.values(RECORDS))],
  'What an event in the life of a hive may be about.',
);

@InputType({ description: 'Which events are listed.' })
class TimelineFilter {
  @OptionalField(() => [TimelineKind], 'Only events of these kinds. If omitted, of every kind.')
  kinds?: TimelineKind[] | null;
}

const TimelineArgs = filteredBy(TimelineFilter);

@Resolver(() => Beehive)
export class BeehiveTimelineResolver {
  @FieldResolver(() => TimelineConnection, {
    description: 'What happened to it, newest first. Changes of its data are kept for two years.',
  })
  timeline(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => TimelineArgs) { filter, ...page }: Filtered<TimelineFilter>,
    @Ctx() context: Context,
  ): Promise<Page<TimelineEntry>> {
    const kinds = filter?.kinds;
    const wanted = kinds ? ALL_KINDS.filter((kind) => kinds.includes(kind)) : ALL_KINDS;
    return loadTimeline(context, beehiveId, { ...readPageArgs(page), kinds: wanted });
  }
}

@Resolver(() => TimelineEntry)
export class TimelineEntryResolver {
  @FieldResolver(() => TimelineRecord, {
    nullable: true,
    description: 'The record that it is about; null for an event of the hive itself, or if you do not see the record.',
  })
  async record(
    @Root() { kind, recordId }: TimelineEntry,
    @Ctx() { loaders }: Context,
    @MemberColumns() columnsOf: MemberColumns,
  ): Promise<TypedRow | null> {
    const type = RECORDS[kind];
    return type && recordId !== null ? loadTyped(loaders, type, recordId, columnsOf) : null;
  }

  @FieldResolver(() => String, { description: 'A short sentence for people, such as “Treated with Amitraz”.' })
  title(@Root() entry: TimelineEntry, @InLanguage() language: Language | null, @Ctx() { viewer }: Context): string {
    return titleOfEvent(entry).in(language ?? viewer.language);
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
