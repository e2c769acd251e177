import { Field, ObjectType } from 'type-graphql';
import { Task } from './task.entity.js';

/** A task that was done or skipped, by whose columns its payload finds what changed with it. */
@ObjectType({ simpleResolvers: true, description: 'The fields of the payload below: no type of the schema.' })
export class ClosedTask {
  @Field(() => Task)
  task!: Task;

  taskId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The fields of the payload below: no type of the schema.' })
export class CompletedTask extends ClosedTask {
  recordIds!: string[];
}

export const describeClosed = (task: Task): CompletedTask => ({ task, taskId: task.id, recordIds: task.recordIds });
