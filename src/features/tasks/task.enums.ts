// The enums of tasks.
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const TaskKind = defineEnum('TaskKind', 'What is to be done.', {
  INSPECT: 'Hives are to be inspected.',
  TREAT: 'Hives are to be treated, or the product is to be taken out.',
  FEED: 'Hives are to be fed.',
  HARVEST: 'Honey is to be taken.',
  EQUIPMENT: 'Equipment is to be built, mended, cleaned or moved.',
  OTHER: 'Anything else.',
});
export type TaskKind = EnumOf<typeof TaskKind>;

export const TaskStatus = defineEnum('TaskStatus', 'What became of a task.', {
  OPEN: 'It is to be done.',
  DONE: 'It was done.',
  SKIPPED: 'It was left out this time. If it repeats, the next one is open.',
  CANCELED: 'It is not to be done any more, and does not repeat.',
});
export type TaskStatus = EnumOf<typeof TaskStatus>;

export const TaskPriority = defineEnum('TaskPriority', 'How important a task is.', {
  HIGH: 'The worklist shows it as HIGH as soon as it is due.',
  NORMAL: 'The worklist shows it as MEDIUM as soon as it is due.',
  LOW: 'The worklist shows it as LOW.',
});
export type TaskPriority = EnumOf<typeof TaskPriority>;

export const TaskSource = defineEnum('TaskSource', 'Where a task comes from.', {
  OWN: 'Somebody created it.',
  PLAN: 'It is a step of a plan (`applyTaskPlan`).',
  REPETITION: 'It follows the one before, which was done or skipped.',
});
export type TaskSource = EnumOf<typeof TaskSource>;

export const RepeatUnit = defineEnum('RepeatUnit', 'The unit of a repetition.', {
  DAY: 'Days.',
  WEEK: 'Weeks.',
});
export type RepeatUnit = EnumOf<typeof RepeatUnit>;

export const RepeatFrom = defineEnum('RepeatFrom', 'From which day the next due day is counted.', {
  DUE: 'From the due day, so that the rhythm stays; days that have passed are left out.',
  COMPLETION: 'From the day on which it was done or skipped.',
});
export type RepeatFrom = EnumOf<typeof RepeatFrom>;
