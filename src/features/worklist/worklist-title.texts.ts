// What an item says to people: a sentence that follows from the item alone.
import { createMessage, type Message, toMessage, type Value } from '../../messages/message.js';
import { WorklistKind, WorklistSeverity } from './worklist.enums.js';
import type { WorklistItem } from './worklist.inputs.js';

type Titled = Pick<WorklistItem, 'kind' | 'severity' | 'value' | 'label'>;
interface Parts {
  /** The hive, as the beginning of a sentence. */
  hive: Value;
  /** The name of an item or a zone, the code of a lot or of a country. */
  label: string;
  value: number | null;
  severity: WorklistSeverity;
}

export const titleOf = ({ kind, severity, value, label }: Titled): Message =>
  TITLES[kind]({
    hive: createMessage('Hive {label}', { label: label ?? '' }),
    label: label ?? '',
    value,
    severity,
  });

const TITLES: Record<WorklistKind, (parts: Parts) => Message> = {
  [WorklistKind.OVERDUE_INSPECTION]: ({ hive, value }) =>
    value === null
      ? createMessage('{hive} has never been inspected', { hive })
      : createMessage('{hive} has not been inspected for {time}', { hive, time: inDays(value) }),
  [WorklistKind.QUEENLESS]: ({ hive, value }) =>
    value === null
      ? createMessage('{hive} has no queen', { hive })
      : createMessage('{hive} has had no queen for {time}', { hive, time: inDays(value) }),
  [WorklistKind.UNHEALTHY]: ({ hive, severity }) =>
    severity === WorklistSeverity.HIGH
      ? createMessage('{hive} is unhealthy', { hive })
      : createMessage('{hive} is at risk', { hive }),
  [WorklistKind.LOW_STOCK]: ({ label: item, value }) =>
    value
      ? createMessage('“{item}” is low in stock: {quantity} left', { item, quantity: value })
      : createMessage('“{item}” is out of stock', { item }),
  [WorklistKind.EXPIRING_STOCK]: ({ label: item, value }) =>
    byDay(value, {
      later: (time) => createMessage('“{item}” expires in {time}', { item, time }),
      today: () => createMessage('“{item}” expires today', { item }),
      before: (time) => createMessage('“{item}” expired {time} ago', { item, time }),
    }),
  [WorklistKind.DRAFT_INSPECTION]: ({ hive }) =>
    createMessage('{hive} has an inspection that is still a draft', { hive }),
  [WorklistKind.FOLLOW_UP_DUE]: ({ hive, value }) =>
    byDay(value, {
      later: (time) => createMessage('{hive} has a treatment to review in {time}', { hive, time }),
      today: () => createMessage('{hive} has a treatment to review today', { hive }),
      before: (time) => createMessage('{hive} has had a treatment to review for {time}', { hive, time }),
    }),
  [WorklistKind.TREATMENT_ENDS]: ({ hive, value }) =>
    byDay(value, {
      later: (time) => createMessage('{hive} has a treatment that ends in {time}', { hive, time }),
      today: () => createMessage('{hive} has a treatment that ends today', { hive }),
      before: (time) => createMessage('{hive} has a treatment that was to end {time} ago', { hive, time }),
    }),
  [WorklistKind.WITHDRAWAL_ENDS]: ({ hive, value }) =>
    createMessage('{hive} can be harvested again in {time}', { hive, time: inDays(value) }),
  [WorklistKind.MITES_HIGH]: ({ hive, value }) =>
    createMessage('{hive} has {mites} mites per 100 bees', { hive, mites: value ?? 0 }),
  [WorklistKind.OLD_QUEEN]: ({ hive, value }) =>
    createMessage('{hive} has a queen that hatched {time} ago', { hive, time: inYears(value) }),
  [WorklistKind.TASK]: ({ label: task, value }) =>
    value === null
      ? createMessage('“{task}” is to be done', { task })
      : byDay(value, {
          later: (time) => createMessage('“{task}” is to be done in {time}', { task, time }),
          today: () => createMessage('“{task}” is to be done today', { task }),
          before: (time) => createMessage('“{task}” was to be done {time} ago', { task, time }),
        }),
  [WorklistKind.RESTRICTED_ZONE]: ({ label: zone }) =>
    createMessage('The apiary lies in the restricted zone “{zone}”', { zone }),
  [WorklistKind.LOT_EXPIRES]: ({ label: code, value }) =>
    byDay(value, {
      later: (time) => createMessage('Lot {code} reaches its best-before date in {time}', { code, time }),
      today: () => createMessage('Lot {code} reaches its best-before date today', { code }),
      before: (time) => createMessage('Lot {code} passed its best-before date {time} ago', { code, time }),
    }),
  [WorklistKind.STORES_LOW]: ({ hive, value }) =>
    createMessage('{hive} has about {kilograms} kg of food', { hive, kilograms: value ?? 0 }),
  [WorklistKind.WEIGHT_LOW]: ({ hive, value }) =>
    createMessage('{hive} weighs only {kilograms} kg', { hive, kilograms: value ?? 0 }),
  [WorklistKind.SWARM]: ({ hive, value }) =>
    createMessage('{hive} may have swarmed: it lost {kilograms} kg', { hive, kilograms: value ?? 0 }),
  [WorklistKind.FLOW]: ({ hive, value }) =>
    createMessage('{hive} gained {kilograms} kg in a day: it may need room', { hive, kilograms: value ?? 0 }),
  [WorklistKind.BROOD_COLD]: ({ hive, value }) =>
    createMessage('{hive} has brood at {degrees} °C', { hive, degrees: value ?? 0 }),
  [WorklistKind.DEVICE_SILENT]: ({ hive, value }) =>
    createMessage('{hive} has sent no readings for {hours} hours', { hive, hours: value ?? 0 }),
  [WorklistKind.BATTERY_LOW]: ({ hive, value }) =>
    createMessage('{hive} has a device with {percent} % of battery', { hive, percent: value ?? 0 }),
  [WorklistKind.ANNUAL_DECLARATION]: ({ label: code, value }) => {
    const country = countryName(code);
    return byDay(value, {
      later: (time) => createMessage('Your hives in {country} are to be declared within {time}', { country, time }),
      today: () => createMessage('Today is the last day to declare your hives in {country}', { country }),
      before: () => createMessage('Today is the last day to declare your hives in {country}', { country }),
    });
  },
};

/** The countries that have a period of declarations. */
const COUNTRIES: Record<string, Value> = {
  ES: toMessage('Spain'),
  FR: toMessage('France'),
  IT: toMessage('Italy'),
  PT: 'Portugal',
};
export const countryName = (code: string): Value => COUNTRIES[code] ?? code;

interface Texts {
  later: (time: Message) => Message;
  today: () => Message;
  before: (time: Message) => Message;
}
/** @param value the days until then, negative after it */
function byDay(value: number | null, { later, today, before }: Texts): Message {
  if (!value) return today();
  return value > 0 ? later(inDays(value)) : before(inDays(-value));
}

function inDays(days: number | null): Message {
  if (!days || days < 1) return toMessage('less than a day');
  return days === 1 ? toMessage('1 day') : createMessage('{days} days', { days });
}

function inYears(years: number | null): Message {
  if (!years || years < 1) return toMessage('less than a year');
  return years === 1 ? toMessage('1 year') : createMessage('{years} years', { years });
}
