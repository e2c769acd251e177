import { Arg, Args, Ctx, Field, FieldResolver, ID, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns, MemberColumns, RootColumn } from '../../graphql/columns.js';
import { lastingId } from '../../graphql/entity-fields.js';
import { ApiaryDeleteMutation, PayloadMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { interfaceOf, loadTyped, type TypedRow } from '../../graphql/record-interface.js';
import { requireSeen } from '../../graphql/seen-ids.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { ClosedTask, CompletedTask, describeClosed } from './closed-task.types.js';
import { Task } from './task.entity.js';
import { TaskKind, TaskStatus } from './task.enums.js';
import { loadOpenTasks, taskList } from './task.lists.js';
import * as commands from './tasks.commands.js';
import { CompleteTaskInput, CreateTaskInput, TasksArgs, UpdateTaskInput } from './tasks.inputs.js';

@ObjectType({ simpleResolvers: true, description: 'A hive of a task.' })
export class TaskBeehive {
  @Field(() => ID, { description: lastingId('hive') })
  beehiveId!: string;

  @Field(() => String, { description: 'Its label when the task was written.' })
  label!: string;
}

@ObjectType({ simpleResolvers: true, description: 'What a task needs from the inventory.' })
export class TaskItem {
  @Field(() => ID, { description: lastingId('item') })
  itemId!: string;

  @Field(() => Int, { description: 'The quantity, in the unit of the item.' })
  quantity!: number;
}

const TaskRecord = interfaceOf('TaskRecord', [Inspection, Treatment], 'What was recorded when a task was done.');

@Resolver(() => Task)
export class TasksResolver {
  @Query(() => taskList.page, {
    nullable: true,
    description: 'Tasks, those that are due first before others: of one apiary, of one hive, or all that you see.',
  })
  async tasks(
    @Args(() => TasksArgs) { apiaryId, beehiveId, ...args }: TasksArgs,
    @Ctx() context: Context,
    @Columns(Task) fields: Columns<Task>,
  ): Promise<Page<Selected<Task>>> {
    const { access, loaders } = context;
    await requireSeen(context, args);
    const list = taskList.read(args, fields);
    if (beehiveId != null) {
      const hive = await loaders.idOf(Beehive, beehiveId, 'beehiveId');
      list.where = { ...list.where, beehiveIds: { $contains: [hive] } } as typeof list.where;
    }
    return apiaryId == null
      ? access.list(Task, list)
      : loaders.listBelow(Task, 'apiary', { type: Apiary, id: apiaryId }, list);
  }

  @Query(() => Task, { nullable: true, description: 'One task.' })
  task(
    @Arg('id', () => ID, { description: 'The id of the task.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(Task) fields: Columns<Task>,
  ): Promise<Selected<Task>> {
    return loaders.one(Task, id, fields);
  }

  @RecordMutation(Task, {
    description: `Creates a task; at most ${commands.MAX_OPEN_TASKS} of an apiary are open (TOO_MANY_TASKS).`,
  })
  createTask(
    @Arg('input', () => CreateTaskInput) input: CreateTaskInput,
    @Ctx() context: Context,
  ): Promise<Task | Row<Task>> {
    return createOnce(context, Task, input, (id) => commands.createTask(context, id, input));
  }

  @RecordMutation(Task, { description: 'Changes an open task.' })
  updateTask(@Arg('input', () => UpdateTaskInput) input: UpdateTaskInput, @Ctx() context: Context): Promise<Task> {
    return commands.updateTask(context, input);
  }

  @PayloadMutation(CompletedTask, 'task', {
    description:
      'Records that a task was done, with the inspection or the treatment that it asked for: the task and its record are written together, or neither is. If it repeats, the next one is open. A task that was done before is returned as it is, and nothing is recorded twice.',
  })
  async completeTask(
    @Arg('input', () => CompleteTaskInput) input: CompleteTaskInput,
    @Ctx() context: Context,
  ): Promise<CompletedTask> {
    return describeClosed(await commands.completeTask(context, input));
  }

  @PayloadMutation(ClosedTask, 'task', {
    description: 'Leaves a task out this time. If it repeats, the next one is open.',
  })
  async skipTask(@InputOf(VersionedIdInput) input: VersionedIdInput, @Ctx() context: Context): Promise<ClosedTask> {
    return describeClosed(await commands.closeTask(context, input, TaskStatus.SKIPPED));
  }

  @RecordMutation(Task, { description: 'Cancels a task, and its repetition.' })
  cancelTask(@InputOf(VersionedIdInput) input: VersionedIdInput, @Ctx() context: Context): Promise<Task> {
    return commands.closeTask(context, input, TaskStatus.CANCELED);
  }

  @RecordMutation(Task, {
    description: 'Opens a task that was closed by mistake. What was recorded with it stays, and so does the next task.',
  })
  reopenTask(@InputOf(VersionedIdInput) input: VersionedIdInput, @Ctx() context: Context): Promise<Task> {
    return commands.reopenTask(context, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({ description: 'Deletes a task. Returns its id, also if it has been deleted already.' })
  deleteTask(@InputOf(VersionedIdInput) input: VersionedIdInput, @Ctx() context: Context): Promise<string> {
    return commands.deleteTask(context, input);
  }

  @FieldResolver(() => [TaskBeehive], { description: 'Its hives, with the labels that they had.' })
  beehives(@Root() { beehiveIds, beehiveLabels }: Row<Task>): TaskBeehive[] {
    return beehiveIds.map((beehiveId, i) => ({ beehiveId, label: beehiveLabels[i]! }));
  }

  @FieldResolver(() => [TaskItem], { description: 'What it needs from the inventory.' })
  items(@Root() { itemIds, itemQuantities }: Row<Task>): TaskItem[] {
    return itemIds.map((itemId, i) => ({ itemId, quantity: itemQuantities[i]! }));
  }

  @FieldResolver(() => [TaskRecord], {
    description: 'The inspection, or the treatments, that `completeTask` recorded, as far as they are there.',
  })
  async records(
    @Root() { kind, recordIds }: Row<Task>,
    @Ctx() { loaders }: Context,
    @MemberColumns() columnsOf: MemberColumns,
  ): Promise<TypedRow[]> {
    const types = kind === TaskKind.TREAT ? [Treatment, Inspection] : [Inspection, Treatment];
    const load = async (id: string): Promise<TypedRow | null> =>
      (await loadTyped(loaders, types[0]!, id, columnsOf)) ?? loadTyped(loaders, types[1]!, id, columnsOf);
    return (await Promise.all(recordIds.map(load))).filter((row) => row !== null);
  }
}

@Resolver(() => Beehive)
export class BeehiveTasksResolver {
  @FieldResolver(() => [Task], {
    description: `Its open tasks, those that are due first before others; an apiary has at most ${commands.MAX_OPEN_TASKS}.`,
  })
  openTasks(@RootColumn(Beehive, 'id') beehiveId: string, @Ctx() context: Context): Promise<Row<Task>[]> {
    return loadOpenTasks(context, beehiveId);
  }
}
