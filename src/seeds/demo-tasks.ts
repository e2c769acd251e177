// The tasks of the demo account: some are open, one was done with an inspection, one repeats.
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { type Apiary, type Beehive, Inspection, type InventoryItem, Task, type User } from '../entities.js';
import { InspectionStatus } from '../features/inspections/inspection.entity.js';
import {
  RepeatFrom,
  RepeatUnit,
  TaskKind,
  TaskPriority,
  TaskSource,
  TaskStatus,
} from '../features/tasks/task.enums.js';
import { DAY_MS } from '../shared/days.js';
import { EXAMPLE } from '../shared/example-ids.js';
import { daysAgo } from './days-ago.js';

const namesOf = (hives: Beehive[]) => ({
  beehiveIds: hives.map(({ id }) => id),
  beehiveLabels: hives.map(({ label }) => label),
});

export function createTasks(
  em: EntityManager,
  apiary: Apiary,
  owner: User,
  hives: Beehive[],
  item: InventoryItem,
): void {
  const common = { apiary, actorId: owner.id };
  const repeat = { repeatEvery: 2, repeatUnit: RepeatUnit.WEEK, repeatFrom: RepeatFrom.DUE };
  const feed = {
    ...common,
    ...repeat,
    ...namesOf(hives.slice(4, 6)),
    title: 'Feed the light colonies',
    kind: TaskKind.FEED,
  };
  const closed = (days: number) => ({
    status: TaskStatus.DONE,
    dueOn: daysAgo(days),
    closedOn: daysAgo(days),
    closedAt: new Date(Date.now() - days * DAY_MS),
    closedById: owner.id,
  });
  const fed = em.create(Task, { ...feed, ...closed(3) });
  em.create(Task, {
    ...feed,
    id: EXAMPLE.task,
    dueOn: daysAgo(-11),
    source: TaskSource.REPETITION,
    previousId: fed.id,
  });
  em.create(Task, {
    ...common,
    title: 'Build frames for the new supers',
    notes: 'The wire is in the shed.',
    kind: TaskKind.EQUIPMENT,
    priority: TaskPriority.HIGH,
    startsOn: daysAgo(1),
    dueOn: daysAgo(-3),
    assigneeId: owner.id,
    itemIds: [item.id],
    itemQuantities: [item.quantity + 5],
  });
  const inspection = createRecheck(em, hives[1]!, owner.id);
  const recheck = { ...common, ...namesOf([hives[1]!]), title: 'Check the mites again', kind: TaskKind.INSPECT };
  em.create(Task, { ...recheck, ...closed(6), recordIds: [inspection.id] });
}

/** As `completeTask` records it. */
function createRecheck(em: EntityManager, beehive: Beehive, actorId: string): Inspection {
  const id = uuidv7();
  const occurredAt = new Date(Date.now() - 6 * DAY_MS);
  const status = InspectionStatus.COMPLETED;
  return em.create(Inspection, { id, seriesId: id, beehive, apiary: beehive.apiary, status, occurredAt, actorId });
}
