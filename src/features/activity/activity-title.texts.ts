// What an event of a hive, and a change of a record, say to people.
import { createMessage, type Message, recordName, toMessage, type Value } from '../../messages/message.js';
import { humanize } from '../../shared/text.js';
import { type Activity, ChangeAction } from './activity.entity.js';
import { type TimelineEntry, TimelineKind } from './timeline.queries.js';

/** @param label the product of a treatment, the mites of a count, the grams of a harvest, the title of a task */
const EVENTS: Record<TimelineKind, (label: string) => Message> = {
  [TimelineKind.INSPECTED]: () => toMessage('The hive was inspected'),
  [TimelineKind.TREATED]: (product) => createMessage('Treated with {product}', { product }),
  [TimelineKind.MITES_COUNTED]: (mites) => createMessage('Mites counted: {mites}', { mites }),
  [TimelineKind.FED]: (feed) => (feed ? createMessage('Fed with {feed}', { feed }) : toMessage('The hive was fed')),
  [TimelineKind.MEASURED]: (value) => createMessage('Measured: {value}', { value }),
  [TimelineKind.QUEEN_INSTALLED]: () => toMessage('A queen was installed'),
  [TimelineKind.REIGN_ENDED]: () => toMessage('The reign of a queen ended'),
  [TimelineKind.SPLIT]: () => toMessage('The colony was split'),
  [TimelineKind.UNITED]: () => toMessage('The colony was united with another one'),
  [TimelineKind.LOST]: () => toMessage('The colony was lost'),
  [TimelineKind.HARVESTED]: (grams) => createMessage('{grams} g of honey were harvested', { grams }),
  [TimelineKind.TASK_DONE]: (task) => createMessage('“{task}” was done', { task }),
  [TimelineKind.MOVED]: () => toMessage('The hive was moved to another apiary'),
  [TimelineKind.CHANGED]: () => toMessage('The data of the hive were changed'),
  [TimelineKind.DELETED]: () => toMessage('A record of the hive was deleted, and can be restored'),
  [TimelineKind.CREATED]: () => toMessage('The hive was recorded'),
};

export const titleOfEvent = ({ kind, label }: Pick<TimelineEntry, 'kind' | 'label'>): Message =>
  EVENTS[kind](label ?? '');

const ACTIONS: Record<ChangeAction, (record: Value) => Message> = {
  [ChangeAction.CREATED]: (record) => createMessage('Created: {record}', { record }),
  [ChangeAction.UPDATED]: (record) => createMessage('Changed: {record}', { record }),
  [ChangeAction.DELETED]: (record) => createMessage('Deleted: {record}', { record }),
  [ChangeAction.MOVED_AWAY]: (record) => createMessage('Left the apiary: {record}', { record }),
};

export function titleOfChange({ kind, action, label }: Pick<Activity, 'kind' | 'action' | 'label'>): Message {
  const record = recordName(humanize(kind));
  return ACTIONS[action](label === null ? record : createMessage('{record} “{label}”', { record, label }));
}
