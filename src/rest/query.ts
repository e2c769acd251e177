// Checks the query string of a request. A name that an endpoint does not know is refused: a filter that is misspelt would show everything.
import type { FieldProblem } from '../errors.js';
import { MAX_NAME_LENGTH, MAX_PROBLEMS } from '../graphql/input-problems.js';
import { createMessage, type MessageText } from '../messages/message.js';

export interface Parameter {
  /** That in openapi.json. */
  name: string;
  /** A list may be sent as several parameters of one name. */
  isList: boolean;
}
/** The parameters of an endpoint, by the names under which it reads them. */
export type Parameters = ReadonlyMap<string, Parameter>;

export interface Query {
  /** Under the names in openapi.json, without empty ones: forms send an empty text for a filter that is not set. */
  values: Record<string, unknown>;
  problems: FieldProblem[];
}

export function readQuery(query: Record<string, unknown>, known: Parameters): Query {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  const sentAs = new Map<string, string>();
  for (const [sent, value] of Object.entries(query)) {
    const parameter = known.get(sent);
    const first = parameter && sentAs.get(parameter.name);
    if (!parameter) problems.push({ field: sent.slice(0, MAX_NAME_LENGTH), message: describeUnknown(known) });
    else if (first !== undefined)
      problems.push({ field: sent, message: createMessage('is another name of {name}', { name: first }) });
    else if (Array.isArray(value) && !parameter.isList) problems.push({ field: sent, message: 'is repeated' });
    else {
      sentAs.set(parameter.name, sent);
      if (value !== '') values[parameter.name] = value;
    }
    if (problems.length === MAX_PROBLEMS) break;
  }
  return { values, problems };
}

function describeUnknown(known: Parameters): MessageText {
  const names = [...new Set([...known.values()].map(({ name }) => name))];
  if (names.length === 0) return 'is not a parameter of this path';
  return createMessage('is not a parameter of this path, which has: {names}', { names });
}
