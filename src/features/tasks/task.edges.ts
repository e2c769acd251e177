import { connection, edgesOf, parent, referring, related, relatedAll } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { ClosedTask, CompletedTask } from './closed-task.types.js';
import { Task } from './task.entity.js';
import { taskList } from './task.lists.js';
import { TaskBeehive, TaskItem } from './tasks.resolver.js';

export const taskEdges = [
  edgesOf(Task, {
    apiary: parent(Apiary, 'apiaryId', 'The apiary.'),
    assignee: person('assigneeId', 'Who is to do it; null for anybody.'),
    closedBy: person('closedById', 'Who did, skipped or canceled it; null while it is open.'),
    previous: related(Task, 'previousId', 'The task before, if this is its repetition and that is still there.'),
    actor: person('actorId', 'Who created it; null if the account has been deleted.'),
  }),
  edgesOf(ClosedTask, {
    next: referring(Task, 'previousId', 'taskId', 'The next task, if it repeats.'),
  }),
  edgesOf(CompletedTask, {
    inspections: relatedAll(Inspection, 'recordIds', 'The inspections that were recorded with it.'),
    treatments: relatedAll(Treatment, 'recordIds', 'The treatments that were recorded with it.'),
  }),
  edgesOf(TaskBeehive, {
    beehive: related(Beehive, 'beehiveId', 'The hive; null if it is gone, or you do not see it.'),
  }),
  edgesOf(TaskItem, {
    item: related(InventoryItem, 'itemId', 'The item; null if it is gone.'),
  }),
  // apiaries/ does not import tasks/.
  edgesOf(Apiary, {
    tasks: connection(Task, 'apiary', taskList, 'Its tasks, those that are due first before others.'),
  }),
];
