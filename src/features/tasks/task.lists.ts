import type { Context } from '../../context.js';
import { MAX_STATEMENT_ROWS } from '../../database/list-limits.js';
import type { Row } from '../../database/row.js';
import { ofDays } from '../../database/where.js';
import { connectionOf } from '../../graphql/connection.js';
import { filtered } from '../../graphql/edges.js';
import { Task } from './task.entity.js';
import { TaskFilter } from './tasks.inputs.js';

/** By due day; those without one last. */
export const taskList = filtered(
  connectionOf(Task, 'Task'),
  TaskFilter,
  ({ statuses, kinds, assigneeIds, dueFrom, dueTo }) => ({
    status: statuses ?? undefined,
    kind: kinds ?? undefined,
    assigneeId: assigneeIds ?? undefined,
    dueOn: ofDays(dueFrom, dueTo),
  }),
  { dueOn: 'asc' },
);

/** The open tasks of a hive: all hives of a request are one statement, and their tasks another one. A response has no room for more rows. */
export async function loadOpenTasks({ loaders }: Context, beehiveId: string): Promise<Row<Task>[]> {
  const found = loaders.readModel<{ parent: string; id: string }>(
    Task,
    ({ table, ownership, parents }) => `select hive as parent, id from ${table}, unnest(beehive_ids) as hive
      where ${ownership} and status = 'OPEN' and beehive_ids && ${parents} and hive = any(${parents})
      order by due_on, id limit ${MAX_STATEMENT_ROWS}`,
  );
  const rows = await Promise.all((await found.load(beehiveId)).map(({ id }) => loaders.byId(Task).load(id)));
  return rows.filter((row) => row !== null);
}
