// Messages for people, in English and Spanish. The code states a message in English; spanish.ts has its translation, without which it
// does not compile. A message becomes text where it is sent (errors.ts), when the language is known.
import { Language } from '../shared/language.js';
import { SPANISH, type Template } from './spanish.js';

/** A list is joined with commas. A message within a message is translated, too; text is not: it is the user's. */
export type Value = string | number | Message | readonly Value[];

type Placeholder<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type PlainTemplate = { [T in Template]: [Placeholder<T>] extends [never] ? T : never }[Template];
type TemplateWithPlaceholders = Exclude<Template, PlainTemplate>;

export class Message {
  constructor(
    private readonly template: Template,
    private readonly values: Readonly<Record<string, Value>> = {},
  ) {}

  in(language: Language): string {
    const text = language === Language.ES ? SPANISH[this.template] : this.template;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => formatValue(this.values[name]!, language));
  }
}

function formatValue(value: Value, language: Language): string {
  if (value instanceof Message) return value.in(language);
  return typeof value === 'object' ? value.map((one) => formatValue(one, language)).join(', ') : String(value);
}

/** A message without values is written as its English text. */
export type MessageText = Message | PlainTemplate;

/** Creates a message with values: `createMessage('must have at most {max} characters', { max: 50 })`. */
export const createMessage = <T extends TemplateWithPlaceholders>(
  template: T,
  values: Record<Placeholder<T>, Value>,
): Message => new Message(template, values);

export const toMessage = (text: MessageText): Message => (typeof text === 'string' ? new Message(text) : text);

/** The name of a record for a message; of one without a translation, the name itself. */
export const recordName = (name: string): Value =>
  Object.hasOwn(SPANISH, name) ? new Message(name as Template) : name;

/** A message as text, for a column of the database. */
export const serializeMessage = (text: MessageText): string => JSON.stringify(toMessage(text));
/** @param text of `serializeMessage`, with values that are numbers or texts */
export function parseMessage(text: string): Message {
  const { template, values } = JSON.parse(text) as { template: Template; values: Record<string, Value> };
  return new Message(template, values);
}
